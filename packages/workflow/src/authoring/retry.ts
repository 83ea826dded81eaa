import type { EffectCommand, RetryPolicy, SleepCommand } from "#contract/command.ts";
import { Ask } from "./ask.ts";
import { sleep } from "./commands.ts";
import type { EffectAsk, ReceiptOf } from "./effects.ts";

export type RetryOptions<P> = RetryPolicy & {
  /** Whether the payload of an `ok` receipt is what was wanted: `({ exitCode }) => exitCode === 0`. */
  until?: (payload: P) => boolean;
};

/**
 * Asks again, after a sleep, while the answer is `error` or `timeout`: each attempt is an intent of its own in the
 * journal. The last answer comes back, whatever it is. Not asked again: an `unknown` outcome and a `fault`, for the
 * effect may have happened, and an error that says `retryable: false`.
 */
export function* retry<P>(
  attempt: (n: number) => EffectAsk<P>,
  { max = 3, delayMs = 1000, backoff = 2, maxDelayMs = Infinity, until = () => true }: RetryOptions<P> = {},
): Generator<EffectCommand | SleepCommand, ReceiptOf<P>, unknown> {
  for (let n = 1; ; n++) {
    const receipt = yield* withoutEngineRetries(attempt(n));
    if (n >= max || !isWorthAnother(receipt, until)) return receipt;
    yield* sleep(Math.round(Math.min(delayMs * backoff ** (n - 1), maxDelayMs)));
  }
}

/** Else three attempts of ours would be nine. */
function withoutEngineRetries<P>({ command }: EffectAsk<P>): EffectAsk<P> {
  return new Ask({ retry: false, ...command });
}

function isWorthAnother<P>(receipt: ReceiptOf<P>, until: (payload: P) => boolean): boolean {
  if (receipt.status === "ok") return !until(receipt.payload);
  return (receipt.status === "error" || receipt.status === "timeout") && receipt.error?.retryable !== false;
}
