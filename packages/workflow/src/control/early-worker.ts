// The worker that a command line is likely to need, started by the launcher before anything else is loaded: the two boot
// side by side instead of one after the other, which takes a fifth off a short run.
//
// EARLY-1. It is a guess. The command line checks everything as if nobody had guessed, and only then takes the process
//     over.
// EARLY-2. A worker runs nothing of its bundle before it is handed a thread, and leaves when nobody took it over.
//
// Only what Bun has built in is used here, since node:fs alone takes longer to load than all of this. So the few paths
// are put together by hand; where one is not as expected, nothing is started, and everything is asked properly later.
import type { BundleId } from "#contract/ids.ts";
import { workerCommand, workerEnv } from "./worker-command.ts";

let early: { home: string; id: BundleId; child: Bun.Subprocess } | null = null;

/** For the launcher. */
export function startEarly(argv: readonly string[], env: Record<string, string | undefined>): void {
  const { HOME = "", UNCAGED_HOME: home = `${HOME}/.uncaged` } = env;
  const [verb, subject = ""] = argv;
  if (!PLAIN_PATH.test(home) || !PLAIN_PATH.test(HOME) || argv.some(isUnusual)) return;
  try {
    const root = `${home}/workflow`;
    const id = bundleFor(root, verb, subject);
    if (id === null || !isWanted(root, id)) return;
    const child = Bun.spawn([...workerCommand(), home, id], {
      detached: true,
      stdin: "ignore",
      stdout: "ignore",
      // Made as the umask says, in a folder nobody else can enter; who takes the worker over sees to it.
      stderr: Bun.file(logOf(root, id)),
      cwd: HOME,
      env: workerEnv(`${root}/run/${id}.json`),
    });
    child.unref();
    early = { home, id, child };
  } catch {
    // The command line comes to the same place, and tells.
  }
}

/** The process that was started for this bundle, once. */
export function takeEarly(home: string, id: BundleId): Bun.Subprocess | null {
  if (early?.home !== home || early.id !== id) return null;
  const { child } = early;
  early = null;
  return child;
}

/** Nobody took it over. Answers whether there was one. Another command line may have found it meanwhile, so it is told to leave only if it is idle. */
export function dismissEarly(signal: "SIGHUP" | "SIGKILL" = "SIGHUP"): boolean {
  const isThere = early !== null;
  early?.child.kill(signal);
  early = null;
  return isThere;
}

/** Absolute, and nothing in it that would have to be resolved. */
const PLAIN_PATH = /^(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+$/;
const NAME = /^[a-z0-9][a-z0-9-]*$/;
const THREAD_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const BUNDLE_ID = /^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/;
/** A store with more bundles than this is asked properly. */
const BUNDLES_MAX = 64;
/** Longer ones lie elsewhere. */
const SOCKET_PATH_MAX = 100;

function isUnusual(word: string): boolean {
  return word === "--help" || word === "-h" || word.startsWith("--home");
}

function bundleFor(root: string, verb: string | undefined, subject: string): BundleId | null {
  if (verb === "run" && NAME.test(subject)) return registered(root, subject);
  if ((verb === "fork" || verb === "resume") && THREAD_ID.test(subject)) return holderOf(root, subject);
  return null;
}

/** The hash of a name in a registry as we write it; one written by hand is read later. */
function registered(root: string, name: string): BundleId | null {
  const text = new TextDecoder().decode(Bun.mmap(`${root}/workflow.yaml`, { shared: false }));
  const key = `\n  ${name}:\n    hash: "`;
  const at = text.indexOf(key) + key.length;
  const id = text.slice(at, text.indexOf('"', at));
  return at >= key.length && BUNDLE_ID.test(id) ? id : null;
}

function holderOf(root: string, threadId: string): BundleId | null {
  const ids = [...new Bun.Glob("*").scanSync({ cwd: `${root}/logs`, onlyFiles: false })];
  if (ids.length > BUNDLES_MAX) return null;
  return ids.find((id) => BUNDLE_ID.test(id) && exists(`${root}/logs/${id}/${threadId}.data.jsonl`)) ?? null;
}

/** The bundle is there, and no worker of it, as far as can be seen; nor what one said when it crashed. */
function isWanted(root: string, id: BundleId): boolean {
  const socket = `${root}/run/${id}.sock`;
  if (socket.length > SOCKET_PATH_MAX || exists(socket) || exists(logOf(root, id))) return false;
  return exists(`${root}/bundles/${id}.esm.js`);
}

function logOf(root: string, id: BundleId): string {
  return `${root}/run/${id}.log`;
}

/** Of a file that is not there, or empty, Bun says that it has no bytes; of a socket, that it has endlessly many. */
function exists(path: string): boolean {
  return Bun.file(path).size > 0;
}
