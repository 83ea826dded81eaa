// What a drive answers by itself: time, chance and notes. The same in every drive, so that two can be compared.
import { sha256Hex } from "#codec/sha256.ts";
import type { Context, SingleCommand, SleepCommand } from "#contract/command.ts";
import { BEGUN_AT, okReceipt } from "./receipts.ts";

/** Undefined: only the test can know. `seq` is the line of the journal the command would have. */
export function defaultAnswers(key: string | undefined): (command: SingleCommand, seq: number) => unknown {
  let time = BEGUN_AT; // stands still, and sleeps move it on
  let draws = 0;
  return (command, seq) => {
    switch (command.do) {
      case "now":
        return time;
      case "random":
        return hex(`random ${++draws}`, command.bytes);
      case "context":
        return contextAt(time, seq, key);
      case "checkpoint":
        return { seq };
      case "annotate":
        return null;
      case "sleep":
        time = Math.max(time, endOf(command, time));
        return okReceipt(null);
      default:
        return undefined;
    }
  };
}

function endOf(command: SleepCommand, now: number): number {
  if ("ms" in command) return now + command.ms;
  return typeof command.until === "number" ? command.until : Date.parse(command.until);
}

function contextAt(now: number, seq: number, key: string | undefined): Context {
  return {
    now,
    entropy: hex("entropy", 64),
    seq,
    eventHash: null,
    registryHash: null,
    workflow: "test",
    hash: "0".repeat(13),
    key: key ?? null,
    cellMode: key !== undefined,
  };
}

function hex(seed: string, bytes: number): string {
  let text = "";
  for (let block = 0; text.length < bytes * 2; block++) text += sha256Hex(`${seed} ${block}`);
  return text.slice(0, bytes * 2);
}
