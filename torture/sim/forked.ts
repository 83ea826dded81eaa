// A fork of a thread that has ended, as `fork --from-step` makes it: which lines it takes over is the engine's to say,
// the chain is the harness's own.
import { type StartRecord, startersOf } from "../../packages/workflow/src/contract/record.ts";
import { findAskedAgain } from "../../packages/workflow/src/host/start/fork-rules.ts";
import { readJournal } from "../../packages/workflow/src/journal/read-journal.ts";
import type { ReadLine } from "../../packages/workflow/src/journal/read-line.ts";
import { chooseCut } from "../../packages/workflow/src/replay/choose-cut.ts";
import { isQuestion } from "../../packages/workflow/src/replay/finished-lines.ts";
import { ForkLines } from "../../packages/workflow/src/replay/fork-lines.ts";
import type { Random } from "../../packages/workflow/src/sim/random.ts";
import type { SimDisk } from "../../packages/workflow/src/sim/sim-disk.ts";
import { judgeBytes, sumOf } from "../lib/journal.ts";

/** What a fork begins with. */
export type Fork = {
  bytes: Buffer;
  /** Labels of effects that were finished and are kept: they are not to be sent again. */
  finished: ReadonlySet<string>;
  /** The epoch it begins in; what was done before is not done again either. */
  epoch: number;
  /** Labels of `once` effects without a receipt: a person has to say what becomes of them. */
  doubted: ReadonlySet<string>;
  prompt: string;
};

/** Null for a thread that ended in its `finally`: what was said there is no step to go on from. */
export function forkAnywhere(
  disk: SimDisk,
  path: string,
  { threadId, isStrict }: { threadId: string; isStrict: boolean },
  random: Random,
): Fork | null {
  const lines = new ForkLines<ReadLine>();
  let start: StartRecord | undefined;
  let isCleanedUp = false;
  readJournal(
    path,
    (line) => {
      if (line.seq === 1) start = line.record as StartRecord;
      else lines.take(line);
      if (line.isRole && line.role === "cleanup") isCleanedUp = true;
    },
    { disk },
  );
  if (start === undefined || isCleanedUp) return null;
  const wanted = random.int(0, lines.steps.length + 1);
  const prompt = random.chance(0.4) ? "another" : start.parameters.prompt;
  const changed = prompt !== start.parameters.prompt;
  const rules = { changed, isStrict, isElsewhere: false, starters: startersOf(start) };
  if (changed && (lines.wasToldBefore || lines.doubts.length > 0)) return null;
  const whole = chooseCut(lines, { fromStep: wanted }, false);
  const asked = findAskedAgain(lines, whole.keep, rules);
  const cut = asked === null ? whole : { keep: asked.at.n - 1, find: Math.min(whole.find, lines.last) };
  const { lines: history, yields, isBranch, steps } = lines.takenOver(cut);
  const { threadId: from, hash, timestamp } = start;
  const own = history.length === steps ? {} : { lines: history.length };
  const begun = {
    ...start,
    threadId,
    parameters: { ...start.parameters, prompt },
    forkFrom: { threadId: from, hash, steps, ...own },
  };
  const branch = { kind: "control", action: "branch", at: yields + 1, steps, timestamp };
  const bytes = chained(begun, history, isBranch ? [branch] : []);
  // Strict code that goes another way does again what failed there, wherever that is.
  const sure = changed && isStrict ? 0 : steps;
  // With another prompt every question may be another, and what was done behind one that is asked again is done again.
  const first = changed ? lines.way.find(({ record }) => isQuestion(record))?.record : undefined;
  const again = Math.min(asked?.at.n ?? Infinity, (first as { n: number } | undefined)?.n ?? Infinity);
  const kept = { wanted, steps: sure, again, isAll: whole.keep === Infinity };
  return { bytes, prompt, ...paidFor(disk.bytes(path), kept) };
}

/**
 * `wanted`: the steps it was to keep; `steps`: those of which it keeps even what failed; `again`: the first yield at which a
 * person may be asked again.
 */
type Kept = { wanted: number; steps: number; again: number; isAll: boolean };

/** What a fork must not do again, by the origin's lines: not by those the engine took over. */
function paidFor(
  origin: Buffer,
  { wanted, steps, again, isAll }: Kept,
): Pick<Fork, "finished" | "epoch" | "doubted"> {
  const labels = new Map<unknown, string>();
  let finished = new Set<string>();
  let open = new Map<unknown, string>();
  let [epoch, made] = [0, 0];
  for (const { record } of judgeBytes(origin).lines) {
    const { kind, id, intent, params, status, state } = record;
    if (record.role !== undefined || record.action === "branch") open = new Map();
    if (record.role !== undefined) made += 1;
    if (kind === "intent" && record.do === "effect") labels.set(id, (params as { label: string }).label);
    const isOpened = kind === "intent" && record.class === "once" && record.attempt === 1;
    if (isOpened && record.group === undefined) open = new Map([[id, (params as { label: string }).label]]);
    else if (kind === "intent") open = new Map();
    if (kind === "receipt" || kind === "fault") open.delete(intent);
    const isBefore = (record.n as number) < again;
    const isKept = isBefore && (made < steps || (status === "ok" && (made < wanted || isAll)));
    if (kind === "receipt" && isKept && labels.has(intent)) finished.add(labels.get(intent) as string);
    if (kind !== "checkpoint" || record.epoch !== true) continue;
    epoch = (state as { epoch: number }).epoch;
    [made, finished] = [0, new Set()];
  }
  return { finished, epoch, doubted: new Set(isAll ? open.values() : []) };
}

function chained(start: object, history: readonly ReadLine[], added: object[]): Buffer {
  let sum = "";
  const jsons = [canonical(start), ...history.map((line) => line.json), ...added.map(canonical)];
  const texts = jsons.map((json) => {
    sum = sumOf(sum + json);
    return `${json.slice(0, -1)},"sum":"${sum}"}\n`;
  });
  const bytes = Buffer.from(texts.join(""));
  const { problems } = judgeBytes(bytes);
  if (problems.length > 0) throw new Error(`the harness made a fork that is none: ${problems.join(", ")}`);
  return bytes;
}

/** Keys in order, at every depth: all that these lines need. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
