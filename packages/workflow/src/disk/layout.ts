// Where everything lives. The only place that knows a file name of the store.
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { xxh64Text } from "#codec/xxh64.ts";
import type { BundleId, Sha256, ThreadId } from "#contract/ids.ts";

export type Layout = {
  /** `$UNCAGED_HOME/workflow` */
  root: string;
  registry: string;
  config: string;
  /** The price table that `prices update` stored. */
  prices: string;
  /** What the effects of the store's own are, and what needs a person's yes. */
  effects: string;
  policy: string;
  /** Who changed what. */
  audit: string;
  database: string;
  bundles: string;
  logs: string;
  run: string;
  sealKey: string;
  blobs: string;
  /** A folder per thread that was given none. */
  workspaces: string;
  /** A folder per thread for files its programs read once: a prompt. Swept whenever a worker takes the bundle over. */
  scratch: string;
  scratchOf(thread: ThreadId): string;
  /** Programs that the single-file binary brings along. */
  tool(name: string): string;
  blob(sha256: Sha256): string;
  workspace(thread: ThreadId): string;
  /** Which process makes that folder for a thread whose journal it is about to write. */
  starting(thread: ThreadId): string;
  /** A folder per thread for the states its files were in. */
  states: string;
  statesOf(thread: ThreadId): string;
  bundle(id: BundleId): string;
  sourceMap(id: BundleId): string;
  sidecar(id: BundleId): string;
  threads(id: BundleId): string;
  journal(id: BundleId, thread: ThreadId): string;
  info(id: BundleId, thread: ThreadId): string;
  lock(id: BundleId): string;
  socket(id: BundleId): string;
  /** The copy of the bundle that a worker loads. */
  runningBundle(id: BundleId): string;
  /** The copy of the bundle that a replay loads. */
  replayedBundle(id: BundleId, pid: number): string;
  /** Who holds the lock: pid and process start time, for a takeover that must not hit a stranger. */
  holder(id: BundleId): string;
  /** What the worker process printed, which is nothing unless it crashed. */
  workerLog(id: BundleId): string;
};

export const JOURNAL_SUFFIX = ".data.jsonl";
export const INFO_SUFFIX = ".info.jsonl";
export const STARTING_SUFFIX = ".starting";
export const BUNDLE_SUFFIX = ".esm.js";

/** The length of `sun_path` on the platforms we run on, less its closing NUL. */
const SOCKET_PATH_MAX = process.platform === "darwin" ? 103 : 107;

export function layoutOf(home: string): Layout {
  const root = join(home, "workflow");
  const at = (...parts: string[]) => join(root, ...parts);
  return {
    root,
    registry: at("workflow.yaml"),
    config: at("config.yaml"),
    prices: at("prices.json"),
    effects: at("effects.yaml"),
    policy: at("policy.yaml"),
    audit: at("audit.jsonl"),
    database: at("state.db"),
    bundles: at("bundles"),
    logs: at("logs"),
    run: at("run"),
    sealKey: at("seal.key"),
    blobs: at("blobs"),
    workspaces: at("workspaces"),
    scratch: at("run", "scratch"),
    scratchOf: (thread) => at("run", "scratch", thread),
    tool: (name) => at("tools", name),
    blob: (sha256) => at("blobs", sha256.slice(0, 2), sha256.slice(2)),
    workspace: (thread) => at("workspaces", thread),
    starting: (thread) => at("workspaces", thread + STARTING_SUFFIX),
    states: at("states"),
    statesOf: (thread) => at("states", thread),
    bundle: (id) => at("bundles", id + BUNDLE_SUFFIX),
    sourceMap: (id) => at("bundles", `${id}${BUNDLE_SUFFIX}.map`),
    sidecar: (id) => at("bundles", `${id}.yaml`),
    threads: (id) => at("logs", id),
    journal: (id, thread) => at("logs", id, thread + JOURNAL_SUFFIX),
    info: (id, thread) => at("logs", id, thread + INFO_SUFFIX),
    lock: (id) => at("run", `${id}.lock`),
    socket: (id) => socketPath(root, id),
    runningBundle: (id) => at("run", id, id + BUNDLE_SUFFIX),
    replayedBundle: (id, pid) => at("run", `replay-${pid}-${id}${BUNDLE_SUFFIX}`),
    holder: (id) => at("run", `${id}.json`),
    workerLog: (id) => at("run", `${id}.log`),
  };
}

/** The debug lines stand beside their journal. */
export function infoBeside(journal: string): string {
  return journal.slice(0, -JOURNAL_SUFFIX.length) + INFO_SUFFIX;
}

export function defaultHome(env: Record<string, string | undefined>): string {
  return env.UNCAGED_HOME !== undefined && env.UNCAGED_HOME !== ""
    ? env.UNCAGED_HOME
    : join(homedir(), ".uncaged");
}

/** A deep home does not fit a socket address; its sockets then live in a private folder of the temp directory. */
export function overflowSocketDir(): string {
  return join(tmpdir(), `uncaged-${process.getuid?.() ?? 0}`);
}

function socketPath(root: string, id: BundleId): string {
  const path = join(root, "run", `${id}.sock`);
  return path.length <= SOCKET_PATH_MAX ? path : join(overflowSocketDir(), `${xxh64Text(root)}-${id}.sock`);
}
