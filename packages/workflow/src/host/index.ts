// What the command line, the server and other programs call.
//
// A verb's code is loaded when it is used: `--help` must not pay for SQLite, nor `list` for the syntax checker.

export { authorsFrames } from "#codec/authors-frames.ts";
export { differenceIn, firstDifferentChar, textsAround, valuesAround } from "#codec/difference.ts";
export { nearest } from "#codec/nearest.ts";
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
export { type Failure, failureOf } from "#replay/failure-of.ts";
export { foldRoleCost, foldSpent, nothingSpent } from "#replay/fold-spent.ts";
export { RoleTime } from "#replay/role-time.ts";
export type { House, HouseOptions } from "./house.ts";

export const verbs = {
  house: () => import("./house.ts"),
  add: () => import("./add-workflow.ts"),
  validatePlan: () => import("./validate-plan.ts"),
  names: () => import("./name-workflow.ts"),
  warnings: () => import("./house-warnings.ts"),
  start: () => import("./start-thread.ts"),
  startOnce: () => import("./start-once.ts"),
  gc: () => import("./gc.ts"),
  worktree: () => import("#disk/git-worktree.ts"),
  workspace: () => import("./read-workspace.ts"),
  request: () => import("./start-request.ts"),
  fork: () => import("./fork-thread.ts"),
  sweep: () => import("./sweep-thread.ts"),
  resume: () => import("./resume-thread.ts"),
  follow: () => import("./follow-thread.ts"),
  tell: () => import("./tell-events.ts"),
  envelope: () => import("./envelope.ts"),
  find: () => import("./find-thread.ts"),
  stop: () => import("./stop-thread.ts"),
  list: () => import("./list-threads.ts"),
  view: () => import("./view-thread.ts"),
  info: () => import("./info-lines.ts"),
  step: () => import("./view-step.ts"),
  remove: () => import("./remove-thread.ts"),
  costs: () => import("./count-costs.ts"),
  prices: () => import("./list-prices.ts"),
  purge: () => import("./purge-thread.ts"),
  diff: () => import("./diff-threads.ts"),
  snapshot: () => import("./snapshot-thread.ts"),
  graph: () => import("./graph-thread.ts"),
  trace: () => import("./trace-field.ts"),
  settle: () => import("./settle-thread.ts"),
  approvals: () => import("./list-approvals.ts"),
  plan: () => import("./plan-thread.ts"),
  planFork: () => import("./plan-fork.ts"),
  retry: () => import("./retry-thread.ts"),
  replay: () => import("./replay-thread.ts"),
  sim: () => import("./sim-bundle.ts"),
  answers: () => import("./read-answers.ts"),
  waiting: () => import("./read-waiting.ts"),
  questions: () => import("./read-questions.ts"),
  tick: () => import("./tick.ts"),
  why: () => import("./why-thread.ts"),
  verify: () => import("./verify-thread.ts"),
  fsck: () => import("./fsck.ts"),
  config: () => import("./read-config.ts"),
  userFiles: () => import("#disk/user-file.ts"),
  typedAhead: () => import("#disk/typed-ahead.ts"),
};

export type { Json } from "#contract/command.ts";
export type { Unkept } from "#contract/record.ts";
export type { CommandEntry } from "#replay/command-log.ts";
export type { Spent } from "#replay/fold-spent.ts";
export type { ThreadFold } from "#replay/fold-thread.ts";
export type { Leaf } from "#replay/fold-yield.ts";
export type { Progress, ReplayedThread } from "#worker/messages.ts";
export type { Added, Built, Validation } from "./add-workflow.ts";
export type { Costs, CostsBy } from "./count-costs.ts";
export type { ThreadDiff } from "./diff-threads.ts";
export type { Envelope, EnvelopeStatus } from "./envelope.ts";
export type { ThreadPlace } from "./find-thread.ts";
export type { FollowEvent, Since } from "./follow-thread.ts";
export type { Forked, ForkRequest } from "./fork-thread.ts";
export type { FsckReport } from "./fsck.ts";
export type { Collected, WorkFolder } from "./gc.ts";
export type { Graph } from "./graph-thread.ts";
export type { InfoLine } from "./info-lines.ts";
export type { Approval } from "./list-approvals.ts";
export type { PriceList, UpdatedPrices } from "./list-prices.ts";
export type { ListedThread, RunningThread } from "./list-threads.ts";
export type { HistoryRow, ListedWorkflow, ShownWorkflow } from "./name-workflow.ts";
export type { Plan } from "./plan-thread.ts";
export type { PurgedThread } from "./purge-thread.ts";
export type { OpenQuestions, Question } from "./read-questions.ts";
export type { Waiting } from "./read-waiting.ts";
export type { ChosenFolder } from "./read-workspace.ts";
export type { Checked } from "./replay-thread.ts";
export type { Settled, Settlement } from "./settle-thread.ts";
export type { Simulated } from "./sim-bundle.ts";
export type { StartedThread, StartRequest } from "./start-thread.ts";
export type { Variables, Variant } from "./sweep-thread.ts";
export type { TellOptions, WatchEvent } from "./tell-events.ts";
export type { TickReport } from "./tick.ts";
export type { Trace } from "./trace-field.ts";
export type { Verified } from "./verify-thread.ts";
export type { SpentView } from "./view-spent.ts";
export type { StepView, YieldView } from "./view-step.ts";
export type { ThreadView } from "./view-thread.ts";
export type { Why } from "./why-thread.ts";
