// What a bundle is, told from its syntax tree.
//
// ANALYSE-1. Nothing of the file is executed.
// ANALYSE-2. It never throws: whatever the bytes, the answer is a list of problems.
// ANALYSE-3. All problems that can be seen are told, in the order of the file.
import type { Program } from "acorn";
import type { BundleFacts, BundleProblem } from "#contract/descriptor.ts";
import { readDescriptor } from "../describe/read-descriptor.ts";
import { findScope } from "../syntax/find-scope.ts";
import { parseSource } from "../syntax/parse-source.ts";
import { problemAt } from "../syntax/problem.ts";
import { readSource } from "../syntax/read-source.ts";
import { askBun } from "./ask-bun.ts";
import { checkCode } from "./check-code.ts";
import { checkDefault } from "./check-default.ts";
import { capabilitiesOf } from "./check-globals.ts";
import { checkReceives } from "./check-receives.ts";

/** `facts` is null when the file cannot be parsed. */
export function analyseBundle(bytes: Uint8Array): { problems: BundleProblem[]; facts: BundleFacts | null } {
  const source = readSource(bytes);
  if (source.text === null) return { problems: source.problems, facts: null };
  const { tree, problems } = parseSource(source.text);
  const findings = tree === null ? { problems: [], facts: null } : judgeTree(tree);
  const seen = [...source.problems, ...problems, ...findings.problems];
  const isSafeToScan = seen.every((problem) => problem.code === "DESCRIPTOR_INVALID");
  const all = isSafeToScan ? [...seen, ...askBun(source.text)] : seen;
  return { problems: all.sort(byPosition), facts: findings.facts };
}

function judgeTree(tree: Program): { problems: BundleProblem[]; facts: BundleFacts | null } {
  try {
    const scope = findScope(tree);
    const code = checkCode(tree, scope);
    const { descriptor, problems } = readDescriptor(tree, scope);
    return {
      problems: [
        ...checkDefault(tree, scope),
        ...code.problems,
        ...problems,
        ...checkReceives(tree, descriptor),
      ],
      facts: {
        readsSteps: code.readsSteps,
        imports: code.imports,
        capabilities: capabilitiesOf(scope),
        descriptor,
      },
    };
  } catch (error) {
    // Too deep for the stack, or syntax newer than one of the checkers: what cannot be checked is not accepted.
    const reason = error instanceof RangeError ? "it is nested too deeply" : String(error);
    return { problems: [problemAt(null, `the code cannot be checked: ${reason}`)], facts: null };
  }
}

/** Problems of the file as a whole come first. */
function byPosition(a: BundleProblem, b: BundleProblem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
