// A store with healthy threads of every kind, and a place among them for a stranger's journal.
import { rmSync, writeFileSync } from "node:fs";
import { yielding } from "./bundles.ts";
import { type Foreign, foreignBytes, type Line } from "./foreign-journals.ts";
import { cli } from "./in-process.ts";
import { TempHome } from "./temp-home.ts";

export const FOREIGN_ID = "01KQXKW18CT8G75T53R8F4G7YG";

const BODY = `
  const exec = (...argv) => ({ do: "effect", effect: "sys/exec@1", params: { argv } });
  const role = (role, meta = {}) => ({ role, content: "said " + role, meta });
  if (prompt.startsWith("steps")) for (const name of ["a", "b", "c"]) yield role(name, { costUsd: 0.5, name });
  if (prompt === "approve") {
    yield role("plan");
    yield { ...exec("echo", "hi"), id: "echo" };
    yield { do: "approve", prompt: "ship it?", items: [{ what: 1 }], id: "ship" };
  }
  if (prompt === "any") yield { do: "any", of: [{ do: "approve", prompt: "go?" }, { do: "sleep", ms: 3600000 }] };
  if (prompt === "all") yield [exec("true"), exec("false"), { do: "input", prompt: "how many?", schema: { type: "number" } }];
  if (prompt === "input") yield { do: "input", prompt: "name?", schema: { type: "string" }, defaults: "x" };
  if (prompt === "sleep") { yield role("tired"); yield { do: "sleep", ms: 3600000 }; }
  if (prompt === "values") { yield { do: "now" }; yield { do: "random", bytes: 4 }; yield { do: "context" }; yield { do: "annotate", why: 1 }; }
  if (prompt === "state" && state === undefined) { yield { do: "checkpoint", state: { a: 1 } }; yield { do: "continue", state: { b: 2 } }; }
  if (prompt === "retry") yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sleep", "5"] }, class: "read", timeoutMs: 50, retry: { max: 2, delayMs: 1 } };
  if (prompt === "reject") yield { do: "effect", effect: "not/declared@1", params: {} };
  if (prompt === "bad") throw new Error("bad");
  yield role("end");
  return { returnCode: 0, summary: "ended " + prompt, more: [1] };
`;

const PROMPTS = [
  "steps",
  "approve",
  "any",
  "all",
  "input",
  "sleep",
  "values",
  "state",
  "retry",
  "reject",
  "bad",
];

/** Kinds of lines that the runs above leave none of. */
const id = "a".repeat(64);
const at = { n: 1, index: 0, timestamp: 1_800_000_000_000 };
const RARE: Line[] = [
  { kind: "control", action: "branch", at: 1, steps: 0, timestamp: at.timestamp },
  { kind: "control", action: "restart", timestamp: at.timestamp },
  {
    kind: "control",
    action: "tree",
    at: 1,
    commit: "b".repeat(40),
    head: "c".repeat(40),
    timestamp: at.timestamp,
  },
  { kind: "control", action: "pause", actor: "eve", reason: "r", timestamp: at.timestamp },
  { kind: "control", action: "kill", actor: "eve", timestamp: at.timestamp },
  { kind: "attempt", intent: id, attempt: 1, status: "unknown", ...at },
  {
    kind: "attempt",
    intent: id,
    attempt: 1,
    status: "failed",
    error: { code: "E", message: "m" },
    delayMs: 5,
    ...at,
  },
  { kind: "decision", intent: id, decision: "approve", actor: "eve", at: "2030-01-01T00:00:00Z", ...at },
  { kind: "decision", intent: id, decision: "retry", actor: "eve", at: "2030-01-01T00:00:00Z", ...at },
  {
    kind: "fault",
    intent: id,
    effect: "sys/exec@1",
    code: "SCHEMA_INVALID",
    message: "m",
    payloadHash: id,
    payloadSize: 1,
    ...at,
  },
  { kind: "plan_step", n: 4_294_967_295, index: -1, timestamp: at.timestamp },
  { kind: "result", status: "completed", returnCode: 0, summary: "done", timestamp: at.timestamp },
];

export type ForeignStore = {
  home: TempHome;
  hash: string;
  /** The lines of real threads, by thread. */
  journals: Line[][];
  /** Threads that go on whatever the stranger's says. */
  waiting: string[];
  /** Of those: for a person. */
  asking: string[];
  finished: string[];
};

