// The code in README and docs does what its kind does: a workflow is added, a test passes, a program runs, a module loads.
// That the TypeScript fits its types is held by doc-samples.test.ts.
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { commanding } from "./support/bundles.ts";
import { type Block, blocksOf } from "./support/doc-blocks.ts";
import { findFiles } from "./support/find-files.ts";
import { Reader } from "./support/reader.ts";
import { REPO } from "./support/temp-home.ts";

setDefaultTimeout(60_000);

type Sample = Block & { path: string; name: string };

const SAMPLES: Sample[] = (await findFiles("*.md", "docs/*.md")).flatMap((path) =>
  blocksOf(readFileSync(join(REPO, path), "utf8"))
    .filter(({ lang, notRun }) => ["ts", "js"].includes(lang) && notRun === null)
    .filter((block) => Bun.which("node") !== null || !isForNode(block))
    .map((block) => ({ ...block, path, name: `${path}:${block.line}` })),
);

test("there are samples", () => expect(SAMPLES.length).toBeGreaterThan(15));

test.each(SAMPLES)("$name", async (sample) => {
  await using reader = await readerOf(sample);
  const command = commandFor(sample);
  const { exitCode, stdout, stderr } = await reader.type(command);
  expect(exitCode, `${command}\n${stdout}${stderr}`).toBe(0);
  // A comment that says what is printed is right.
  for (const [, said = ""] of sample.code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm))
    expect(stdout).toContain(said);
});

function commandFor({ code, lang }: Sample): string {
  if (code.includes('from "bun:test"')) return "bun test ./sample.test.ts";
  if (code.includes("export default"))
    return `uncaged-workflow add sample ${lang === "js" ? "sample.esm.js" : "sample.ts"}`;
  return isForNode({ code }) ? "node sample.mjs" : "bun sample.ts";
}

function isForNode({ code }: Pick<Block, "code">): boolean {
  return code.includes("node:child_process");
}

/** Somebody with our packages beside the sample and, where it is a program, the workflow `fix` of the README, one thread of another waiting for a yes. */
async function readerOf({ code }: Sample): Promise<Reader> {
  const reader = await Reader.create();
  for (const name of ["sample.ts", "sample.esm.js", "sample.mjs", "sample.test.ts"]) reader.write(name, code);
  mkdirSync(join(reader.folder, "node_modules/@uncaged"), { recursive: true });
  for (const [name, folder] of [
    ["workflow", "workflow"],
    ["workflow-agents", "agents"],
  ] as const)
    symlinkSync(join(REPO, "packages", folder), join(reader.folder, "node_modules/@uncaged", name));
  symlinkSync(join(REPO, "packages/workflow/node_modules/zod"), join(reader.folder, "node_modules/zod"));
  if (!code.includes("@uncaged/workflow/client") && !isForNode({ code })) return reader;
  await reader.home.add("fix", blocksOf(readFileSync(join(REPO, "README.md"), "utf8"))[0]?.code ?? "");
  await reader.home.add("ask", commanding(['{ do: "approve", prompt: "Ship?" }']));
  await reader.home.uw(["run", "ask"], { env: { UNCAGED_ACTOR: "ann" } });
  return reader;
}
