// What people type in a storm: at any thread, in any state, often twice.
import { readFileSync } from "node:fs";
import type { Random } from "../lib/random.ts";
import { FLOWS, type Plan, ROUNDS } from "./flow.ts";
import { editCatalogue, type Known, knownThreads, type Sky } from "./world.ts";

/** Command lines that are given in the same moment. */
export type Gust = string[][];

const ROUNDS_MAX = 6;

export function nextGust(sky: Sky, random: Random): Gust {
  const known = knownThreads(sky);
  const open = known.filter(({ hasEnded }) => !hasEnded);
  if (open.length < 4 || random.next() < 0.15) return runs(sky, random);
  const { threadId, ...rest } = random.pick(open);
  const any = random.pick(known);
  const choices: (() => Gust)[] = [
    () => [["resume", "--all"]],
    () => [["resume", threadId]],
    () => [["tick"]],
    () => wordsFor({ threadId, ...rest }, sky, random),
    () => wordsFor({ threadId, ...rest }, sky, random),
    () => open.slice(0, 3).flatMap((one) => wordsFor(one, sky, random)),
    () => [["pause", threadId]],
    () => [
      ["pause", threadId],
      ["resume", threadId],
    ],
    () => [[random.pick(["cancel", "kill"]), threadId]],
    () => remove(sky, known, random),
    () => [["fsck", "--rebuild"]],
    () => [["gc", "--older-than", "0"]],
    () => [fork(any, random)],
    () => edit(sky, random),
    () => [["approvals"], ["threads", "--all"], ["ps"], ["why", any.threadId]],
  ];
  return random.pick(choices)();
}

function runs(sky: Sky, random: Random): Gust {
  const rounds = Array.from({ length: random.int(2, ROUNDS_MAX) }, () => random.pick(ROUNDS));
  const prompt = JSON.stringify({ notes: sky.seen, rounds } satisfies Plan);
  const run = ["run", random.pick(FLOWS), "--prompt", prompt, ...(random.next() < 0.5 ? ["--detach"] : [])];
  if (random.next() < 0.5) return [run];
  // The same request twice: one thread.
  const asked = [...run, "--request-id", `r${random.int(0, 2 ** 31)}`];
  return [asked, asked];
}

/** What a thread waits for is answered by two people at once. */
export function wordsFor(
  { threadId, commands }: Pick<Known, "threadId" | "commands">,
  sky: Sky,
  random: Random,
): Gust {
  return commands.flatMap((command): Gust => {
    if (command.receipts.length > 0) return [];
    if (command.isUnknown) {
      const about = ["reconcile", threadId, "--intent", command.id];
      const word =
        sky.ledger.applied(command.nonce).length === 0 ? ["--retry"] : ["--ok", okOf(command.nonce)];
      return [
        [...about, ...word],
        [...about, ...word],
      ];
    }
    if (command.decisions.length > 0) return [];
    if (command.do === "approve")
      return ["approve", random.pick(["approve", "deny"])].map((verb) => [
        verb,
        threadId,
        "--step",
        command.stepId,
      ]);
    if (command.do === "input")
      return ["one", "two"].map((text) => ["answer", threadId, "--value", JSON.stringify(text)]);
    return [];
  });
}

function okOf(nonce: string): string {
  return JSON.stringify({ nonce });
}

/** What is deleted has done what it has done: the judge keeps its lines. */
function remove(sky: Sky, known: readonly Known[], random: Random): Gust {
  const ended = known.filter(({ hasEnded }) => hasEnded);
  if (ended.length === 0) return [["threads", "--all"]];
  const { threadId, path } = random.pick(ended);
  sky.removed.set(threadId, readFileSync(path));
  return [["thread", "rm", threadId]];
}

function fork({ threadId, lines }: Known, random: Random): string[] {
  const steps = lines.filter(({ record }) => "role" in record).length;
  return ["fork", threadId, "--from-step", String(random.int(0, steps + 1)), "--detach"];
}

function edit(sky: Sky, random: Random): Gust {
  editCatalogue(sky, random);
  return [["resume", "--all"]];
}
