// Effects that are a program of the test: it writes down every call, then does what its params say.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TempHome, until } from "./temp-home.ts";

/** What the program may be told to do, in this order. */
export type ProbeParams = {
  /** Shown in calls(). */
  id?: string;
  /** Printed as frames of progress. */
  frames?: unknown[];
  /** Waits for home.file(`open-${gate}`). */
  gate?: string;
  /** Fails that many calls of this id with this error first. */
  failing?: number;
  error?: { code: string; message: string; retryable?: boolean };
  /** Printed as it is, instead of a receipt; "" is silence. */
  raw?: string;
  /** The payload of its receipt. */
  say?: unknown;
};

export type ProbeCall = {
  intent: string;
  effect: string;
  params: ProbeParams;
  idempotencyKey: string;
  attempt: number;
  workspace: string;
  pid: number;
};

const PROGRAM = `
import { appendFileSync, existsSync, readFileSync } from "node:fs";
const dir = process.argv[2];
const call = JSON.parse(readFileSync(0, "utf8"));
const { params } = call;
const before = existsSync(dir + "/calls.jsonl") ? readFileSync(dir + "/calls.jsonl", "utf8").trimEnd().split("\\n") : [];
appendFileSync(dir + "/calls.jsonl", JSON.stringify({ ...call, pid: process.pid }) + "\\n");
for (const frame of params.frames ?? []) console.log(JSON.stringify({ progress: frame }));
// Its test may be over, and the worker that would end it was killed.
while (params.gate !== undefined && existsSync(dir) && !existsSync(dir + "/open-" + params.gate)) await Bun.sleep(5);
const earlier = before.filter((line) => line !== "" && JSON.parse(line).params.id === params.id).length;
const isFailing = params.error !== undefined && earlier < (params.failing ?? Infinity);
if (isFailing) console.log(JSON.stringify({ receipt: { status: "error", error: params.error } }));
else if (params.raw !== undefined) process.stdout.write(params.raw);
else console.log(JSON.stringify({ receipt: { status: "ok", payload: params.say ?? null } }));
`;

/** `effects`: name to what differs from {class: once, risk: write}. */
export async function installProbe(
  home: TempHome,
  effects: Record<string, Record<string, unknown>>,
): Promise<Probe> {
  const program = await home.file("probe.js", PROGRAM);
  const command = [process.execPath, program, home.dir];
  const entries = Object.entries(effects).map(([name, more]) => [
    name,
    { command, class: "once", risk: "write", ...more },
  ]);
  await mkdir(dirname(home.layout.effects), { recursive: true, mode: 0o700 });
  await writeFile(home.layout.effects, JSON.stringify({ effects: Object.fromEntries(entries) }));
  return new Probe(home);
}

export class Probe {
  constructor(private readonly home: TempHome) {}

  async calls(): Promise<ProbeCall[]> {
    const file = Bun.file(join(this.home.dir, "calls.jsonl"));
    if (!(await file.exists())) return [];
    const lines = (await file.text()).split("\n");
    return lines.slice(0, -1).map((line) => JSON.parse(line));
  }

  async ids(): Promise<(string | undefined)[]> {
    return (await this.calls()).map((call) => call.params.id);
  }

  /** Waits until the program was called that often. */
  async untilCalled(times: number): Promise<ProbeCall[]> {
    return until(async () => {
      const calls = await this.calls();
      return calls.length >= times ? calls : null;
    }, `${times} calls`);
  }

  /** Lets what waits at these gates go on. */
  async open(...gates: string[]): Promise<void> {
    for (const gate of gates) await this.home.file(`open-${gate}`, "");
  }
}
