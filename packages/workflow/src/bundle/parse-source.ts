import { type Comment, type Program, parse } from "acorn";
import type { BundleProblem } from "#contract/descriptor.ts";
import { BUILD_HINT, fromAcorn, problemAt } from "./problem.ts";

/** acorn decides what the file says. `tree` is null when it says nothing. */
export function parseSource(text: string): { tree: Program | null; problems: BundleProblem[] } {
  const comments: Comment[] = [];
  const { tree, problems } = parseWithAcorn(text, comments);
  problems.push(...refusePragma(text, comments));
  return { tree, problems };
}

function parseWithAcorn(
  text: string,
  onComment: Comment[],
): { tree: Program | null; problems: BundleProblem[] } {
  try {
    const tree = parse(text, {
      ecmaVersion: "latest",
      sourceType: "module",
      locations: true,
      ranges: true,
      onComment,
    });
    return { tree, problems: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { loc } = error as { loc?: { line: number; column: number } };
    const message = error.message.replace(/ \(\d+:\d+\)$/, "");
    return {
      tree: null,
      problems: [problemAt(loc === undefined ? null : fromAcorn(loc), `syntax error: ${message}`)],
    };
  }
}

/** After a first comment `// @bun` Bun takes the file for its own output, even for CommonJS, and runs something else than is read here. */
function refusePragma(text: string, comments: Comment[]): BundleProblem[] {
  const problems: BundleProblem[] = [];
  let leadingEnd = 0;
  for (const comment of comments) {
    if (text.slice(leadingEnd, comment.start).trim() !== "") break;
    leadingEnd = comment.end;
    if (/^[\s*]*@bun\b/.test(comment.value))
      problems.push(
        problemAt(
          comment.loc == null ? null : fromAcorn(comment.loc.start),
          "the file starts with a @bun comment, which makes Bun skip its own parser",
          { hint: BUILD_HINT },
        ),
      );
  }
  return problems;
}
