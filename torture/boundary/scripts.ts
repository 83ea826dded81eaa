// The commands that are killed. Each has a store to begin from, and says when doing it again is as good as done.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran, TempHome } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";

export type Ready = { thread: string; hash: string };

export type Script = {
  name: string;
  /** Makes the store, and leaves no worker behind unless it is `isLive`. */
  prepare(home: TempHome): Promise<Ready>;
  /** Its worker runs: every case makes its own store, where else one is copied. */
  isLive?: true;
  /** What lets the thread go on, once the command is dead. */
  release?(home: TempHome): void;
  args(home: TempHome, ready: Ready): string[];
  /** The thread the command removes. */
  removes?: true;
  /** What the command says when it is given again and its first time had got far enough. */
  done?: RegExp;
};

/** Steps of chance, so that a repeated one is not taken for a kept one. The prompt names a gate, or nothing. */
function stepsOf(count: number): string {
  return `import { existsSync } from "node:fs";
export default async function* ({ prompt, steps }) {
  for (let n = steps.length; n < ${count}; n++) {
    while (n === 1 && prompt !== "" && !existsSync(prompt)) await new Promise((go) => setTimeout(go, 5));
    yield { role: "r", content: crypto.randomUUID(), meta: { n } };
  }
  return { returnCode: 0, summary: "" };
}
`;
}

const SLEEPS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* () {
  yield { do: "sleep", ms: 3600000 };
  yield { role: "r", content: "woken", meta: {} };
  return { returnCode: 0, summary: "" };
}
`;

const ASKS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* () {
  const { decision } = yield { do: "approve", prompt: "well?", onDeny: "deliver" };
  yield { role: "r", content: decision, meta: {} };
  return { returnCode: 0, summary: "" };
}
`;

/** The workflow that every store has, and that a new run is tried with. */
export const PROBE = "flow";

const gateOf = (home: TempHome) => join(home.dir, "gate");

async function withFlow(home: TempHome): Promise<Ready> {
  return { thread: "", hash: await home.add(PROBE, stepsOf(3)) };
}

async function withEnded(home: TempHome): Promise<Ready> {
  const { hash } = await withFlow(home);
  const thread = (await home.uw(["run", PROBE, "--prompt", "", "--json"])).json.executionId as string;
  await home.untilQuiet();
  return { thread, hash };
}

/** A thread at its gate, in a worker. */
async function withRunning(home: TempHome): Promise<Ready> {
  const { hash } = await withEnded(home);
  const thread = await home.start(PROBE, "--prompt", gateOf(home));
  await home.untilSteps(thread, 1);
  return { thread, hash };
}

async function withInterrupted(home: TempHome): Promise<Ready> {
  const ready = await withRunning(home);
  await killWorkers(home);
  await home.untilQuiet();
  release(home);
  return ready;
}

async function withWaiting(home: TempHome, source: string): Promise<Ready> {
  await withFlow(home);
  const hash = await home.add("waits", source);
  const thread = (await home.uw(["run", "waits", "--prompt", "", "--json"])).json.executionId as string;
  await home.untilQuiet();
  return { thread, hash };
}

function release(home: TempHome): void {
  writeFileSync(gateOf(home), "");
}

function secondVersion(home: TempHome): string {
  const path = join(home.dir, "second.esm.js");
  writeFileSync(path, stepsOf(4));
  return path;
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

export const SCRIPTS: readonly Script[] = [
  {
    name: "add",
    prepare: async () => ({ thread: "", hash: "" }),
    args: (home) => ["add", PROBE, secondVersion(home), "--json"],
  },
  {
    name: "add a version",
    prepare: withEnded,
    args: (home) => ["add", PROBE, secondVersion(home), "--json"],
  },
  { name: "run", prepare: withFlow, args: () => ["run", PROBE, "--prompt", "", "--json"] },
  {
    name: "fork",
    prepare: withEnded,
    args: (_, { thread }) => ["fork", thread, "--from-step", "2", "--json"],
  },
  {
    name: "resume",
    isLive: true,
    prepare: withInterrupted,
    args: (_, { thread }) => ["resume", thread, "--json"],
    done: /is completed|STATE_INVALID/,
  },
  {
    name: "pause",
    isLive: true,
    prepare: withRunning,
    release,
    args: (_, { thread }) => ["pause", thread, "--json"],
    done: /STATE_INVALID/,
  },
  {
    name: "kill",
    isLive: true,
    prepare: withRunning,
    release,
    args: (_, { thread }) => ["kill", thread, "--json"],
    done: /STATE_INVALID/,
  },
  {
    name: "approve",
    prepare: (home) => withWaiting(home, ASKS),
    args: (_, { thread }) => ["approve", thread, "--json"],
    done: /STATE_INVALID/,
  },
  {
    name: "tick",
    prepare: (home) => withWaiting(home, SLEEPS),
    args: () => ["tick", "--now", tomorrow(), "--json"],
  },
  { name: "remove", prepare: withEnded, args: () => ["remove", PROBE, "--json"], done: /NOT_FOUND/ },
  {
    name: "rollback",
    prepare: async (home) => {
      const ready = await withEnded(home);
      await home.add(PROBE, stepsOf(5));
      return ready;
    },
    // By its hash: the bare verb goes one version further each time.
    args: (_, { hash }) => ["rollback", PROBE, hash, "--json"],
  },
  {
    name: "thread rm",
    prepare: withEnded,
    args: (_, { thread }) => ["thread", "rm", thread, "--json"],
    removes: true,
    done: /NOT_FOUND/,
  },
  { name: "fsck --rebuild", prepare: withEnded, args: () => ["fsck", "--rebuild", "--json"] },
];

export function isAsGoodAsDone(script: Script, ran: Ran): boolean {
  return ran.exitCode === 0 || script.done?.test(ran.stdout) === true;
}

/** Files that only a worker of this bundle writes. */
export function workerFiles(home: TempHome, { thread, hash }: Ready): string[] {
  if (hash === "") return [];
  const { layout } = home;
  const files = [
    layout.lock(hash),
    `${layout.lock(hash)}-journal`,
    layout.runningBundle(hash),
    layout.holder(hash),
    layout.socket(hash),
    layout.sealKey,
  ];
  return thread === "" ? files : [...files, layout.journal(hash, thread), layout.info(hash, thread)];
}
