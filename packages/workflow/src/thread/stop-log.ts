// A stop of a thread that nobody runs: recorded by whoever may write to its log.
import type { Stop, StopAnswer } from "#contract/settlement.ts";
import { isTerminal } from "#contract/status.ts";
import { stoppedBy } from "#engine/outcome.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { controlBy } from "./thread-lines.ts";
import type { ThreadLog } from "./thread-log.ts";

export async function stopLog(log: ThreadLog, stop: Stop): Promise<StopAnswer> {
  const status = deriveStatus(log.fold, false);
  if (isTerminal(status)) return { status, again: true };
  log.append([controlBy(stop.action, stop)]);
  // On its own: of two writes that wait for one sync, a power cut may leave the second without the first.
  await log.durable();
  const outcome = stoppedBy(stop.action, stop.reason);
  await log.end({ kind: "result", ...outcome });
  return { status: outcome.status, again: false };
}
