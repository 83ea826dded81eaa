// The default answers of a drive: time, random values and notes. The same in every drive, so that two can be compared. What each
// command is answered with is in its file.
import { sha256Hex } from "#codec/sha256.ts";
import type { Drive } from "#commands/command.ts";
import { fileOf } from "#commands/registry.ts";
import type { SingleCommand } from "#contract/command.ts";
import { BEGUN_AT, okReceipt } from "./receipts.ts";

/** Undefined: only the test can know. `seq` is the line of the journal the command would have. */
export function defaultAnswers(key: string | undefined): (command: SingleCommand, seq: number) => unknown {
  let time = BEGUN_AT;
  let draws = 0;
  return (command, seq) => {
    const drive: Drive = {
      now: time,
      passTo: (later) => {
        time = Math.max(time, later);
      },
      hex,
      draw: () => ++draws,
      seq,
      key: key ?? null,
      receipt: () => okReceipt(null),
    };
    return fileOf(command).standIn.answer?.(command, drive);
  };
}

function hex(seed: string, bytes: number): string {
  let text = "";
  for (let block = 0; text.length < bytes * 2; block++) text += sha256Hex(`${seed} ${block}`);
  return text.slice(0, bytes * 2);
}
