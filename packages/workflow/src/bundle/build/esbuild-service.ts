import type * as Esbuild from "esbuild";
import { IS_BINARY } from "#contract/dist.ts";
import { WorkflowError } from "#contract/errors.ts";

let users = 0;

/** esbuild is a process of its own that would keep ours alive: the last user stops it. */
export async function withEsbuild<T>(
  program: string | undefined,
  work: (esbuild: typeof Esbuild) => Promise<T>,
): Promise<T> {
  const esbuild = await loadEsbuild(program);
  users += 1;
  try {
    return await work(esbuild);
  } finally {
    users -= 1;
    if (users === 0) await esbuild.stop();
  }
}

/**
 * esbuild reads the variable when it is loaded. Programs that we start later are not to see it. A binary has to name the
 * program: esbuild would look for one in the current folder's node_modules, and run what it finds there.
 */
async function loadEsbuild(program: string | undefined): Promise<typeof Esbuild> {
  if (IS_BINARY && program === undefined) throw cannotBuildHere(undefined);
  const before = process.env[PROGRAM];
  try {
    if (program !== undefined) process.env[PROGRAM] = program;
    return await import("esbuild");
  } catch (error) {
    throw cannotBuildHere(error);
  } finally {
    if (before === undefined) delete process.env[PROGRAM];
    else process.env[PROGRAM] = before;
  }
}

const PROGRAM = "ESBUILD_BINARY_PATH";

/** esbuild's own complaints, with positions; or, where it does not run at all, what to do about that. */
export function explainFailure(error: unknown, readName: (file: string) => string): WorkflowError {
  const { errors } = error as { errors?: Esbuild.Message[] };
  if (errors === undefined) return cannotBuildHere(error);
  const lines = errors.map(({ text, location }) =>
    location === null ? text : `${readName(location.file)}:${location.line}:${location.column + 1}: ${text}`,
  );
  const problems = errors.map(({ text, location }) =>
    location === null
      ? { code: "BUNDLE_INVALID", message: text }
      : {
          code: "BUNDLE_INVALID",
          message: text,
          file: readName(location.file),
          line: location.line,
          column: location.column + 1,
        },
  );
  return new WorkflowError("BUNDLE_INVALID", lines.join("\n"), {
    hint: missingHint(errors),
    details: { errors: problems },
    cause: error,
  });
}

/** Which packages are not installed, and how they are. */
function missingHint(errors: Esbuild.Message[]): string | undefined {
  const missing = errors.flatMap(({ text }) => /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? []);
  const packages = [...new Set(missing.flatMap((specifier) => PACKAGE.exec(specifier)?.[0] ?? []))];
  if (packages.length === 0) return undefined;
  const names = packages.join(" ");
  const are = packages.length === 1 ? "is not installed" : "are not installed";
  return `${names} ${are} beside the entry: npm install ${names}, or bun add ${names}, in its folder`;
}

/** The package of a specifier; nothing for a file, and for what names its kind (`bun:sqlite`). */
const PACKAGE = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i;

function cannotBuildHere(error: unknown): WorkflowError {
  const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return new WorkflowError("USAGE", `this program cannot build: esbuild does not start: ${why}`, {
    hint: "npm install --global @uncaged/cli-workflow",
    cause: error,
  });
}
