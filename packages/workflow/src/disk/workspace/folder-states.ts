// The states of a folder that the store itself gave a thread: a list of its files, and their bytes by sha256.
//
// FOLDER-STATE-1. A state is everything below the folder: bytes, modes, links, empty folders, and what is in `.git`.
// FOLDER-STATE-2. Bytes are checked against their name when they are put back: a damaged state is an error, never other
//     files.
import { linkSync, lstatSync } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "#codec/sha256.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Sha256 } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Unkept } from "#contract/record.ts";
import { ensureDirectory } from "../directory.ts";
import { ioCode, ioFailed } from "../io-error.ts";
import { readWhole, replaceWhole } from "../whole-file.ts";

/** A file by its bytes, a link by its target. Paths are sorted, so a folder comes before what is in it. */
type Entry =
  | { path: string; type: "file"; mode: number; sha256: Sha256; bytes: number }
  | { path: string; type: "link"; target: string }
  | { path: string; type: "folder"; mode: number };

export type KeptFolder = { files: Sha256; unkept: Unkept[] };

/** What was known of a file when its bytes were looked at last. */
type Known = { stamp: string; lookedAt: number; sha256: Sha256 };

const NONE: ReadonlySet<string> = new Set();

export class FolderStates {
  private readonly known = new Map<string, Known>();
  /** Of the state that is being kept. */
  private bytes = 0;
  private secretFiles: ReadonlySet<string> = NONE;

  /** `states`: a folder of the store. */
  constructor(
    private readonly folder: string,
    private readonly states: string,
  ) {}

  /** Null when there is no such folder: nothing has asked for it yet. */
  async keep(secretFiles: ReadonlySet<string> = NONE): Promise<KeptFolder | null> {
    if (lstatSync(this.folder, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
    ensureDirectory(this.states);
    ensureDirectory(objectsIn(this.states));
    const entries: Entry[] = [];
    const unkept: Unkept[] = [];
    this.bytes = 0;
    this.secretFiles = secretFiles;
    await this.look("", entries, unkept);
    const list = Buffer.from(JSON.stringify({ v: 1, entries }));
    return { files: await this.put(list), unkept };
  }

  private async look(below: string, entries: Entry[], unkept: Unkept[]): Promise<void> {
    for (const name of (await readdir(join(this.folder, below))).sort()) {
      const path = below === "" ? name : `${below}/${name}`;
      if (entries.length >= LIMITS.keptFiles) throw tooMuch(`${LIMITS.keptFiles} files`);
      try {
        await this.lookAt(path, entries, unkept);
      } catch (error) {
        if (error instanceof WorkflowError) throw error;
        if (name.includes("\ufffd")) unkept.push({ path, why: "name" });
        // What went meanwhile is not there to be kept.
        else if (ioCode(error) !== "ENOENT") unkept.push({ path, why: "unreadable" });
      }
    }
  }

  private async lookAt(path: string, entries: Entry[], unkept: Unkept[]): Promise<void> {
    if (this.secretFiles.has(path)) {
      unkept.push({ path, why: "secret" });
      return;
    }
    const at = join(this.folder, path);
    const stat = await lstat(at, { bigint: true });
    const mode = Number(stat.mode & 0o777n);
    if (stat.isSymbolicLink()) entries.push({ path, type: "link", target: await readlink(at) });
    else if (stat.isDirectory()) {
      entries.push({ path, type: "folder", mode });
      await this.look(path, entries, unkept);
    } else if (!stat.isFile()) unkept.push({ path, why: "special" });
    else if (stat.size > BigInt(LIMITS.keptFileBytes)) unkept.push({ path, why: "size" });
    else {
      const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
      const sha256 = await this.bytesOf(path, stamp, Number(stat.ctimeNs / 1_000_000n));
      entries.push({ path, type: "file", mode, sha256, bytes: Number(stat.size) });
      this.bytes += Number(stat.size);
      if (this.bytes > LIMITS.keptBytes) throw tooMuch(`${LIMITS.keptBytes} bytes`);
    }
  }

  /** A file that was changed right before it was looked at may change again without a new stamp. */
  private async bytesOf(path: string, stamp: string, changedAt: number): Promise<Sha256> {
    const known = this.known.get(path);
    if (known?.stamp === stamp && known.lookedAt - changedAt > STAMP_MS) return known.sha256;
    const lookedAt = Date.now();
    const sha256 = await this.put(await readFile(join(this.folder, path)));
    this.known.set(path, { stamp, lookedAt, sha256 });
    return sha256;
  }

  /** Not synced: what a power cut takes is found missing when the state is asked for. */
  private async put(bytes: Uint8Array): Promise<Sha256> {
    const sha256 = sha256Hex(bytes);
    const path = objectPath(this.states, sha256);
    if (lstatSync(path, { throwIfNoEntry: false })?.size === bytes.length) return sha256;
    const temp = `${path}.${process.pid}.tmp`;
    await writeFile(temp, bytes, { mode: 0o600 });
    await rename(temp, path);
    return sha256;
  }
}

const STAMP_MS = 1_000;

/** True when every byte of the state is there. */
export function hasFolderState(states: string, files: Sha256): boolean {
  try {
    return entriesOf(states, files).every(
      (entry) =>
        entry.type !== "file" ||
        lstatSync(objectPath(states, entry.sha256), { throwIfNoEntry: false })?.size === entry.bytes,
    );
  } catch {
    return false;
  }
}

/** Puts a state into a new folder. */
export async function putFolderState(states: string, files: Sha256, folder: string): Promise<void> {
  const entries = entriesOf(states, files);
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const entry of entries) {
      const at = join(folder, entry.path);
      if (entry.type === "folder") await mkdir(at);
      else if (entry.type === "link") await symlink(entry.target, at);
      else {
        await writeFile(at, bytesIn(states, entry.sha256), { flag: "wx" });
        await chmod(at, entry.mode);
      }
    }
    // Last, since a folder nobody may write to takes no files.
    for (const entry of entries.toReversed())
      if (entry.type === "folder") await chmod(join(folder, entry.path), entry.mode);
  } catch (error) {
    throw ioFailed("put the files of a state into", folder, error);
  }
}

