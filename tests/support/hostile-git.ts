// Everything a file in a workspace or a repository can say to make git run a program. Each runs one that leaves a mark.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A program that leaves a mark, and goes on as git expects of it. */
export class Canary {
  readonly program: string;
  private readonly mark: string;

  constructor(folder: string) {
    this.mark = join(folder, "canary-sang");
    this.program = join(folder, "canary.sh");
    writeFileSync(this.program, `#!/bin/sh\necho "$0 $*" >> '${this.mark}'\ncat 2>/dev/null\nexit 0\n`);
    chmodSync(this.program, 0o755);
  }

  /** What it was started as; empty when nobody did. */
  get sang(): string {
    return existsSync(this.mark) ? readFileSync(this.mark, "utf8") : "";
  }
}

/** Settings that name a program, wherever git would read them. */
export function hostileConfig({ program }: Canary, bareWorktree?: string): string {
  return `[core]
\trepositoryformatversion = 0
\tfsmonitor = ${program}
\thooksPath = ${program.replace(/[^/]*$/, "hooks")}
\tsshCommand = ${program}
\tgitProxy = ${program}
\teditor = ${program}
\tpager = ${program}
\taskPass = ${program}
\talternateRefsCommand = ${program}
\tattributesFile = ${program.replace(/[^/]*$/, "attributes")}
${bareWorktree === undefined ? "" : `\tworktree = ${bareWorktree}\n`}[diff]
\texternal = ${program}
[diff "canary"]
\ttextconv = ${program}
\tcommand = ${program}
[filter "canary"]
\tclean = ${program}
\tsmudge = ${program}
\trequired = false
[filter "process"]
\tprocess = ${program}
[merge "canary"]
\tdriver = ${program}
[gpg]
\tprogram = ${program}
[commit]
\tgpgSign = true
[credential]
\thelper = ${program}
[uploadpack]
\tpackObjectsHook = ${program}
[submodule]
\trecurse = true
[alias]
\tadd = !${program}
\tstatus = !${program}
\tls-files = !${program}
\twrite-tree = !${program}
`;
}

export const HOSTILE_ATTRIBUTES =
  "* filter=canary diff=canary merge=canary\n*.txt filter=process\n*.bin text working-tree-encoding=UTF-16\n";

/** Hooks of every name, in a folder. */
export function plantHooks({ program }: Canary, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of HOOKS) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${program}' ${name}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

const HOOKS = [
  "pre-commit",
  "post-commit",
  "post-checkout",
  "post-index-change",
  "reference-transaction",
  "post-rewrite",
  "pre-auto-gc",
  "fsmonitor-watchman",
  "update",
  "post-merge",
];

/** A repository of the user's whose own settings are hostile: it was unpacked from somewhere. */
export function poison(canary: Canary, gitFolder: string): void {
  const config = join(gitFolder, "config");
  writeFileSync(config, `${readFileSync(config, "utf8")}${hostileConfig(canary)}`);
  plantHooks(canary, join(gitFolder, "hooks"));
  plantHooks(canary, join(canary.program, "../hooks"));
  mkdirSync(join(gitFolder, "info"), { recursive: true });
  writeFileSync(join(gitFolder, "info/attributes"), HOSTILE_ATTRIBUTES);
  writeFileSync(join(canary.program, "../attributes"), HOSTILE_ATTRIBUTES);
}
