// The one place that starts git.
//
// GIT-1. Nothing a repository, a workspace, a home or an environment holds makes git start a program of theirs: no
//     hooks, no fsmonitor, no filters, no external diff, no transport, no pager, editor or signing program. The repository
//     is named, never looked for; what touches files goes by a configuration of our own (git-states.ts).

/** `gitDir` and `workTree` are always named. `objects`: where objects are, when that is not in `gitDir`. */
export type Repository = { gitDir: string; workTree?: string; objects?: string; index?: string };

export type Ran = { ok: boolean; text: string; said: string };

export async function git(repository: Repository, args: string[], stdin?: string): Promise<Ran> {
  const { gitDir, workTree } = repository;
  const tree = workTree === undefined ? [] : [`--work-tree=${workTree}`];
  try {
    const child = Bun.spawn(["git", `--git-dir=${gitDir}`, ...tree, ...OVERRIDES, ...args], {
      // Wherever we were called, a relative PATH finds nothing here.
      cwd: "/",
      env: ownEnv(repository),
      stdin: stdin === undefined ? "ignore" : Buffer.from(stdin),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [text, said] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { ok: (await child.exited) === 0, text, said: said.trim() };
  } catch (error) {
    return { ok: false, text: "", said: error instanceof Error ? error.message : String(error) };
  }
}

/** They win over the configuration of the repository. */
const OVERRIDES = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.attributesFile=/dev/null",
  "core.sparseCheckout=false",
  "core.splitIndex=false",
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.askPass=",
  "core.pager=cat",
  "core.editor=false",
  "core.alternateRefsCommand=",
  "credential.helper=",
  "diff.external=",
  "gpg.program=false",
  "commit.gpgSign=false",
  "protocol.allow=never",
  "submodule.recurse=false",
  "uploadpack.packObjectsHook=",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.detachedHead=false",
  "user.name=uncaged-workflow",
  "user.email=uncaged-workflow@localhost",
].flatMap((setting) => ["-c", setting]);

/** What a caller's GIT_DIR or GIT_SSH_COMMAND says is meant for their own commands. */
function ownEnv({ objects, index }: Repository): Record<string, string> {
  const { PATH = "", TMPDIR } = process.env;
  return {
    PATH,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    LC_ALL: "C",
    // No folder of the user's is looked at for settings.
    HOME: "/dev/null",
    XDG_CONFIG_HOME: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
}
