// A checkout, and a git that takes its time to make a worktree of it: until `letGo`.
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type TempHome, until } from "./temp-home.ts";

export type SlowGit = {
  repo: string;
  /** For the commands that are to use it. */
  env: Record<string, string>;
  /** How often a worktree was asked for. */
  asked(): Promise<number>;
  untilAsked(): Promise<unknown>;
  letGo(): Promise<void>;
};

/** `name`: of a folder of its own, where there are several. */
export async function slowGit(home: TempHome, name = "slow"): Promise<SlowGit> {
  const dir = join(home.dir, name);
  const [repo, bin] = [join(dir, "repo"), join(dir, "bin")];
  await mkdir(bin, { recursive: true });
  await Bun.$`git init -q ${repo} && git -C ${repo} -c user.name=a -c user.email=a@b commit -q --allow-empty -m one`.quiet();
  await Bun.write(
    join(bin, "git"),
    `#!/bin/sh
case "$*" in *"worktree add"*) echo x >> ${dir}/asked; while [ ! -e ${dir}/go ]; do sleep 0.05; done;; esac
exec ${Bun.which("git")} "$@"
`,
  );
  await chmod(join(bin, "git"), 0o755);
  const asked = async () =>
    (
      await Bun.file(join(dir, "asked"))
        .text()
        .catch(() => "")
    ).length / 2;
  return {
    repo,
    env: { PATH: `${bin}:${process.env.PATH}` },
    asked,
    untilAsked: () =>
      until(async () => ((await asked()) > 0 ? true : null), "git to be asked for a worktree"),
    letGo: async () => void (await Bun.write(join(dir, "go"), "")),
  };
}
