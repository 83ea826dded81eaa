// bun run requirements [id ...]: the requirements of docs/requirements.md, each with the tests that quote it.
import { join, resolve } from "node:path";
import { readQuotes } from "./quoted-ids.ts";

export type Requirement = { id: string; text: string };

const ROW = /^\| ((?:[A-Z]{3,}-\d+)|(?:[A-Z]\d{1,2})) \| (.+) \|$/gm;

export function requirementsOf(page: string): Requirement[] {
  return [...page.matchAll(ROW)].map(([, id = "", text = ""]) => ({ id, text }));
}

export async function readRequirements(repo: string): Promise<Requirement[]> {
  return requirementsOf(await Bun.file(join(repo, "docs/requirements.md")).text());
}

if (import.meta.main) {
  const repo = resolve(import.meta.dir, "..");
  const wanted = process.argv.slice(2).map((word) => word.toUpperCase());
  const quotes = await readQuotes(repo);
  for (const { id, text } of await readRequirements(repo)) {
    if (wanted.length > 0 && !wanted.includes(id)) continue;
    console.log(`${id}  ${text}`);
    for (const { file, line, text: name } of quotes.filter((quote) => quote.id === id))
      console.log(`    ${file}:${line}  ${name}`);
  }
}
