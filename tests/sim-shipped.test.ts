// What we ship comes back from every place at which it could have died, and a dry run of it gets to its end.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPO, TempHome } from "./support/temp-home.ts";

const FOLDERS = ["bundles", "examples"].flatMap((folder) =>
  readdirSync(join(REPO, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(REPO, folder, entry.name, "flow.ts")))
    .map((entry) => join(folder, entry.name)),
);

/** The answers of the recorded thread, and what it was asked for. */
function recordedIn(folder: string): string[] {
  const path = join(REPO, folder, "recorded", "thread.jsonl");
  if (!existsSync(path)) return ["--prompt", "Say hello"];
  const start = JSON.parse(readFileSync(path, "utf8").split("\n")[0] as string);
  return ["--prompt", start.parameters.prompt, "--receipts", path];
}

async function homeFor(folder: string): Promise<TempHome> {
  const home = await TempHome.create();
  const effects = join(REPO, folder, "effects.yaml");
  if (existsSync(effects)) await Bun.write(home.layout.effects, readFileSync(effects));
  return home;
}

for (const folder of FOLDERS)
  test(`sim of ${folder}: every thread reaches its end, and comes back the same`, async () => {
    await using home = await homeFor(folder);
    const file = join(REPO, folder, "flow.ts");
    const ran = await home.uw(["sim", file, "--seeds", "3", ...recordedIn(folder), "--json"]);
    expect(ran.json).toMatchObject({ status: "same", findings: [], seeds: 3, reached: 3 });
    expect(ran.exitCode).toBe(0);
  }, 120_000);

for (const folder of FOLDERS)
  test(`run --dry-run of ${folder} has stubs that fit every schema`, async () => {
    await using home = await homeFor(folder);
    await home.uw(["add", "flow", join(REPO, folder, "flow.ts"), "--json"]);
    const ran = await home.uw(["run", "flow", "--dry-run", ...recordedIn(folder), "--json"]);
    expect(ran.json.error === null || ran.json.error.details.returnCode > 0).toBe(true);
    const bare = await home.uw(["run", "flow", "--dry-run", "--prompt", "Say hello", "--json"]);
    // A flow may refuse what a stub says; the engine never does.
    expect(["RECEIPT_FAULT", "STUB_NOT_FOUND", "SCHEMA_INVALID"]).not.toContain(bare.json.error?.code);
  }, 120_000);
