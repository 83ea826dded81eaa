// What the command line, the server and other programs call.
//
// A verb's code is loaded when it is used: `--help` must not pay for SQLite, nor `list` for the syntax checker.
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
export { isTerminal, THREAD_STATUSES, type ThreadStatus } from "#contract/status.ts";
export { dismissEarly } from "#control/early-worker.ts";
export type { House, HouseOptions } from "./house.ts";
export { nearest } from "./nearest.ts";

export const verbs = {
  house: () => import("./house.ts"),
  add: () => import("./add-workflow.ts"),
  names: () => import("./name-workflow.ts"),
  warnings: () => import("./find-workflow.ts"),
  start: () => import("./start-thread.ts"),
  fork: () => import("./fork-thread.ts"),
  resume: () => import("./resume-thread.ts"),
  follow: () => import("./follow-thread.ts"),
  envelope: () => import("./envelope.ts"),
  find: () => import("./find-thread.ts"),
  stop: () => import("./stop-thread.ts"),
  list: () => import("./list-threads.ts"),
  view: () => import("./view-thread.ts"),
  remove: () => import("./remove-thread.ts"),
  diff: () => import("./diff-threads.ts"),
  why: () => import("./why-thread.ts"),
  verify: () => import("./verify-thread.ts"),
  fsck: () => import("./fsck.ts"),
  config: () => import("./read-config.ts"),
  userFiles: () => import("#disk/user-file.ts"),
};

export type { Added, Built, Validation } from "./add-workflow.ts";
export type { ThreadDiff } from "./diff-threads.ts";
export type { Envelope } from "./envelope.ts";
export type { ThreadPlace } from "./find-thread.ts";
export type { FollowEvent, Since } from "./follow-thread.ts";
export type { FsckReport } from "./fsck.ts";
export type { ListedThread, RunningThread } from "./list-threads.ts";
export type { HistoryRow, ListedWorkflow, ShownWorkflow } from "./name-workflow.ts";
export type { StartedThread } from "./start-thread.ts";
export type { Verified } from "./verify-thread.ts";
export type { InfoLine, ThreadView } from "./view-thread.ts";
export type { Why } from "./why-thread.ts";
