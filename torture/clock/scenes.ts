// P15, A3: what people do while the clock is set. Order comes from the journal, time only from what is recorded.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran, TempHome } from "../../tests/support/temp-home.ts";
import { killWorkers, verifyProblems } from "../lib/home.ts";
import { judgeBytes, resultsOf, rolesOf } from "../lib/journal.ts";
import type { Random } from "../lib/random.ts";
import { DAY, type FakeClock, HOUR, MINUTE } from "./fake-clock.ts";

export type Stage = { home: TempHome; clock: FakeClock; random: Random };

const YEAR = 365 * DAY;

/** The prompt is `<steps>|<ms per step>|<gate>`; a gate is waited for before the second step. */
const PACED = `import { existsSync } from "node:fs";
export default async function* ({ prompt, steps }) {
  const [count, ms, gate] = prompt.split("|");
  for (let n = steps.length; n < Number(count); n++) {
    while (n === 1 && gate && !existsSync(gate)) await new Promise((go) => setTimeout(go, 5));
    await new Promise((go) => setTimeout(go, Number(ms)));
    yield { role: "r", content: crypto.randomUUID(), meta: { n } };
  }
  return { returnCode: 0, summary: "" };
}
`;

const ASKS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* ({ prompt }) {
  const { decision } = yield { do: "approve", prompt: "well?", ttlMs: Number(prompt), onDeny: "deliver" };
  yield { role: "r", content: decision, meta: {} };
  return { returnCode: 0, summary: "" };
}
`;

const SLEEPS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* ({ prompt }) {
  yield { do: "sleep", ms: Number(prompt) };
  yield { role: "r", content: "woken", meta: {} };
  return { returnCode: 0, summary: "" };
}
`;

export async function setStage({ home, clock }: Stage): Promise<void> {
  for (const [name, source] of Object.entries({ paced: PACED, asks: ASKS, sleeps: SLEEPS })) {
    const ran = await home.uw(["add", name, await home.bundle(name, source), "--json"], { env: clock.env });
    if (ran.exitCode !== 0) throw new Error(`add: ${ran.stdout}${ran.stderr}`);
  }
}

function uw({ home, clock }: Stage, ...args: string[]): Promise<Ran> {
  return home.uw([...args, "--json"], { env: clock.env });
}

/** The clock is set again and again, back and forth, while a thread runs. */
export async function stormOfJumps(stage: Stage): Promise<string[]> {
  const { home, clock, random } = stage;
  const steps = random.int(5, 40);
  let isOver = false;
  const running = uw(
    stage,
    "run",
    "paced",
    "--prompt",
    `${steps}|${random.int(0, 20)}|`,
    "--timeout-ms",
    "600000",
  );
  void running.then(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.set(random.int(-2 * YEAR, 2 * YEAR));
    await Bun.sleep(random.int(5, 60));
  }
  const ran = await running;
  clock.set(0);
  await home.untilQuiet();
  if (ran.exitCode !== 0) return [`run: exit ${ran.exitCode} ${ran.stdout.slice(0, 300)}`];
  return endProblems(stage, ran.json.executionId, steps);
}

/** A thread that lost its worker is taken up when the clock stands elsewhere. */
export async function resumeElsewhere(stage: Stage): Promise<string[]> {
  const { home, clock, random } = stage;
  const gate = join(home.dir, `gate-${random.int(0, 2 ** 31)}`);
  const id = (await uw(stage, "run", "paced", "--prompt", `4|0|${gate}`, "--detach")).json.executionId;
  await home.untilSteps(id, 1);
  await killWorkers(home);
  await home.untilQuiet();
  writeFileSync(gate, "");
  clock.set(random.pick([-1, 1]) * random.pick([HOUR, DAY, YEAR, 10 * YEAR]));
  const ran = await uw(stage, "resume", id);
  clock.set(0);
  await home.untilQuiet();
  if (ran.exitCode !== 0) return [`resume: exit ${ran.exitCode} ${ran.stdout.slice(0, 300)}`];
  return endProblems(stage, id, 4);
}

/** A sleep is over when the clock says so, not before, and never lost: whatever the clock said meanwhile. */
export async function sleepOverJumps(stage: Stage): Promise<string[]> {
  const { home, clock, random } = stage;
  const from = clock.now;
  const parked = await uw(stage, "run", "sleeps", "--prompt", String(HOUR * 1000));
  const id = parked.json.executionId as string;
  await home.untilQuiet();
  const problems: string[] = [];
  for (const early of [-random.int(1, 400) * DAY, random.int(0, 59) * MINUTE]) {
    clock.setTo(from + early * 1000);
    const { woken } = (await uw(stage, "tick")).json;
    if (woken.length > 0) problems.push(`it was woken ${early} s after it went to sleep for ${HOUR} s`);
  }
  clock.setTo(from + (HOUR + random.int(60, 2 * YEAR)) * 1000);
  const { woken } = (await uw(stage, "tick")).json;
  await home.untilQuiet();
  if (!woken.includes(id)) problems.push("its time had come and it was not woken");
  clock.set(0);
  return [...problems, ...(await endProblems(stage, id, 1))];
}

