// An author's entry becomes one file. The same sources give the same bytes in any folder and on any machine.
import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Program } from "acorn";
import { WorkflowError } from "#contract/errors.ts";
import { readExportedLiteral } from "../describe/read-descriptor.ts";
import { findExport } from "../syntax/find-export.ts";
import { findScope } from "../syntax/find-scope.ts";
import { parseSource } from "../syntax/parse-source.ts";
import { type Compiled, compileEntry } from "./compile-entry.ts";
import { withEsbuild } from "./esbuild-service.ts";
import { evaluateDescriptor } from "./evaluate-descriptor.ts";

/**
 * `descriptor`: whether it is read from the code (or there is none), was evaluated and is now a literal, or is still made
 * by code, because nobody allowed to evaluate it.
 */
export type BuiltBundle = Compiled & { descriptor: "read" | "evaluated" | "computed" };

/**
 * Whether the result is a bundle is not asked here: that is `analyseBundle`. `program` is the esbuild to run, where it cannot
 * be found beside us.
 */
export async function buildBundle(
  entry: string,
  how: { mayEvaluate: boolean; program?: string | undefined } = { mayEvaluate: true },
): Promise<BuiltBundle> {
  const path = await findEntry(entry);
  const folder = dirname(path);
  return withEsbuild(how.program, async (esbuild) => {
    const plain = await compileEntry(esbuild, { entryPoints: [path] }, folder);
    const { tree } = parseSource(new TextDecoder().decode(plain.code));
    if (tree === null || !hasComputedDescriptor(tree)) return { ...plain, descriptor: "read" };
    if (!how.mayEvaluate) return { ...plain, descriptor: "computed" };
    const json = await evaluateDescriptor(plain, tree);
    const contents = wrapperOf(basename(path), findExport(tree, "default") !== null, json);
    const stdin = { contents, resolveDir: folder, sourcefile: "descriptor.js" };
    return { ...(await compileEntry(esbuild, { stdin }, folder)), descriptor: "evaluated" };
  });
}

/** The real path: esbuild follows links, and paths relative to a link would come out differently. */
async function findEntry(entry: string): Promise<string> {
  try {
    return await realpath(entry);
  } catch (error) {
    throw new WorkflowError("NOT_FOUND", `there is no file ${entry}`, { cause: error });
  }
}

/** A descriptor made by calls, such as z.toJSONSchema, cannot be read from the tree. */
function hasComputedDescriptor(tree: Program): boolean {
  return readExportedLiteral(tree, findScope(tree), "descriptor").kind === "computed";
}

function wrapperOf(entryName: string, hasDefault: boolean, descriptorJson: string): string {
  const from = JSON.stringify(`./${entryName}`);
  const workflow = hasDefault ? `export { default } from ${from};` : `import ${from};`;
  return `${workflow}\nexport const descriptor = ${descriptorJson};\n`;
}
