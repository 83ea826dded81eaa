import { type Comment, Parser, type Program } from "acorn";
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
    const tree = LinearParser.parse(text, {
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

/**
 * acorn looks for every name it meets in lists of all names of the scope: eighty thousand of them took minutes. The lists
 * are the same, and know where a name stands.
 */
const LinearParser = Parser.extend((Base) => {
  const Scoped = Base as unknown as new (
    ...args: never[]
  ) => {
    scopeStack: Record<string, unknown>[];
    enterScope(flags: number): void;
  };
  return class extends Scoped {
    override enterScope(flags: number): void {
      super.enterScope(flags);
      const scope = this.scopeStack[this.scopeStack.length - 1] as Record<string, unknown>;
      for (const key of NAME_LISTS) scope[key] = new NameList();
    }
  } as unknown as typeof Parser;
});

const NAME_LISTS = ["var", "lexical", "functions"];

/** Most scopes have a few names, and are searched faster than a map is made. */
const SHORT = 16;

class NameList extends Array<string> {
  private places: Map<string, number> | null = null;

  override push(name: string): number {
    if (this.length >= SHORT) {
      this.places ??= new Map([...this.entries()].map(([at, known]) => [known, at]));
      this.places.set(name, this.places.get(name) ?? this.length);
    }
    return super.push(name);
  }

  override indexOf(name: string): number {
    return this.places === null ? super.indexOf(name) : (this.places.get(name) ?? -1);
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
