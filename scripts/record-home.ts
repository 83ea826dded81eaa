// bun scripts/record-home.ts: a store as this version writes it, into tests/fixtures/homes/<version>. A version that is
// released leaves one behind, and tests/upgrade.test.ts holds every later version against all of them.
import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { VERSION } from "../packages/cli-workflow/src/version.ts";
import { commandingIn, counting, yielding } from "../tests/support/bundles.ts";
import { TempHome } from "../tests/support/temp-home.ts";

const FIXTURES = resolve(import.meta.dir, "../tests/fixtures/homes");
const EXEC = '{ do: "effect", effect: "sys/exec@1", params: { argv: ["echo", "done"] } }';
const ASK = '{ do: "approve", prompt: "Ship?", id: "ship", items: ["v1"] }';
/** Nothing of the machine or the person that recorded it. */
const env = { UNCAGED_ACTOR: "ann" };

export async function recordHome(folder: string): Promise<void> {
  await using home = await TempHome.create();
  const uw = async (...args: string[]) => {
    const ran = await home.uw([...args, "--json"], { env });
    if (ran.exitCode !== 0 && args[1] !== "broken") throw new Error(`${args.join(" ")}: ${ran.stdout}`);
    return ran.json.executionId as string;
  };
  for (const mode of ["strict", "steps"] as const) {
    const name = `ship-${mode}`;
    await home.add(name, counting(1));
    await home.add(name, commandingIn(mode, [EXEC, ASK, EXEC]));
    const shipped = await uw("run", name, "--prompt", "approved", "--var", "order=7");
    await uw("approve", shipped, "--reason", "checked");
    await uw("fork", shipped, "--from-step", "1");
    const denied = await uw("run", name, "--prompt", "denied");
    await uw("deny", denied, "--reason", "not on a Friday");
    await uw("run", name, "--prompt", "waits");
  }
  await home.add("broken", yielding('throw new Error("it broke");'));
  await uw("run", "broken", "--prompt", "fails");
  await home.add("count", counting(3));
  await uw("run", "count", "--max-rounds", "2");
  await home.untilQuiet();
  rmSync(folder, { recursive: true, force: true });
  for (const name of [
    "workflow.yaml",
    "bundles",
    "logs",
    "audit.jsonl",
    "state.db",
    "seal.key",
    "states",
    "blobs",
  ])
    if (existsSync(join(home.layout.root, name)))
      cpSync(join(home.layout.root, name), join(folder, "workflow", name), { recursive: true });
}

if (import.meta.main) {
  const folder = join(FIXTURES, process.argv[2] ?? VERSION);
  await recordHome(folder);
  console.log(`recorded ${folder}`);
}
