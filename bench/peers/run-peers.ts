// Measures the peers, one after the other. One that cannot be installed, started or measured is told, and the next is taken.
import { join } from "node:path";
import { bareLinesPerSecond } from "../lib/floors.ts";
import { MEASURES, type Measure, type PeerValue } from "../lib/measures.ts";
import { median, medians } from "../lib/median.ts";
import { dropFolder, runChild, temporaryFolder } from "./children.ts";
import { folderOf, installPeer, versionsOf } from "./install.ts";
import type { Peer, Server } from "./peer.ts";

export type PeerResult = {
  name: string;
  label: string;
  runtime: string;
  durability: string;
  versions: Record<string, string>;
  /** Lines/s of a bare loop just before: were ours measured on the same machine? */
  bare?: number;
  values: Partial<Record<PeerValue, number>>;
  /** Why a value is missing, or what it is of. */
  notes: Partial<Record<PeerValue, string>>;
  /** Why there is no value at all. */
  skipped?: string;
};

export async function runPeer(peer: Peer, wanted: ReadonlySet<PeerValue>): Promise<PeerResult> {
  const { name, label, durability } = peer;
  const result: PeerResult = {
    name,
    label,
    runtime: peer.runtime,
    durability,
    versions: {},
    values: {},
    notes: {},
  };
  try {
    result.runtime = await runtimeOf(peer);
    await installPeer(peer);
    result.versions = versionsOf(peer);
    await using server = await startServer(peer);
    if (server.version !== "") result.versions.server = server.version;
    result.bare = await bareRate();
    for (const measure of MEASURES) await take(peer, server, measure, wanted, result);
  } catch (error) {
    result.skipped = error instanceof Error ? error.message : String(error);
  }
  return result;
}

const BARE_LINES = 1_000;
const LINE_BYTES = 300;

export async function bareRate(): Promise<number> {
  const dir = await temporaryFolder("bare");
  const [rate = 0] = await medians(3, [() => bareLinesPerSecond({ dir }, BARE_LINES, LINE_BYTES)]);
  dropFolder(dir);
  return rate;
}

async function runtimeOf(peer: Peer): Promise<string> {
  if (peer.runtime === "bun") return `bun ${Bun.version}`;
  if (Bun.which("node") === null) throw new Error("Node is not installed");
  return `node ${(await runChild(["node", "--version"], 10_000)).stdout.trim()}`;
}

async function startServer(peer: Peer): Promise<Server> {
  if (peer.startServer !== undefined) return peer.startServer();
  return { env: {}, version: "", async [Symbol.asyncDispose]() {} };
}

async function take(
  peer: Peer,
  server: Server,
  measure: Measure,
  wanted: ReadonlySet<PeerValue>,
  result: PeerResult,
): Promise<void> {
  const missing = measure.gives.filter((value) => wanted.has(value) && result.values[value] === undefined);
  if (missing.length === 0) return;
  const from = performance.now();
  try {
    const answer =
      measure.name === "cold" ? await coldStarts(peer, server, measure) : await drive(peer, server, measure);
    keep(result, missing, answer);
  } catch (error) {
    for (const value of missing)
      result.notes[value] = `not measured: ${error instanceof Error ? error.message : error}`;
  }
  console.error(`${peer.name} ${measure.name} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

/** A note beside values says why one is not among them; else what they are of. */
function keep(result: PeerResult, missing: readonly PeerValue[], { note, ...values }: Answer): void {
  Object.assign(result.values, values);
  if (note === undefined) return;
  const absent = missing.filter((value) => values[value] === undefined);
  for (const value of absent.length > 0 ? absent : missing) result.notes[value] = note;
}

type Answer = { note?: string; at?: number } & Partial<Record<PeerValue, number>>;

const COLD_STARTS = 7;

/** From the spawn of the process to the moment its first step is durable. */
async function coldStarts(peer: Peer, server: Server, measure: Measure): Promise<Answer> {
  const times: number[] = [];
  // Once before: the database is made, the service is known to its server.
  await drive(peer, server, { ...measure, sizes: { prepare: 1 } });
  for (let count = 0; count < COLD_STARTS; count++) {
    const from = performance.timeOrigin + performance.now();
    const { at } = await drive(peer, server, measure);
    times.push((at as number) - from);
  }
  return { coldMs: median(times) };
}

async function drive(peer: Peer, server: Server, { name, sizes, limitMs }: Measure): Promise<Answer> {
  const folder = await temporaryFolder(peer.name);
  try {
    const program = peer.runtime === "bun" ? [process.execPath] : ["node", "--expose-gc"];
    const argv = [...program, join(folderOf(peer), "driver.mjs"), name, JSON.stringify(sizes)];
    const ran = await runChild(argv, limitMs, {
      cwd: folder,
      env: { ...server.env, RESTATE_LOGGING: "ERROR" },
    });
    if (ran.timedOut) throw new Error(`took longer than ${limitMs / 1000} s`);
    const line = ran.stdout.trim().split("\n").at(-1) ?? "";
    if (ran.exitCode !== 0 || !line.startsWith("{"))
      throw new Error(reasonOf(ran.stderr) || `exit code ${ran.exitCode}`);
    return JSON.parse(line);
  } finally {
    dropFolder(folder);
  }
}

function reasonOf(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, 200);
}
