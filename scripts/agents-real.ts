// `bun run agents:real`: the real coding agents, each against an independent mock of its provider.
//
// The programs and the mock are installed from npm into a cache folder (UNCAGED_AGENTS_CACHE, else one under the system's
// temp folder): about 3 GB, minutes, once. After that nothing but loopback is reached: where the system allows it, all runs
// in a network of its own. Homes are temporary, keys are dummies, one program runs at a time, each flow has a limit.
//
//   bun run agents:real [claude codex ...] [--cli | --acp] [--only <text>] [--record] [--show]
//
// --cli: by their command lines only; --acp: over the protocol only. --only: flows with this text in their name. --record
// writes what the programs printed to packages/agents/test/recorded, for the ordinary suite. --show prints what people see.
import { join } from "node:path";
import { ASK_FLOWS } from "./agents-real/ask-flows.ts";
import { FLOWS, type Flow } from "./agents-real/flows.ts";
import { cacheFolder, install } from "./agents-real/install.ts";
import { startMock } from "./agents-real/mock.ts";
import { ACP_PROGRAMS, PROGRAMS, type Program } from "./agents-real/programs.ts";
import { Rig } from "./agents-real/rig.ts";
import { WORK_FLOWS } from "./agents-real/work-flows.ts";

const ALONE = "UNCAGED_AGENTS_ALONE";

type Wanted = { names: string[]; only: string; isRecording: boolean; isShowing: boolean; ways: Way[] };
type Way = { by: string; programs: Record<string, Program>; flows: Record<string, Flow> };

const CLI: Way = { by: "", programs: PROGRAMS, flows: { ...FLOWS, ...WORK_FLOWS } };
const ACP: Way = { by: " by ACP", programs: ACP_PROGRAMS, flows: { ...FLOWS, ...ASK_FLOWS } };

async function main(args: string[]): Promise<number> {
  const wanted = readArgs(args);
  if (process.env[ALONE] === undefined) {
    for (const name of installs(wanted)) console.log(await install(name));
    const alone = await runAlone(args);
    if (alone !== null) return alone;
    console.log("note: no network of its own here; the programs could reach others than the mock");
  }
  return runFlows(wanted);
}

function readArgs(args: string[]): Wanted {
  const at = args.indexOf("--only");
  const names = args.filter((arg, index) => !arg.startsWith("--") && (at === -1 || index !== at + 1));
  return {
    names,
    only: at === -1 ? "" : (args[at + 1] ?? ""),
    isRecording: args.includes("--record"),
    isShowing: args.includes("--show"),
    ways: args.includes("--cli") ? [CLI] : args.includes("--acp") ? [ACP] : [CLI, ACP],
  };
}

function installs({ names, ways }: Wanted): Set<string> {
  const programs = ways.flatMap((way) => chosen(way, names).map(([, program]) => program));
  const others = programs.filter(({ via }) => via === "cli").map(({ other }) => other);
  return new Set(["aimock", ...programs.map(({ folder }) => folder), ...others]);
}

function chosen({ programs }: Way, names: string[]): [string, Program][] {
  return Object.entries(programs).filter(([name]) => names.length === 0 || names.includes(name));
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

async function runFlows(wanted: Wanted): Promise<number> {
  await using mock = await startMock(join(cacheFolder(), "aimock"));
  const told = { ok: 0, failed: 0, skipped: 0 };
  for (const way of wanted.ways)
    for (const [name, program] of chosen(way, wanted.names))
      for (const [claim, flow] of Object.entries(way.flows)) {
        if (!claim.includes(wanted.only)) continue;
        told[
          await runFlow(`${name}${way.by}: ${claim}`, program.skips?.[claim], async () => {
            await using rig = await Rig.create(name, program, mock, wanted);
            await within(flow(rig)).finally(() => mock.release());
          })
        ] += 1;
      }
  console.log("skip  aider: a Python program, not tried; see docs/agents.md");
  console.log(`agents:real: ${told.ok} ok, ${told.failed} failed, ${told.skipped} skipped`);
  return told.failed === 0 ? 0 : 1;
}

async function runFlow(
  claim: string,
  skipped: string | undefined,
  flow: () => Promise<void>,
): Promise<"ok" | "failed" | "skipped"> {
  if (skipped !== undefined) {
    console.log(`skip  ${claim} (${skipped})`);
    return "skipped";
  }
  try {
    await flow();
    console.log(`ok    ${claim}`);
    return "ok";
  } catch (error) {
    console.log(
      `FAIL  ${claim}\n      ${String(error instanceof Error ? error.message : error).slice(0, 2500)}`,
    );
    return "failed";
  }
}

const FLOW_MS = 600_000;

/** What a flow that hangs started is ended with its rig. */
async function within(flow: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${FLOW_MS} ms`)), FLOW_MS);
  flow.catch(() => {});
  await Promise.race([flow, late.promise]).finally(() => clearTimeout(timer));
}

process.exit(await main(process.argv.slice(2)));
