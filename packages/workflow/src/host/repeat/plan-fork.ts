// fork --plan and retry --plan: what is kept, what runs again and why, and whom it asks, before anything is spent.
import { isAskedOutside, shownOf } from "#commands/registry.ts";
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { ForkPlan, PlannedCommand } from "#protocol/repeat-messages.ts";
import { type CommandEntry, CommandLog } from "#replay/command-log.ts";
import { failedIn, isQuestion, placeOf } from "#replay/finished-lines.ts";
import { isDelivered } from "#replay/in-flight.ts";
import type { Store } from "../open/store.ts";
import { type ForkRequest, type PreparedFork, prepareFork } from "../start/fork-thread.ts";
import { determinismOf, IN_DOUBT, type Plan, planned } from "./plan-thread.ts";
import { repeatThreads } from "./replay-thread.ts";

export async function planFork(store: Store, request: ForkRequest): Promise<Plan> {
  const fork = await prepareFork(store, request);
  const { source, taken, cut, lines, bundle, isNewer, changed, reasked, files } = fork;
  const finished = CommandLog.of(taken.lines).finished;
  const plan: Plan = {
    threadId: source.threadId,
    determinism: determinismOf(store, bundle),
    kept: { steps: taken.steps, commands: finished.length },
    reused: finished.map(({ stepId, do: what, effect }) => named(stepId, what, effect)),
    runs: [],
    waits: [],
    files: files.files,
    code: { hash: bundle.id, newer: isNewer },
  };
  if (fork.startsOver) return { ...plan, kept: { steps: 0, commands: 0 }, reused: [], ...planAnew(fork) };
  const doubts = cut.keep === Infinity ? lines.doubts.filter((leaf) => !isDelivered(leaf)) : [];
  if (doubts.length > 0) return { ...plan, waits: doubts.map((leaf) => planned(leaf, IN_DOUBT)) };
  const again = planAgain(fork, finished);
  if (reasked !== null)
    again.waits = [askedAgain(reasked), ...again.waits.filter(({ stepId }) => stepId !== reasked.stepId)];
  const noted = changed ? { ...plan, ...again, note: BY_THE_RECORD } : { ...plan, ...again };
  if (reasked !== null || plan.determinism !== "strict") return noted;
  const { isOtherWay, mayFind, ...known } = await planByRunning(store, fork, request);
  if (!changed && !isOtherWay) return noted;
  const note = `the code was run as far as it is known what it is answered${mayFind === 0 ? "" : `; finished commands behind that are found again if it asks for the same: ${mayFind}`}`;
  return { ...plan, ...known, note };
}

const BY_THE_RECORD =
  "this is by the record: code, prompt or variables are others. Where the workflow asks for something else it goes its own way; finished effects are found again if it asks for the same, but behind a question in other words only what was read";

function askedAgain({ stepId, do: what, why }: NonNullable<PreparedFork["reasked"]>): PlannedCommand {
  return { stepId, do: what, asked: null, why: `it is asked again: ${why}` };
}

function named(
  stepId: string,
  what: string,
  effect: string | undefined,
): NonNullable<Plan["reused"]>[number] {
  return { stepId, do: what, ...(effect === undefined ? {} : { effect }) };
}

/** By the record: everything that stands there and is not kept, as far as the code asks for it again. */
function planAgain(
  { lines, cut, taken }: PreparedFork,
  finished: readonly CommandEntry[],
): Pick<Plan, "runs" | "waits"> {
  const kept = new Set(finished.map(placeOf));
  const failed = failedIn(lines.way);
  const question = lines.after(cut.keep).find(({ record }) => isQuestion(record));
  const behind = question === undefined ? Infinity : (question.record as { n: number }).n;
  const left = CommandLog.of(lines.way).current.filter((entry) => !kept.has(placeOf(entry)));
  const sent = new Set(CommandLog.of(taken.lines).current.map(placeOf));
  const doubted = new Set(cut.keep === Infinity ? [] : lines.doubts.map(({ opening }) => placeOf(opening)));
  const whyRuns = (entry: CommandEntry) => {
    const place = placeOf(entry);
    const more = sent.has(place) ? "; it is sent again with the same key" : "";
    if (doubted.has(place)) return "nobody knows whether it was done, and it is sent again";
    if (cut.redo?.has(place)) return "it is to be done again";
    if (lines.isAskedAnew(entry)) return ASKED_ANEW;
    if (failed.has(place)) return `it failed (${failureOf(entry)})${more}`;
    if (entry.receipt === undefined) return `it was not finished${more}`;
    if (entry.n > behind) return "it stands behind a question that is asked again";
    return entry.n > cut.keep
      ? "it comes after what is kept"
      : "the files it left are not known while the thread runs";
  };
  return {
    runs: left.filter((one) => one.do === "effect").map((one) => again(one, whyRuns(one))),
    waits: left.flatMap((one) => {
      const why = shownOf(one.do)?.again?.(one.decision?.decision);
      return why === undefined ? [] : [again(one, why)];
    }),
  };
}

const ASKED_ANEW = "it is asked anew: its command says `reuse: false`";

function failureOf({ receipt, answer }: CommandEntry): string {
  const { exitCode, code } = (answer ?? {}) as { exitCode?: number; code?: string };
  return receipt === "ok" ? `exit ${exitCode}` : (code ?? receipt ?? "fault");
}

/** The steps stand in its journal, but its code begins with the first: everything it asked for is asked for again. */
function planAnew({ lines }: PreparedFork): Pick<Plan, "runs" | "waits"> {
  const why = "this bundle never reads `steps`, so its code begins anew";
  const entries = CommandLog.of(lines.upTo(Infinity)).entries;
  return {
    runs: entries.filter((one) => one.do === "effect").map((one) => again(one, why)),
    waits: entries.filter((one) => isAskedOutside(one.do)).map((one) => again(one, why)),
  };
}

function again({ stepId, do: what, effect, asked }: CommandEntry, why: string): PlannedCommand {
  return { ...named(stepId, what, effect), asked, why };
}

/** Strict code can be run against the record without doing anything: it shows itself what it asks for. */
async function planByRunning(
  store: Store,
  { source, bundle, cut, lines }: PreparedFork,
  request: ForkRequest,
): Promise<ForkPlan> {
  const { prompt, variables } = request;
  const known = Number.isFinite(lines.files.knownTo) ? { filesKnownTo: lines.files.knownTo } : {};
  const fork = {
    ...(prompt === undefined ? {} : { prompt }),
    ...(variables === undefined ? {} : { variables }),
    ...(cut.keep === Infinity ? {} : { keep: cut.keep }),
    ...(cut.find === Infinity ? {} : { find: cut.find }),
    ...(cut.redo === undefined ? {} : { redo: [...cut.redo] }),
    ...known,
  };
  const [answer] = await repeatThreads(store, bundle.id, [{ ...source, fork }]);
  if (answer === undefined) throw new WorkflowError("INTERNAL", "the plan gave no answer");
  if (!answer.ok) throw errorFromReport(answer.error);
  return answer.plan as ForkPlan;
}
