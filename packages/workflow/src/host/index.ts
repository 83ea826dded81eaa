// What the command line, the server and other programs call.
//
// A verb's code is loaded when it is used: `--help` must not pay for SQLite, nor `list` for the syntax checker.

import type { Json } from "#contract/command.ts";

export { authorsFrames } from "#codec/authors-frames.ts";
export { differenceIn, firstDifferentChar, textsAround, valuesAround } from "#codec/difference.ts";
export { nearest } from "#codec/nearest.ts";
export { shownOf, shownOfOpening, WAITS } from "#commands/registry.ts";
export { DIST_DIR } from "#contract/dist.ts";
export {
  type ErrorCode,
  type ErrorReport,
  EXIT_OF,
  errorFromReport,
  isErrorCode,
  WorkflowError,
} from "#contract/errors.ts";
export { LIMITS, TIMES } from "#contract/limits.ts";
export { isTerminal, THREAD_STATUSES, type ThreadStatus, type WaitingOn } from "#contract/status.ts";
export { stepIdAt } from "#contract/step-id.ts";
export { dismissEarly } from "#control/early-worker.ts";
export { registerExecutor, registerExecutors } from "#effects/registry.ts";
export { type Failure, failureOf } from "#replay/failure-of.ts";
export { foldRoleCost, foldSpent, nothingSpent } from "#replay/fold-spent.ts";
export { emptyFold, foldLine } from "#replay/fold-thread.ts";
export { RoleTime } from "#replay/role-time.ts";
export type { OpenOptions, Store } from "./open/store.ts";

/** The params of an effect on one line. Loaded when something is shown: most verbs show none. */
export function showParams(effect: string, params: Json): string {
  const loaded = require("#effects/show-params.ts") as typeof import("#effects/show-params.ts");
  return loaded.showParams(effect, params);
}

export const verbs = {
  store: () => import("./open/store.ts"),
  add: () => import("./workflows/add-workflow.ts"),
  build: () => import("./workflows/build-file.ts"),
  validate: () => import("./workflows/validate-file.ts"),
  validatePlan: () => import("./workflows/validate-plan.ts"),
  names: () => import("./workflows/name-workflow.ts"),
  warnings: () => import("./open/store-warnings.ts"),
  start: () => import("./start/start-thread.ts"),
  startOnce: () => import("./start/start-once.ts"),
  gc: () => import("./keep/gc.ts"),
  worktree: () => import("#disk/workspace/git-worktree.ts"),
  workspace: () => import("./start/read-workspace.ts"),
  request: () => import("./start/start-request.ts"),
  fork: () => import("./start/fork-thread.ts"),
  sweep: () => import("./start/sweep-thread.ts"),
  resume: () => import("./start/resume-thread.ts"),
  follow: () => import("./look/follow-thread.ts"),
  tell: () => import("./look/tell-events.ts"),
  envelope: () => import("./look/envelope.ts"),
  find: () => import("./open/find-thread.ts"),
  stop: () => import("./people/stop-thread.ts"),
  list: () => import("./look/list-threads.ts"),
  view: () => import("./look/view-thread.ts"),
  info: () => import("./look/info-lines.ts"),
  step: () => import("./look/view-step.ts"),
  remove: () => import("./keep/remove-thread.ts"),
  costs: () => import("./look/count-costs.ts"),
  prices: () => import("./keep/list-prices.ts"),
  purge: () => import("./keep/purge-thread.ts"),
  diff: () => import("./look/diff-threads.ts"),
  snapshot: () => import("./look/snapshot-thread.ts"),
  graph: () => import("./look/graph-thread.ts"),
  trace: () => import("./look/trace-field.ts"),
  settle: () => import("./people/settle-thread.ts"),
  approvals: () => import("./people/list-approvals.ts"),
  plan: () => import("./repeat/plan-thread.ts"),
  planFork: () => import("./repeat/plan-fork.ts"),
  retry: () => import("./repeat/retry-thread.ts"),
  replay: () => import("./repeat/replay-thread.ts"),
  sim: () => import("./repeat/sim-bundle.ts"),
  answers: () => import("./repeat/read-answers.ts"),
  waiting: () => import("./look/read-waiting.ts"),
  questions: () => import("./people/read-questions.ts"),
  tick: () => import("./keep/tick.ts"),
  why: () => import("./look/why-thread.ts"),
  verify: () => import("./keep/verify-thread.ts"),
  fsck: () => import("./keep/fsck.ts"),
  config: () => import("./keep/read-config.ts"),
  userFiles: () => import("#disk/user-file.ts"),
  typedAhead: () => import("#disk/typed-ahead.ts"),
};

export type { Unkept } from "#contract/record.ts";
export type { Progress } from "#protocol/messages.ts";
export type { ReplayedThread } from "#protocol/repeat-messages.ts";
export type { CommandEntry } from "#replay/command-log.ts";
export type { Spent } from "#replay/fold-spent.ts";
export type { ThreadFold } from "#replay/fold-thread.ts";
export type { Leaf } from "#replay/fold-yield.ts";
export type { FsckReport } from "./keep/fsck.ts";
export type { Collected, WorkFolder } from "./keep/gc.ts";
export type { PriceList, UpdatedPrices } from "./keep/list-prices.ts";
export type { PurgedThread } from "./keep/purge-thread.ts";
export type { TickReport } from "./keep/tick.ts";
export type { Verified } from "./keep/verify-thread.ts";
export type { Costs, CostsBy } from "./look/count-costs.ts";
export type { ThreadDiff } from "./look/diff-threads.ts";
export type { Envelope, EnvelopeStatus } from "./look/envelope.ts";
export type { FollowEvent, Since } from "./look/follow-thread.ts";
export type { Graph } from "./look/graph-thread.ts";
export type { InfoLine } from "./look/info-lines.ts";
export type { ListedThread, RunningThread } from "./look/list-threads.ts";
export type { Waiting } from "./look/read-waiting.ts";
export type { TellOptions, WatchEvent } from "./look/tell-events.ts";
export type { Trace } from "./look/trace-field.ts";
export type { SpentView } from "./look/view-spent.ts";
export type { StepView, YieldView } from "./look/view-step.ts";
export type { ThreadView } from "./look/view-thread.ts";
export type { Why } from "./look/why-thread.ts";
export type { ThreadPlace } from "./open/find-thread.ts";
export type { Approval } from "./people/list-approvals.ts";
export type { OpenQuestions, Question } from "./people/read-questions.ts";
export type { Settled, Settlement } from "./people/settle-thread.ts";
export type { Plan } from "./repeat/plan-thread.ts";
export type { Checked } from "./repeat/replay-thread.ts";
export type { Simulated } from "./repeat/sim-bundle.ts";
export type { Forked, ForkRequest } from "./start/fork-thread.ts";
export type { ChosenFolder } from "./start/read-workspace.ts";
export type { StartedThread, StartRequest } from "./start/start-thread.ts";
export type { Variables, Variant } from "./start/sweep-thread.ts";
export type { Added } from "./workflows/add-workflow.ts";
export type { Built } from "./workflows/build-file.ts";
export type { HistoryRow, ListedWorkflow, ShownWorkflow } from "./workflows/name-workflow.ts";
export type { Validation } from "./workflows/validate-file.ts";
export type { Json };