/** A3: run out is run out, though the clock is set back; who found it (a person, or the tick) is no matter. */
export async function expiredStaysExpired(stage: Stage): Promise<string[]> {
  const { home, clock, random } = stage;
  const from = clock.now;
  const id = (await uw(stage, "run", "asks", "--prompt", String(HOUR * 1000))).json.executionId as string;
  await home.untilQuiet();
  clock.setTo(from + (HOUR + random.int(10, YEAR)) * 1000);
  const problems: string[] = [];
  if (random.next() < 0.5) {
    const { expired } = (await uw(stage, "tick")).json;
    if (!expired.includes(id)) problems.push("tick did not find that the time to decide had ended");
  } else {
    const late = await uw(stage, "approve", id);
    if (late.exitCode === 0) problems.push("a yes after its time was taken");
  }
  await home.untilQuiet();
  clock.setTo(from - random.int(0, 30) * DAY * 1000);
  const again = await uw(stage, "approve", id);
  if (again.exitCode === 0) problems.push("with the clock set back, a yes was taken after all");
  await home.untilQuiet();
  clock.set(0);
  const { lines } = judgeBytes(readFileSync(await home.journalPath(id)));
  const told = rolesOf(lines).map(({ content }) => content);
  if (told.join() !== "deny") problems.push(`it was told "${told.join()}", not deny`);
  return [...problems, ...(await endProblems(stage, id, 1))];
}

/** The hours that come twice or not at all, and the ends of calendars: an hour stays an hour. */
export async function oddMoment(stage: Stage, moment: string): Promise<string[]> {
  const { home, clock } = stage;
  const from = Date.parse(moment);
  clock.setTo(from);
  const id = (await uw(stage, "run", "sleeps", "--prompt", String(HOUR * 1000))).json.executionId as string;
  await home.untilQuiet();
  const problems: string[] = [];
  const { startedAt } = (await uw(stage, "threads", "--all")).json.threads[0];
  if (Math.abs(startedAt - from) > MINUTE * 1000) return [`the run is void: it began at ${startedAt}`];
  clock.setTo(from + 59 * MINUTE * 1000);
  if ((await uw(stage, "tick")).json.woken.length > 0) problems.push("it was woken before the hour was over");
  clock.setTo(from + 61 * MINUTE * 1000);
  if (!(await uw(stage, "tick")).json.woken.includes(id)) problems.push("it was not woken after an hour");
  await home.untilQuiet();
  clock.set(0);
  return [...problems, ...(await endProblems(stage, id, 1))];
}

/** Ids of one process, made while the clock is set back. */
export async function idsInOrder({ clock, random }: Stage): Promise<string[]> {
  const source = join(import.meta.dir, "../../packages/workflow/src/codec/ulid.ts");
  const code = `const { monotonicUlid } = await import(${JSON.stringify(source)});
const next = monotonicUlid();
for (let n = 0; n < 2000; n++) { console.log(next(Date.now())); if (n % 20 === 0) await Bun.sleep(1); }`;
  const child = Bun.spawn([process.execPath, "-e", code], {
    env: { ...process.env, ...clock.env },
    stdout: "pipe",
  });
  let isOver = false;
  void child.exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.set(random.int(-YEAR, YEAR));
    await Bun.sleep(5);
  }
  clock.set(0);
  const ids = (await new Response(child.stdout).text()).trim().split("\n");
  const wrong = ids.filter((id, index) => index > 0 && id <= (ids[index - 1] as string)).length;
  return ids.length === 2000 && wrong === 0 ? [] : [`${wrong} of ${ids.length} ids are out of order`];
}

async function endProblems({ home }: Stage, id: string, steps: number): Promise<string[]> {
  const { lines, problems } = judgeBytes(readFileSync(await home.journalPath(id)));
  if (resultsOf(lines)[0]?.status !== "completed")
    problems.push(`it ended as ${resultsOf(lines)[0]?.status}`);
  if (rolesOf(lines).length !== steps) problems.push(`${rolesOf(lines).length} steps of ${steps}`);
  const stamps = lines.map(({ record }) => record.timestamp as number);
  if (stamps.some((stamp, index) => index > 0 && stamp < (stamps[index - 1] as number)))
    problems.push("a line has an earlier time than the one before it");
  return [...problems, ...(await verifyProblems(home, id))];
}
