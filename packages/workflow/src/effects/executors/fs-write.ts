// sys/fs.write@1: replaces one file of the workspace as a whole. Done twice, it has the same outcome.
//
// Each folder on the way is opened under the one before it, without following links, and then used by its descriptor: a
// link put in its place meanwhile leads nowhere.
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { SecretReference } from "#codec/secret-reference.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Executor } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { errnoOf, Refusal } from "../refusal.ts";
import { secretText } from "../secrets.ts";
import { decodeContent, type Encoding } from "./content.ts";
import { leadsIntoGit } from "./git-path.ts";
import { isInside, outside, pathInside } from "./workspace-path.ts";

type WriteParams = {
  path: string;
  content: string | SecretReference;
  encoding?: Encoding;
  mode?: string;
  allowGit?: boolean;
};

export function writeFileExecutor({ secrets, files, store }: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as WriteParams;
    const { path: given, content, encoding, mode = defaultMode(content), allowGit = false } = params;
    const bytes = decodeContent(secretText(content, secrets), encoding);
    const assertGit = () => assertGitAllowed(given, allowGit, files?.allowGit === true);
    // Before the way is walked: in a worktree `.git` is a file, and that is not why the write is refused.
    if (leadsIntoGit(given)) assertGit();
    const { root, path } = pathInside(call.workspace(), given);
    if (path === root || given.endsWith("/")) throw new Refusal("PATH_NOT_FILE", `${given} is a folder`);
    if (leadsIntoGit(relative(root, path)) || standsInGit(dirname(path))) assertGit();
    if (store !== undefined) assertOutsideStore(store, root, path, given);
    try {
      replaceFile(root, path, given, bytes, mode === undefined ? null : Number.parseInt(mode, 8));
    } catch (error) {
      throw describe(error, given);
    }
    const told = typeof content === "string" ? { bytes: bytes.length, sha256: sha256Hex(bytes) } : {};
    return { status: "ok", payload: { path: relative(root, path), ...told } };
  };
}

/** Whether a folder belongs to a repository's own, be that bare or named otherwise. */
function standsInGit(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (["HEAD", "objects", "refs"].every((name) => existsSync(join(at, name)))) return true;
    if (at === dirname(at)) return false;
  }
}

/** A secret is for its owner alone, whatever the umask says. */
function defaultMode(content: WriteParams["content"]): string | undefined {
  return typeof content === "string" ? undefined : "600";
}

/** A setting or a hook of git is a program that whoever uses git there runs next (H6). */
function assertGitAllowed(given: string, isAsked: boolean, isAllowed: boolean): void {
  if (isAsked && isAllowed) return;
  const what = isAsked ? "policy.yaml does not allow it" : "the effect does not say `allowGit: true`";
  throw new Refusal("PATH_IN_GIT", `${given} is git's own: ${what}`, { details: { path: given } });
}

/** Journals, settings and rules of the store. A workspace inside the store is a folder of a thread, which is not meant. */
function assertOutsideStore(store: string, root: string, path: string, given: string): void {
  if (!isInside(root, store) && !isInside(root, realpathSync(store))) return;
  if (!isInside(store, path) && !isInside(realpathSync(store), path)) return;
  throw new Refusal("PATH_IN_STORE", `${given} is in the store`, { details: { path: given } });
}

function replaceFile(
  root: string,
  path: string,
  given: string,
  bytes: Uint8Array,
  mode: number | null,
): void {
  const folder = openFolder(root, dirname(path));
  try {
    const at = folderPath(folder, dirname(path));
    const target = join(at, basename(path));
    const present = lstatSync(target, { throwIfNoEntry: false });
    if (present !== undefined && !present.isFile())
      throw new Refusal("PATH_NOT_FILE", `${given} is not a file`);
    const temp = join(at, `.${basename(path).slice(0, 100)}.${Bun.randomUUIDv7().slice(-12)}.tmp`);
    try {
      writeTemp(temp, bytes, mode ?? (present === undefined ? null : present.mode & 0o777));
      renameSync(temp, target);
      fsyncSync(folder);
    } catch (error) {
      rmSync(temp, { force: true });
      throw error;
    }
  } finally {
    closeSync(folder);
  }
}

/** Made where it is missing. */
function openFolder(root: string, path: string): number {
  let folder = openSync(root, AS_FOLDER);
  let reached = root;
  for (const part of relative(root, path)
    .split("/")
    .filter((one) => one !== "")) {
    const next = join(folderPath(folder, reached), part);
    try {
      makeFolder(next);
      const inner = openSync(next, AS_FOLDER);
      closeSync(folder);
      folder = inner;
    } catch (error) {
      closeSync(folder);
      throw error;
    }
    reached = join(reached, part);
  }
  return folder;
}

const AS_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** What Linux has in the place of openat(2) for us; elsewhere the name must do. */
function folderPath(fd: number, path: string): string {
  return process.platform === "linux" ? `/proc/self/fd/${fd}` : path;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}

/** Without a mode the umask decides, as for any new file of the user. */
function writeTemp(temp: string, bytes: Uint8Array, mode: number | null): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const fd = openSync(temp, flags, mode === null ? 0o666 : 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
    if (mode !== null) fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function describe(error: unknown, given: string): Error {
  if (error instanceof Refusal) return error;
  const errno = errnoOf(error) ?? "unknown";
  if (errno === "ELOOP") return outside(given);
  if (errno === "ENOTDIR") return new Refusal("PATH_NOT_FOLDER", `${given} leads through a file`);
  return new Refusal("FS_FAILED", `cannot write ${given}: ${errno}`, { details: { errno } });
}
