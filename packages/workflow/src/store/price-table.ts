// prices.json: the price table that somebody stored, as it was given. Who asks a model reads what it says.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { readWhole, replaceWhole } from "#disk/whole-file.ts";

/** Null: nobody has stored one. */
export function readPriceTable(layout: Layout): unknown {
  const bytes = readWhole(layout.prices, LIMITS.yamlBytes);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new WorkflowError("INVALID_JSON", `${layout.prices} is not JSON: ${(error as Error).message}`, {
      hint: "uncaged-workflow prices update <file>",
      cause: error,
    });
  }
}

export function storePriceTable(layout: Layout, text: string): void {
  ensureDirectory(layout.root);
  replaceWhole(layout.prices, text);
}
