import type { BundleProblem } from "#contract/descriptor.ts";
import { problemAt } from "../syntax/problem.ts";

/**
 * Bun will run the file, so it must be able to read it too. Only for files in which nothing else is wrong: Bun's scan
 * *executes* what is imported as a macro, and must not see such an import.
 */
export function askBun(text: string): BundleProblem[] {
  try {
    new Bun.Transpiler({ loader: "js" }).scan(text);
    return [];
  } catch (error) {
    const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
    return failures.map((failure) => {
      const { message, position } = failure as Partial<BuildMessage>;
      return problemAt(position ?? null, `Bun cannot read the file: ${message ?? String(failure)}`);
    });
  }
}
