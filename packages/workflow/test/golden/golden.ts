// Bytes that others read. A change of format shows up as a diff of a file in this folder:
// UPDATE_GOLDEN=1 bun test packages/workflow/test/golden
import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function goldenPath(name: string): string {
  return join(import.meta.dir, name);
}

export function expectGolden(name: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(goldenPath(name), text);
  expect(text).toBe(readFileSync(goldenPath(name), "utf8"));
}

/** JSON text in which what differs from run to run has a name instead. */
export function withoutChance(text: string): string {
  const threads = new Map<string, string>();
  const nameOf = (id: string) => {
    if (!threads.has(id)) threads.set(id, `<thread ${threads.size + 1}>`);
    return threads.get(id) as string;
  };
  return text
    .replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, nameOf)
    .replace(/"\d{4}-\d\d-\d\dT[0-9:.]+Z"/g, '"<time>"')
    .replace(/("(?:timestamp|startedAt|updatedAt)": ?)\d{13}/g, '$1"<ms>"')
    .replace(/("sum": ?)"[0-9A-HJKMNP-TV-Z]{13}"/g, '$1"<sum>"')
    .replace(/("actor": ?)"[^"]*"/g, '$1"<actor>"')
    .replace(/("path": ?)"\/[^"]*"/g, '$1"<folder>"')
    .replace(/("pid": ?)\d+/g, '$1"<pid>"');
}
