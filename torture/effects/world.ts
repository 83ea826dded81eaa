// A home with a ledger, and what one does in it: start, kill, bring everything to its end.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ledger } from "../../tests/support/ledger.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { collectPromises } from "../lib/acknowledged.ts";
import { findJournals, verifyProblems } from "../lib/home.ts";
import { judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import type { Random } from "../lib/random.ts";
import { flowSource, type Plan, type Round } from "./flow.ts";
import type { World } from "./judge.ts";
import { type Command, commandsOf, DRIFTING } from "./threads.ts";

export const FLOWS = ["steps", "strict"] as const;

export async function openWorld(home: TempHome): Promise<World> {
  const ledger = await Ledger.open(home);
  await home.add("steps", flowSource(false));
  await home.add("strict", flowSource(true));
  await home.add(DRIFTING, flowSource(false, true));
  return { home, ledger, seen: join(home.dir, "seen"), promised: new Map(), before: new Map() };
}

export function promptOf(world: World, rounds: Round[]): string {
  return JSON.stringify({ seen: world.seen, rounds } satisfies Plan);
}

/** The store thinks otherwise of its effects from now on: nothing of that was asked for. */
export function editCatalogue({ home }: World, random: Random): void {
  const text = readFileSync(home.layout.effects, "utf8");
  const edited = text
    .replaceAll(/risk: (?!read)\w+/g, `risk: ${random.pick(["write", "admin", "financial"])}`)
    .replaceAll(/ {4}timeoutMs: \d+\n/g, "")
    .replaceAll(/^ {4}class:/gm, `    timeoutMs: ${random.int(30_000, 90_000)}\n    class:`);
  writeFileSync(home.layout.effects, edited);
}

/** Runs a command and notes what it calls durable. */
export async function watch(
  { home, promised }: World,
  args: string[],
): Promise<{ exitCode: number; stdout: string }> {
  const child = home.spawn(args);
  const [stdout, , exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    collectPromises(child.stderr, promised),
    child.exited,
  ]);
  return { exitCode, stdout };
}

export type Open = { threadId: string; commands: Command[] };

/** Threads without a result. */
export function openThreads(world: World): Open[] {
  return findJournals(world.home).flatMap(({ threadId, path }) => {
    const { lines } = judgeBytes(readFileSync(path));
    return resultsOf(lines).length > 0 ? [] : [{ threadId, commands: commandsOf(lines).commands }];
  });
}

/** What people say to threads that wait: decisions, and word of what became of an effect. Answers the commands. */
export function wordsFor({ threadId, commands }: Open, world: World, random: Random): string[][] {
  return commands.flatMap((command): string[][] => {
    if (command.do === "approve" && command.decisions.length === 0)
      return [[random.pick(["approve", "deny"]), threadId, "--step", command.stepId, "--json"]];
    if (!command.isUnknown || command.receipts.length > 0) return [];
    const about = ["reconcile", threadId, "--intent", command.id, "--json"];
    if (world.ledger.applied(command.nonce).length === 0) return [[...about, "--retry"]];
    return [[...about, "--ok", JSON.stringify({ nonce: command.nonce })]];
  });
}

/** Lets every thread come to its end, with people who answer. */
export async function bringToEnd(world: World, random: Random): Promise<string[]> {
  const problems: string[] = [];
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    await watch(world, ["resume", "--all", "--json"]);
    await world.home.untilQuiet();
    const open = openThreads(world);
    if (open.length === 0) return [...problems, ...(await endProblems(world))];
    for (const one of open) problems.push(...silentlyOpen(one));
    for (const words of open.flatMap((one) => wordsFor(one, world, random))) await watch(world, words);
  }
  return [...problems, `${openThreads(world).length} threads did not come to an end`];
}

const PASSES_MAX = 40;

/** After a resume a `once` effect that was handed over has a receipt, or a person is asked. */
function silentlyOpen({ threadId, commands }: Open): string[] {
  return commands
    .filter((one) => one.class === "once" && one.receipts.length === 0 && !one.isUnknown)
    .map(({ nonce }) => `${threadId}: nobody is asked what became of ${nonce}`);
}

async function endProblems(world: World): Promise<string[]> {
  const problems = world.ledger.running().map((pid) => `a program is left running: ${pid}`);
  for (const { threadId, path } of findJournals(world.home)) {
    const { lines } = judgeBytes(readFileSync(path));
    const start = lines[0]?.record as { parameters: { prompt: string } };
    const { rounds } = JSON.parse(start.parameters.prompt) as Plan;
    const steps = rolesOf(lines).map((record) => (record.meta as { round: number }).round);
    if (steps.join(" ") !== rounds.map((_, round) => round).join(" "))
      problems.push(`${threadId}: wanted ${rounds.length} rounds, found ${steps.join(" ")}`);
    const status = resultsOf(lines)[0]?.status;
    if (status !== "completed") problems.push(`${threadId}: ended as ${status}`);
    const { commands } = commandsOf(lines);
    for (const command of commands)
      if (
        command.class === "idempotent" &&
        !command.isAny &&
        world.ledger.applied(command.nonce).length !== 1
      )
        problems.push(`${threadId}: ${command.nonce} was never applied`);
    problems.push(...(await verifyProblems(world.home, threadId)));
  }
  return problems;
}
