// `bun run agents:real`: the real coding agents, each against an independent mock of its provider.
//
// The programs and the mock are installed from npm into a cache folder (UNCAGED_AGENTS_CACHE, else one under the system's
// temp folder): about 3 GB, minutes, once. After that nothing but loopback is reached: where the system allows it, all runs
// in a network of its own. Homes are temporary, keys are dummies, one program runs at a time, each flow has a limit.
//
//   bun run agents:real [claude codex ...] [--record]
//
// --record writes what the programs printed to packages/agents/test/recorded, for the ordinary suite.
import { join } from "node:path";
import { FLOWS } from "./agents-real/flows.ts";
import { cacheFolder, install } from "./agents-real/install.ts";
import { startMock } from "./agents-real/mock.ts";
import { PROGRAMS } from "./agents-real/programs.ts";
import { Rig } from "./agents-real/rig.ts";

const ALONE = "UNCAGED_AGENTS_ALONE";

async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const wanted = Object.keys(PROGRAMS).filter((name) => names.length === 0 || names.includes(name));
  if (process.env[ALONE] === undefined) {
    for (const name of ["aimock", ...wanted]) console.log(await install(name));
    const alone = await runAlone(args);
    if (alone !== null) return alone;
    console.log("note: no network of its own here; the programs could reach others than the mock");
  }
  return runFlows(wanted, args.includes("--record"));
}

/** In a network with nothing but loopback. Null where the system has none to give. */
async function runAlone(args: string[]): Promise<number | null> {
  const enter = ["unshare", "--map-current-user", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"];
  if (Bun.which("unshare") === null || Bun.spawnSync([...enter, "true"]).exitCode !== 0) return null;
  const self = [process.execPath, import.meta.path, ...args];
  const child = Bun.spawn([...enter, ...self], {
    env: { ...process.env, [ALONE]: "1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return child.exited;
}

async function runFlows(wanted: string[], isRecording: boolean): Promise<number> {
  await using mock = await startMock(join(cacheFolder(), "aimock"));
  let failed = 0;
  for (const name of wanted) {
    const program = PROGRAMS[name];
    if (program === undefined) continue;
    for (const [claim, flow] of Object.entries(FLOWS)) {
      const why = program.skips?.[claim];
      if (why !== undefined) {
        console.log(`skip  ${name}: ${claim} (${why})`);
        continue;
      }
      await using rig = await Rig.create(name, program, mock, isRecording);
      try {
        await flow(rig);
        console.log(`ok    ${name}: ${claim}`);
      } catch (error) {
        failed += 1;
        console.log(
          `FAIL  ${name}: ${claim}\n      ${String(error instanceof Error ? error.message : error).slice(0, 2000)}`,
        );
      }
    }
  }
  console.log("skip  aider: a Python program, by its documents only");
  console.log(failed === 0 ? "agents:real: all green" : `agents:real: ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
