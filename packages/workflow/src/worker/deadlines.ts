// Ends a thread that takes longer than it may.
import { failedWith, type Outcome } from "#engine/outcome.ts";
import type { BundlePool } from "#realm/bundle-pool.ts";
import type { Hosted } from "#thread/roster.ts";
import type { ThreadHost } from "#thread/thread-host.ts";

/** `now` is on the monotonic clock. */
export function checkDeadlines({ host, number }: Hosted, pool: BundlePool, now: number): void {
  const { stepTimeoutMs, timeoutMs } = host.limits;
  if (host.isOverdue(now)) host.fail(timedOut(`the thread did not end within ${timeoutMs} ms: ${RAISE}`));
  else if (host.isStepOverdue(now) && pool.isOwnDelay(number, now))
    host.fail(timedOut(`step ${host.steps + 1} did not end within ${stepTimeoutMs} ms`));
}

/** Its code ended the Worker, or did not let go of it. */
export function endGuilty(host: ThreadHost, how: "died" | "blocked"): void {
  if (how === "died") host.abandon("its Worker ended without a result");
  else host.fail(timedOut(`step ${host.steps + 1} blocked the event loop and did not end in time`));
}

/** Where the limit comes from: the lowest of these counts. */
const RAISE =
  "raise --timeout-ms, `runtime.policy.timeoutMs` of the request, or `limits.timeoutMs` of the descriptor";

function timedOut(message: string): Outcome {
  return failedWith({ code: "TIMEOUT", message });
}
