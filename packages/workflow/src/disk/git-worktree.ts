// Worktrees of git: a folder of its own for a thread, and the states it was in.
//
// W1. Nothing of the user's checkout is touched: not its files, its index, its branches or its configuration.
// W2. A state is a commit that only `refs/uncaged/<thread>` leads to; all earlier ones are behind it, so none is pruned.
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { WorkflowError } from "#contract/errors.ts";

/** `commit` holds every file that is not ignored; `head` is where the worktree's own HEAD stood. */
export type TreeState = { commit: string; head: string };

export async function addWorktree(repo: string, path: string, commit: string): Promise<void> {
  await mustGit(repo, ["worktree", "add", "--quiet", "--detach", path, commit]);
}

/** Puts the files of a state into a worktree whose HEAD stands where it stood then. */
export async function restoreState(path: string, { commit }: TreeState): Promise<void> {
  await mustGit(path, ["restore", `--source=${commit}`, "--worktree", "--", ":/"]);
}

/** Keeps the state of a worktree. Null when it is the one before. */
export async function keepState(
  path: string,
  ref: string,
  before: TreeState | null,
  title: string,
): Promise<TreeState | null> {
  const env = { GIT_INDEX_FILE: await indexBeside(path) };
  await mustGit(path, ["add", "--all", "--", ":/"], env);
  const tree = await mustGit(path, ["write-tree"], env);
  const head = await mustGit(path, ["rev-parse", "HEAD"]);
  const known =
    before === null ? null : await git(path, ["rev-parse", "--verify", "--quiet", `${before.commit}^{tree}`]);
  if (known?.text === tree && before?.head === head) return null;
  const parents = before === null || known?.ok !== true ? [head] : [head, before.commit];
  const commit = await mustGit(path, [
    ...AS_OURSELVES,
    "commit-tree",
    tree,
    ...parents.flatMap((parent) => ["-p", parent]),
    "-m",
    title,
  ]);
  await mustGit(path, ["update-ref", ref, commit]);
  return { commit, head };
}

/** The folder goes, and what git knows of it. `dropRef`: its states, too. */
export async function removeWorktree(path: string, dropRef: string | null): Promise<void> {
  const common = await git(path, ["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  rmSync(path, { recursive: true, force: true });
  if (!common.ok) return;
  const repo = [`--git-dir=${common.text}`];
  await git("/", [...repo, "worktree", "prune"]);
  if (dropRef !== null) await git("/", [...repo, "update-ref", "-d", dropRef]);
}

/** Files that differ from HEAD or that git does not know. */
export async function uncommittedFiles(path: string): Promise<number> {
  const { ok, text } = await git(path, ["status", "--porcelain"]);
  return ok && text !== "" ? text.split("\n").length : 0;
}

/** The root of the checkout a folder is in; null when it is in none. */
export async function checkoutOf(path: string): Promise<string | null> {
  const { ok, text } = await git(path, ["rev-parse", "--show-toplevel"]);
  return ok ? text : null;
}

const AS_OURSELVES = [
  "-c",
  "user.name=uncaged-workflow",
  "-c",
  "user.email=uncaged-workflow@localhost",
  "-c",
  "commit.gpgSign=false",
];

/** An index of our own beside that of the worktree, so that the user's is left alone and unchanged files are known. */
async function indexBeside(path: string): Promise<string> {
  const ours = await mustGit(path, ["rev-parse", "--path-format=absolute", "--git-path", "uncaged-index"]);
  const theirs = await mustGit(path, ["rev-parse", "--path-format=absolute", "--git-path", "index"]);
  if (!existsSync(ours) && existsSync(theirs)) copyFileSync(theirs, ours);
  return ours;
}

type Ran = { ok: boolean; text: string; said: string };

async function mustGit(cwd: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { ok, text, said } = await git(cwd, args, env);
  if (ok) return text;
  throw new WorkflowError("IO_FAILED", `git ${args.find((arg) => !arg.startsWith("-"))} in ${cwd}: ${said}`);
}

async function git(cwd: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  try {
    const child = Bun.spawn(["git", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0", ...args], {
      cwd,
      env: { ...ownEnv(), ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [text, said] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { ok: (await child.exited) === 0, text: text.trim(), said: said.trim() };
  } catch (error) {
    return { ok: false, text: "", said: error instanceof Error ? error.message : String(error) };
  }
}

/** What a caller's GIT_DIR or GIT_INDEX_FILE says is meant for their own commands. */
function ownEnv(): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...Object.fromEntries(given), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
}
