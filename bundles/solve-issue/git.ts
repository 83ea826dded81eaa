// What is done with git: in the workspace of the thread, which should be a worktree of its own.
import { type Commands, exec, must } from "@uncaged/workflow";

/** Without what a file of the workspace, or one beside it, could make git run: the coder may have written it. */
export const GIT = [
  "git",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "safe.bareRepository=explicit",
];

type Asking<T> = AsyncGenerator<Commands, T, unknown>;

/** A receipt holds a limited number of bytes, and a diff may be longer. */
const DIFF_BYTES_MAX = 120_000;
const FIRST_BYTES =
  'bytes="$1"; shift; git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c safe.bareRepository=explicit diff --no-color --no-ext-diff --no-textconv "$@" | head -c "$bytes"';

/** The commit the work starts from. Changes of somebody else would be committed with ours, so there may be none. */
export async function* cleanBase(): Asking<string> {
  const head = must(yield* exec([...GIT, "rev-parse", "--verify", "HEAD"], { class: "read" }));
  if (head.exitCode !== 0)
    throw new Error(`the workspace is no repository with a commit: ${head.stderr.trim()}`);
  const status = must(yield* exec([...GIT, "status", "--porcelain"], { class: "read" }));
  if (status.stdout !== "")
    throw new Error("the workspace has changes that are not committed: commit them, or run with --worktree");
  return head.stdout.trim();
}

/** New files included. */
export async function* diffSince(base: string): Asking<string> {
  must(yield* exec([...GIT, "add", "--all"], { class: "idempotent" }));
  return yield* firstBytes(["--cached", base]);
}

/** Every commit the remote does not have, those from before the thread included, and the diff of this one. */
export async function* whatGoes(base: string, commit: string, remote: string): Asking<string[]> {
  const argv = [...GIT, "log", "--oneline", commit, "--not", `--remotes=${remote}`];
  const commits = must(yield* exec(argv, { class: "read" })).stdout;
  return [commits.trimEnd(), yield* firstBytes([base, commit])];
}

/** What is too long is cut, and says so. */
async function* firstBytes(args: string[]): Asking<string> {
  const argv = ["sh", "-c", FIRST_BYTES, "sh", String(DIFF_BYTES_MAX + 1), ...args];
  const diff = must(yield* exec(argv, { class: "read" })).stdout;
  if (Buffer.byteLength(diff) <= DIFF_BYTES_MAX) return diff;
  return `${diff}\nNOTE: the diff is longer than ${DIFF_BYTES_MAX} bytes; the rest is not shown.`;
}

/** May be asked for twice: the second time there is nothing left to commit, and HEAD is where it should be. */
export async function* commitAll(message: string): Asking<{ commit: string } | { problem: string }> {
  must(yield* exec([...GIT, "add", "--all"], { class: "idempotent" }));
  const argv = [...GIT, ...(yield* ownHooks()), "commit", "--quiet", "--file=-"];
  const { exitCode, stdout, stderr } = must(yield* exec(argv, { class: "idempotent", stdin: message }));
  if (exitCode !== 0) {
    const left = must(yield* exec([...GIT, "diff", "--cached", "--quiet"], { class: "read" }));
    if (left.exitCode !== 0) return { problem: (stderr || stdout).trim() };
  }
  return { commit: must(yield* exec([...GIT, "rev-parse", "HEAD"], { class: "read" })).stdout.trim() };
}

/** Those in the repository itself are the user's. Those a setting finds among the files may be the coder's. */
async function* ownHooks(): Asking<string[]> {
  const argv = [...GIT, "rev-parse", "--path-format=absolute", "--git-common-dir"];
  const folder = must(yield* exec(argv, { class: "read" })).stdout.trim();
  return ["-c", `core.hooksPath=${folder}/hooks`];
}

export async function* hasRemote(remote: string): Asking<boolean> {
  return must(yield* exec([...GIT, "remote"], { class: "read" }))
    .stdout.split("\n")
    .includes(remote);
}

/** The same commit to the same branch: twice does no harm. Null when it was taken, else why not. */
export async function* push(
  commit: string,
  remote: string,
  branch: string,
  sshAgent?: string,
): Asking<string | null> {
  const env = { GIT_TERMINAL_PROMPT: "0", ...(sshAgent === undefined ? {} : { SSH_AUTH_SOCK: sshAgent }) };
  const argv = [
    ...GIT,
    ...(yield* ownHooks()),
    "push",
    "--quiet",
    "--",
    remote,
    `${commit}:refs/heads/${branch}`,
  ];
  const { exitCode, stderr } = must(yield* exec(argv, { class: "idempotent", env }));
  return exitCode === 0 ? null : stderr.trim();
}