/** A fork has its states for itself: its origin may be deleted. */
export function shareFolderState(from: string, to: string, files: Sha256): void {
  ensureDirectory(to);
  ensureDirectory(objectsIn(to));
  const hashes = entriesOf(from, files).flatMap((entry) => (entry.type === "file" ? [entry.sha256] : []));
  for (const sha256 of new Set([files, ...hashes])) {
    try {
      linkSync(objectPath(from, sha256), objectPath(to, sha256));
    } catch (error) {
      if (ioCode(error) === "EEXIST") continue;
      replaceWhole(objectPath(to, sha256), bytesIn(from, sha256));
    }
  }
}

/** Which state a folder was in when it was removed: no line of the journal names it. */
export function nameLast(states: string, files: Sha256): void {
  replaceWhole(join(states, "last"), `${files}\n`);
}

function entriesOf(states: string, files: Sha256): Entry[] {
  const { entries } = JSON.parse(Buffer.from(bytesIn(states, files)).toString()) as { entries: Entry[] };
  const folders = new Set([""]);
  for (const { path, type } of entries) {
    const end = path.lastIndexOf("/");
    // Nothing is put into a folder that this list did not make, so no link leads out of it.
    if (!folders.has(path.slice(0, Math.max(0, end))) || /^\.{0,2}$|\0/.test(path.slice(end + 1)))
      throw new WorkflowError("HASH_MISMATCH", `${objectPath(states, files)} is no list of files`);
    if (type === "folder") folders.add(path);
  }
  return entries;
}

function bytesIn(states: string, sha256: Sha256): Uint8Array {
  const path = objectPath(states, sha256);
  const bytes = readWhole(path, Infinity);
  if (bytes !== null && sha256Hex(bytes) === sha256) return bytes;
  throw new WorkflowError("HASH_MISMATCH", `${path} is ${bytes === null ? "missing" : "damaged"}`, {
    details: { expected: sha256 },
  });
}

function objectsIn(states: string): string {
  return join(states, "files");
}

function objectPath(states: string, sha256: Sha256): string {
  return join(objectsIn(states), sha256);
}

function tooMuch(what: string): WorkflowError {
  return new WorkflowError("IO_FAILED", `the folder has more than ${what}`);
}
