import type * as Esbuild from "esbuild";
import { IS_BINARY } from "#contract/dist.ts";
import { WorkflowError } from "#contract/errors.ts";

let users = 0;

/** esbuild is a process of its own that would keep ours alive: the last user stops it. */
export async function withEsbuild<T>(work: (esbuild: typeof Esbuild) => Promise<T>): Promise<T> {
  const esbuild = await loadEsbuild();
  users += 1;
  try {
    return await work(esbuild);
  } finally {
    users -= 1;
    if (users === 0) await esbuild.stop();
  }
}

/** In a binary it would look for its own program in the current folder's node_modules, and run what it finds there. */
async function loadEsbuild(): Promise<typeof Esbuild> {
  if (IS_BINARY) throw cannotBuildHere(undefined);
  try {
    return await import("esbuild");
  } catch (error) {
    throw cannotBuildHere(error);
  }
}

/** esbuild's own complaints, with positions; or, where it does not run at all, what to do about that. */
export function explainFailure(error: unknown, readName: (file: string) => string): WorkflowError {
  const { errors } = error as { errors?: Esbuild.Message[] };
  if (errors === undefined) return cannotBuildHere(error);
  const lines = errors.map(({ text, location }) =>
    location === null ? text : `${readName(location.file)}:${location.line}:${location.column + 1}: ${text}`,
  );
  return new WorkflowError("BUNDLE_INVALID", lines.join("\n"), { cause: error });
}

function cannotBuildHere(error: unknown): WorkflowError {
  return new WorkflowError(
    "USAGE",
    "this program cannot build: it has no esbuild, which a single-file binary cannot hold",
    {
      hint: "npm install --global @uncaged/cli-workflow",
      cause: error,
    },
  );
}
