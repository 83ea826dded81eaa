// The states of a worktree: every file as it stands, as a commit of the repository it is a worktree of.
//
// GIT-STATE-1. They are made by a git folder of our own, with its own configuration, attributes and index, in the store:
//     no file of the worktree or the repository says how, no lock of somebody else's stands in the way, and bytes are kept
//     as they are.
// GIT-STATE-2. The files of a repository inside the worktree are kept as plain files.
// GIT-STATE-3. What cannot be kept is told.
import { accessSync, constants, copyFileSync, existsSync, lstatSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Unkept } from "#contract/record.ts";
import { ensureDirectory } from "../directory.ts";
import { replaceWhole } from "../whole-file.ts";
import { git, type Ran, type Repository } from "./git.ts";
import { textOf } from "./git-folders.ts";

/** `written`: by effects, for sure. `secretFiles`: those an effect wrote a secret into, which stay out of every state. */
export type KnownFiles = { written: ReadonlySet<string>; secretFiles: ReadonlySet<string> };

/** A folder whose states are kept in the objects of a repository. */
export type StateRepository = Required<Repository>;

/** `settings`: the folder of our own. */
export function stateRepository(settings: string, workTree: string, common: string): StateRepository {
  return { gitDir: settings, workTree, objects: join(common, "objects"), index: join(settings, "index") };
}

/** Made once; what the user's repository and home leave out of commits is left out here, too. */
export function makeSettings(settings: string, common: string, commit: string): void {
  for (const folder of [settings, join(settings, "refs"), join(settings, "objects"), join(settings, "info")])
    ensureDirectory(folder);
  const isLong = commit.length === 64;
  const format = `[core]\n\trepositoryformatversion = ${isLong ? 1 : 0}\n\tbare = false\n`;
  replaceWhole(
    join(settings, "config"),
    isLong ? `${format}[extensions]\n\tobjectFormat = sha256\n` : format,
  );
  replaceWhole(
    join(settings, "info", "exclude"),
    `${textOf(join(common, "info", "exclude")) ?? ""}\n${homeExcludes()}`,
  );
  replaceWhole(join(settings, "info", "attributes"), AS_THE_COMMIT_SAYS);
  // The last one: with it the folder is one of git's.
  replaceWhole(join(settings, "HEAD"), `${commit}\n`);
}

/** Line ends and encodings as .gitattributes say, but no program that is named there. */
const AS_THE_COMMIT_SAYS = "* -filter\n";
/** The bytes of the file are the bytes of the object. */
const AS_IT_IS = "* -filter -text -eol -ident -working-tree-encoding\n";

/** Puts the files of a commit into the worktree, the way a checkout would. `index`: which one learns of it. */
export async function checkOut(repository: StateRepository, commit: string, index: string): Promise<void> {
  await must({ ...repository, index }, ["read-tree", "-u", "--reset", commit]);
  copyFileSync(index, repository.index);
}

/** Puts the files of a state into a worktree that has none. */
export async function putState(repository: StateRepository, state: string): Promise<void> {
  replaceWhole(join(repository.gitDir, "info", "attributes"), AS_IT_IS);
  await must(repository, ["read-tree", "-u", "--reset", state]);
}

export type WorktreeFiles = { tree: string; unkept: Unkept[] };

/**
 * Writes the worktree as a tree. `written`: files a workflow wrote itself, which are kept though git would ignore them.
 * `secretFiles` are not: what is in the repository's objects is for everybody who has the repository.
 */
export async function writeFiles(
  repository: StateRepository,
  since: string,
  { written, secretFiles }: KnownFiles,
): Promise<WorktreeFiles> {
  replaceWhole(join(repository.gitDir, "info", "attributes"), AS_IT_IS);
  // We alone use this index, so nobody holds the lock that a crash left behind.
  rmSync(`${repository.index}.lock`, { force: true });
  if (!existsSync(repository.index)) await must(repository, ["read-tree", since]);
  const { changed, histories } = await changesOf(repository, since.length === 64 ? SHA256_IDS : SHA1_IDS);
  const unkept: Unkept[] = [...histories];
  const secret = changed.filter((path) => secretFiles.has(path));
  unkept.push(...secret.map((path): Unkept => ({ path, why: "secret" })));
  await addFiles(repository, [...changed.filter((path) => !secretFiles.has(path)), ...written], unkept);
  unkept.push(...(await ignoredByItself(repository, since)));
  return { tree: await must(repository, ["write-tree"]), unkept };
}

type Changes = { changed: string[]; histories: Unkept[] };