export async function foreignStore(): Promise<ForeignStore> {
  const home = await TempHome.create();
  const hash = await home.add("flow", yielding(BODY, { effects: ["sys/exec@1"] }));
  const journals: Line[][] = [];
  const waiting: string[] = [];
  const finished: string[] = [];
  for (const prompt of PROMPTS) {
    const ran = await home.uw(["run", "flow", "--prompt", prompt, "--json"]);
    const { executionId, status } = ran.json;
    (status === "ok" || status === "failed" ? finished : waiting).push(executionId);
    journals.push(await home.records(executionId));
  }
  const fork = await home.uw(["fork", finished[0] as string, "--from-step", "2", "--json"]);
  finished.push(fork.json.executionId);
  journals.push(await home.records(fork.json.executionId), [...(journals[0] as Line[]).slice(0, 1), ...RARE]);
  await home.untilQuiet();
  const { approvals } = (await cli(home, ["approvals", "--json"])).json;
  const asking: string[] = approvals.map((one: { threadId: string }) => one.threadId);
  return { home, hash, journals, waiting, asking, finished };
}

/** Puts the stranger's journal into the store, and takes it and its row away afterwards. */
export async function withForeign<T>(
  store: ForeignStore,
  foreign: Foreign | string | Uint8Array,
  look: (threadId: string) => Promise<T>,
): Promise<T> {
  const { home, hash, journals } = store;
  const path = home.layout.journal(hash, FOREIGN_ID);
  const isBytes = typeof foreign === "string" || foreign instanceof Uint8Array;
  writeFileSync(path, isBytes ? foreign : foreignBytes(foreign, journals, FOREIGN_ID));
  try {
    return await look(FOREIGN_ID);
  } finally {
    rmSync(path, { force: true, recursive: true });
    rmSync(home.layout.info(hash, FOREIGN_ID), { force: true });
    await cli(home, ["fsck", "--rebuild"]);
  }
}

/** What people ask about threads, and what walks over all of them. `id`: the stranger's. */
export function readingVerbs(id: string, other: string): string[][] {
  return [
    ["fsck", "--rebuild"],
    ["threads"],
    ["approvals"],
    ["thread", id],
    ["steps", id],
    ["why", id],
    ["diff", id, other],
    ["diff", other, id],
    ["logs", id],
    ["verify", id],
    ["resume", id, "--plan"],
    ["fork", id, "--plan"],
    ["fork", id, "--plan", "--prompt", "x"],
    ["fork", id, "--plan", "--from-step", "1"],
    ["fsck"],
    ["tick", "--now", "0"],
    ["ps"],
  ];
}

/** What would take it up, or end it. */
export function doingVerbs(id: string): string[][] {
  return [
    ["resume", id],
    ["follow", id],
    ["pause", id],
    ["approve", id],
    ["answer", id, "--value", "1"],
    ["reconcile", id, "--retry"],
    ["fork", id, "--detach"],
    ["fork", id, "--from-step", "1", "--detach"],
    ["replay", id],
    ["cancel", id],
    ["kill", id],
    ["resume", "--all"],
    ["thread", "rm", id],
  ];
}

/** Control characters but newline and tab, and format characters that turn or hide text. */
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const CODES = new Set([0, 1, 10, 20, 30]);

/** What is wrong with how the verb answered; `isText`: for people, else as JSON. */
export async function judgeVerb(store: ForeignStore, args: string[], isText: boolean): Promise<string[]> {
  const ran = await cli(store.home, isText ? args : [...args, "--json"]);
  const said = `${args.join(" ")}: exit ${ran.exitCode} ${JSON.stringify((ran.stdout + ran.stderr).slice(0, 600))}`;
  const problems: string[] = [];
  // An interrupted thread that nobody has is told as lost.
  const isLost = args[0] === "follow" && ran.stdout.includes('"code":"IO_FAILED"');
  if ((!CODES.has(ran.exitCode) && !isLost) || ran.stdout.includes("INTERNAL")) problems.push(said);
  if (isText && [...ran.stdout, ...ran.stderr].some(isHarmful))
    problems.push(`a raw control character: ${said}`);
  if (isText) return problems;
  if (args[0] === "threads")
    problems.push(...missing(ran.stdout, [...store.finished, ...store.waiting], said));
  if (args[0] === "approvals") problems.push(...missing(ran.stdout, store.asking, said));
  return problems;
}

function isHarmful(char: string): boolean {
  return char !== "\n" && char !== "\t" && HARMFUL.test(char);
}

function missing(text: string, ids: readonly string[], said: string): string[] {
  return ids.filter((id) => !text.includes(id)).map((id) => `${id} is not there: ${said}`);
}
