// How a process of ours is started. Whoever starts Bun on a file of ours takes the words and the environment from here.
//
// OWN-PROCESS-1. No file of the current folder, of a folder above it or of the home says what our processes load: not a
//     tsconfig.json or jsconfig.json (whose `paths` reach even the file Bun is started on), not a bunfig.toml, .env or
//     package.json, and no package is fetched. A `Worker` inherits all of this from its process.
// OWN-PROCESS-2. What a process loads is made from the file itself, never from Bun's cache of transpiled files: whoever
//     can write there could put other code in the place of a bundle whose bytes were verified.
// OWN-PROCESS-3. What is started is a file of ours, or the one that the composing program names. A program that has us
//     built in has no such file, and a compiled one is no Bun: starting either would start the program itself again.
//
// The launchers in bin/ are shell scripts and repeat these flags; a test compares them. Nothing of Node is imported here:
// see control/early-worker.ts.
import { DIST_DIR, IS_BINARY } from "./dist.ts";
import { WorkflowError } from "./errors.ts";

export const OWN_FLAGS: readonly string[] = [
  "--no-install",
  "--no-env-file",
  "--config=/dev/null",
  "--tsconfig-override=/dev/null",
];

/** `word`: what the single-file binary is told instead. `source` is spelled out: a package has it as `.js`. */
type Kind = { source: () => URL; dist: string; word: string; flags: readonly string[] };

const KINDS = {
  worker: {
    source: () => new URL("../worker-entry.ts", import.meta.url),
    dist: "worker.js",
    word: "__worker",
    flags: ["--disallow-code-generation-from-strings=strict"],
  },
  descriptor: {
    source: () => new URL("../bundle/build/descriptor-sandbox.ts", import.meta.url),
    dist: "descriptor-sandbox.js",
    word: "__descriptor",
    flags: ["--disallow-code-generation-from-strings=strict"],
  },
} as const satisfies Record<string, Kind>;

/**
 * The words before a process' own arguments. In a compiled binary the executable is every process. `composed`: the file
 * that the composing program names instead of ours; dist/ and the binary were built with it.
 */
export function ownCommand(kind: keyof typeof KINDS, composed?: URL): string[] {
  const { source, dist, word, flags }: Kind = KINDS[kind];
  if (IS_BINARY) return [process.execPath, word];
  if (DIST_DIR !== null) return [process.execPath, ...OWN_FLAGS, ...flags, `${DIST_DIR}/${dist}`];
  assertIsBun();
  if (composed === undefined) assertOwnFiles();
  return [process.execPath, ...OWN_FLAGS, ...flags, Bun.fileURLToPath(composed ?? source())];
}

/** OWN-PROCESS-3. */
function assertIsBun(): void {
  if (Bun.main.startsWith("/$bunfs/"))
    throw new WorkflowError(
      "USAGE",
      "a program compiled into one executable cannot start workers: it is no Bun",
      {
        hint: "run the program with Bun, or start uncaged-workflow from it: docs/client.md",
      },
    );
}

function assertOwnFiles(): void {
  if (!/\/contract\/own-process\.[jt]s$/.test(import.meta.url))
    throw new WorkflowError(
      "USAGE",
      "@uncaged/workflow was built into this program, so its worker is no file of its own",
      {
        hint: "bun build --packages=external",
      },
    );
}

/** What every process of ours is given beside the environment it is meant to have. */
export const OWN_ENV: Readonly<Record<string, string>> = { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