/** Files that differ from the index. Once it holds a file of a nested repository, git takes that for a plain folder. */
async function changesOf(repository: StateRepository, ids: Ids): Promise<Changes> {
  const nested = new Set<string>();
  for (;;) {
    const listed = await must(repository, LIST);
    const entries = listed.split("\0").filter((entry) => entry !== "");
    const links = entries
      .filter((entry) => /^\S 160000 /.test(entry))
      .map(pathIn)
      .filter((path) => existsSync(join(repository.workTree, path, ".git")));
    const unknown = entries
      .filter((entry) => entry.startsWith("? ") && entry.endsWith("/"))
      .map((entry) => entry.slice(2, -1));
    const found = [...links, ...unknown].filter((path) => !nested.has(path));
    if (found.length === 0) {
      const changed = entries.filter((entry) => /^[?CR] /.test(entry) && !entry.endsWith("/")).map(pathIn);
      const folders = new Set([...nested, ...entries.flatMap((entry) => foldersAbove(pathIn(entry)))]);
      return { changed: [...new Set(changed)], histories: historiesOf(repository.workTree, folders) };
    }
    for (const path of found) nested.add(path);
    await must(
      repository,
      ["update-index", "-z", "--index-info"],
      found.map((path) => asPlainFolder(path, ids)).join(""),
    );
  }
}

const LIST = ["ls-files", "-z", "-t", "--stage", "--others", "--modified", "--deleted", "--exclude-standard"];

function pathIn(entry: string): string {
  return entry.startsWith("? ") ? entry.slice(2) : entry.slice(entry.indexOf("\t") + 1);
}

/** A place that is not there: it goes again with what is added next. */
function asPlainFolder(path: string, { none, empty }: Ids): string {
  return `0 ${none}\t${path}\x00100644 ${empty}\t${path}/.uncaged-nested\0`;
}

/** Of nothing, and of an empty file. */
type Ids = { none: string; empty: string };
const SHA1_IDS: Ids = { none: "0".repeat(40), empty: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" };
const SHA256_IDS: Ids = {
  none: "0".repeat(64),
  empty: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
};

/** The worktree's own `.git` is a file; as a folder it holds commits that the repository does not know. */
function historiesOf(workTree: string, folders: Iterable<string>): Unkept[] {
  const own = lstatSync(join(workTree, ".git"), { throwIfNoEntry: false });
  const places = own?.isDirectory() === true ? [".git"] : [];
  const nested = [...folders]
    .map((folder) => `${folder}/.git`)
    .filter((path) => existsSync(join(workTree, path)));
  return [...places, ...nested.sort()].map((path) => ({ path, why: "history" }));
}

function foldersAbove(path: string): string[] {
  const found: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    found.push(path.slice(0, at));
  return found;
}

async function addFiles(repository: StateRepository, paths: string[], unkept: Unkept[]): Promise<void> {
  let left = paths.filter((path) => {
    if (path.includes("\ufffd")) {
      unkept.push({ path, why: "name" });
      return false;
    }
    const why = whyNot(join(repository.workTree, path));
    if (why !== null) unkept.push({ path, why });
    return why === null;
  });
  while (left.length > 0) {
    const ran = await git(repository, ADD, left.map((path) => `${path}\0`).join(""));
    const refused = /Unable to process path (.*)$/m.exec(ran.said)?.[1];
    for (const [, path] of ran.said.matchAll(/^Ignoring path (.*)$/gm))
      unkept.push({ path: path as string, why: "name" });
    if (ran.ok) return;
    if (refused === undefined || !left.includes(refused)) throw failed(ADD, ran);
    // It went, or changed, between the look and now.
    unkept.push({ path: refused, why: "unreadable" });
    left = left.filter((path) => path !== refused);
  }
}

const ADD = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];

function whyNot(path: string): Unkept["why"] | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return null;
    if (stat.size > LIMITS.keptFileBytes) return "size";
    accessSync(path, constants.R_OK);
    return null;
  } catch {
    return "unreadable";
  }
}

/** What is ignored can be made again, says who wrote the rules; those of the thread's own making do not count. */
async function ignoredByItself(repository: StateRepository, since: string): Promise<Unkept[]> {
  const listed = await must(repository, [
    "ls-files",
    "-z",
    "--others",
    "--ignored",
    "--exclude-standard",
    "--directory",
  ]);
  const ignored = listed.split("\0").filter((path) => path !== "");
  if (ignored.length === 0) return [];
  const compared = await must(repository, [
    "diff-index",
    "--cached",
    "--name-only",
    "--no-renames",
    "-z",
    since,
  ]);
  const isRule = (path: string) => path === ".gitignore" || path.endsWith("/.gitignore");
  if (![...compared.split("\0"), ...ignored].some(isRule)) return [];
  return ignored.map((path) => ({ path, why: "ignored" }));
}

/** The user's own list, wherever git would look for it. */
function homeExcludes(): string {
  const { XDG_CONFIG_HOME } = process.env;
  const config = XDG_CONFIG_HOME ?? join(homedir(), ".config");
  const named = [join(homedir(), ".gitconfig"), join(config, "git", "config")]
    .map((file) => /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(textOf(file) ?? "")?.[1])
    .find((path) => path !== undefined);
  const path = named?.replace(/^~(?=\/)/, homedir()) ?? join(config, "git", "ignore");
  return textOf(path) ?? "";
}

export async function must(repository: Repository, args: string[], stdin?: string): Promise<string> {
  const ran = await git(repository, args, stdin);
  if (!ran.ok) throw failed(args, ran);
  return args.includes("-z") ? ran.text : ran.text.trim();
}

function failed(args: string[], { said }: Ran): WorkflowError {
  return new WorkflowError("IO_FAILED", `git ${args[0]}: ${said}`);
}
