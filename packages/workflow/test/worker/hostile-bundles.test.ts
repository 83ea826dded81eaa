// RELIABILITY B1..B15: a hostile thread beside a healthy sibling of the same bundle. The sibling must finish, the
// hostile one must end as the catalogue says, and both journals must verify.
import { describe, expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** Behaves as its prompt says in its third step; "healthy" does nothing odd. */
const BUNDLE = `
export const descriptor = { description: "odd", roles: {}, limits: { stepTimeoutMs: 1000 } };
const odd = {
  healthy: () => {},
  hang: () => new Promise(() => {}),
  loop: () => { for (;;); },
  "loop-later": async () => { await new Promise((r) => setTimeout(r, 20)); for (;;); },
  exit: () => process.exit(0),
  "exit-later": async () => { await new Promise((r) => setTimeout(r, 20)); process.exit(0); },
  abort: () => process.abort(),
  "kill-self": () => process.kill(process.pid, "SIGKILL"),
  stray: async () => { Promise.reject(new Error("stray")); setTimeout(() => { throw new Error("late"); }, 1); await new Promise((r) => setTimeout(r, 50)); },
  leak: () => { setInterval(() => {}, 10); },
  globals: () => { JSON.stringify = () => "hacked"; Array.prototype.push = () => { throw new Error("no push"); }; Object.prototype.evil = 1; Map.prototype.get = () => undefined; globalThis.postMessage = () => {}; },
  print: () => { console.log("{\\"ok\\":true}"); process.stdout.write("raw\\n"); },
};
const value = {
  bigint: { role: "x", content: "", meta: { a: 1n } },
  nan: { role: "x", content: "", meta: { a: NaN } },
  date: { role: "x", content: "", meta: { a: new Date(0) } },
  map: { role: "x", content: "", meta: { a: new Map() } },
  fn: { role: "x", content: "", meta: { a: () => {} } },
  undef: { role: "x", content: "", meta: { a: undefined } },
  getter: { role: "x", content: "", meta: { get a() { return 1; } } },
  proxy: { role: "x", content: "", meta: new Proxy({}, {}) },
  typed: { role: "x", content: "", meta: { a: new Uint8Array(2) } },
  instance: { role: "x", content: "", meta: { a: new (class Point { x = 1; })() } },
  huge: { role: "x", content: "x".repeat(3_000_000), meta: {} },
  "no-content": { role: "x", meta: {} },
  "no-role": { content: "", meta: {} },
  text: "just text",
  extra: { role: "x", content: "", meta: {}, more: 1 },
  nothing: undefined,
};
const cyclic = { role: "x", content: "", meta: {} }; cyclic.meta.self = cyclic.meta; value.cycle = cyclic;
let deep = {}; for (let n = 0; n < 5000; n++) deep = { deep }; value.deep = { role: "x", content: "", meta: deep };
const thrown = { "throw-null": null, "throw-text": "plain text", "throw-huge": new Error("x".repeat(1_000_000)) };
const looped = new Error("loop"); looped.cause = looped; thrown["throw-cyclic"] = looped;
export default async function* (input) {
  const way = input.prompt;
  for (let n = input.steps.length; n < 6; n++) {
    if (n === 2 && way in odd) await odd[way]();
    if (n === 2 && way in value) yield value[way];
    if (n === 2 && way in thrown) throw thrown[way];
    if (n === 2 && way === "proto") { yield JSON.parse('{"role":"x","content":"","meta":{"__proto__":{"polluted":1},"constructor":2}}'); continue; }
    if (n === 2 && way === "bad-return") return "done";
    await new Promise((r) => setTimeout(r, 30));
    yield { role: "r" + n, content: way, meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;

type Case = { row: string; way: string; status: string; code?: string };

const CASES: Case[] = [
  { row: "B1", way: "hang", status: "failed", code: "TIMEOUT" },
  { row: "B2", way: "loop", status: "failed", code: "TIMEOUT" },
  { row: "B2", way: "loop-later", status: "failed", code: "TIMEOUT" },
  { row: "B4", way: "huge", status: "failed", code: "OUTPUT_LIMIT_EXCEEDED" },
  ...[
    "bigint",
    "nan",
    "date",
    "map",
    "fn",
    "undef",
    "getter",
    "proxy",
    "typed",
    "instance",
    "cycle",
    "deep",
  ].map((way): Case => ({ row: "B5", way, status: "failed", code: "NON_CANONICAL_VALUE" })),
  { row: "B6", way: "proto", status: "completed" },
  ...["no-content", "no-role", "text", "extra", "nothing", "bad-return"].map(
    (way): Case => ({ row: "B7", way, status: "failed", code: "SCHEMA_INVALID" }),
  ),
  ...["throw-null", "throw-text", "throw-huge", "throw-cyclic"].map(
    (way): Case => ({ row: "B8", way, status: "failed", code: "WORKFLOW_FAILED" }),
  ),
  { row: "B9", way: "stray", status: "completed" },
  ...["exit", "exit-later", "abort", "kill-self"].map(
    (way): Case => ({ row: "B10", way, status: "interrupted" }),
  ),
  { row: "B11", way: "leak", status: "completed" },
  { row: "B12", way: "globals", status: "completed" },
  { row: "B13", way: "print", status: "completed" },
];

describe("a hostile thread and a healthy one of the same bundle", () => {
  for (const { row, way, status, code } of CASES) {
    test(`${row}: ${way} ends ${status}${code === undefined ? "" : ` with ${code}`} and its sibling completes`, async () => {
      await using home = await TempHome.create();
      await home.add("odd", BUNDLE);
      const healthy = home.uw(["run", "odd", "--prompt", "healthy", "--json"]);
      const hostile = await home.uw(["run", "odd", "--prompt", way, "--json"]);
      expect(hostile.json.executionId).toBeString();
      const id = hostile.json.executionId;
      expect(await home.status(id)).toBe(status);
      if (code !== undefined) expect(hostile.json.error.code).toBe(code);
      const sibling = (await healthy).json;
      expect(sibling.status).toBe("ok");
      expect(await home.roles(sibling.executionId)).toEqual(["r0", "r1", "r2", "r3", "r4", "r5"]);
      for (const thread of [id, sibling.executionId])
        expect((await home.uw(["verify", thread, "--json"])).json).toMatchObject({ ok: true });
      await home.untilQuiet();
    });
  }
});

test("B6: __proto__ and constructor are plain data, and nothing is polluted", async () => {
  await using home = await TempHome.create();
  await home.add("odd", BUNDLE);
  const ran = await home.uw(["run", "odd", "--prompt", "proto", "--json"]);
  const line = (await home.uw(["thread", ran.json.executionId, "--raw"])).stdout.split("\n")[3];
  expect(line).toContain('"meta":{"__proto__":{"polluted":1},"constructor":2}');
});

test("B8: a thrown megabyte is recorded, and capped", async () => {
  await using home = await TempHome.create();
  await home.add("odd", BUNDLE);
  const ran = await home.uw(["run", "odd", "--prompt", "throw-huge", "--json"]);
  expect(ran.exitCode).toBe(1);
  const result = (await home.records(ran.json.executionId)).find((record) => record.kind === "result");
  expect(result.error.message.length).toBeLessThan(20_000);
});

test("B9: an error nobody caught is in the thread's own log", async () => {
  await using home = await TempHome.create();
  await home.add("odd", BUNDLE);
  const ran = await home.uw(["run", "odd", "--prompt", "stray", "--json"]);
  const lines = (await home.uw(["logs", ran.json.executionId, "--json"])).json.lines;
  const said = lines.map((line: { content: string }) => line.content).join("\n");
  expect(said).toContain("stray");
  expect(said).toContain("late");
});

test("B13: what a bundle prints is in its log, and never on the command line's stdout", async () => {
  await using home = await TempHome.create();
  await home.add("odd", BUNDLE);
  const ran = await home.uw(["run", "odd", "--prompt", "print", "--json"]);
  expect(ran.json.status).toBe("ok");
  expect(ran.stdout.split("\n").filter((line) => line !== "")).toHaveLength(1);
  const lines = (await home.uw(["logs", ran.json.executionId, "--json"])).json.lines;
  expect(lines.map((line: { content: string }) => line.content)).toContain('{"ok":true}');
});

test("B3: a flood of yields is killed while it floods", async () => {
  await using home = await TempHome.create();
  await home.add(
    "flood",
    `export default async function* (input) { for (let n = input.steps.length; ; n++) yield { role: "f", content: String(n), meta: {} }; }`,
  );
  const id = await home.start("flood", "--max-rounds", "1000000");
  await home.untilSteps(id, 50);
  const killed = await home.uw(["kill", id, "--json"]);
  expect(killed.json).toEqual({ threadId: id, status: "killed", killed: [id] });
  const count = (await home.records(id)).length;
  expect(await home.status(id)).toBe("killed");
  expect((await home.records(id)).length).toBe(count);
});

test("B3: a journal that reaches its byte quota fails with MAX_OUTPUT_BYTES", async () => {
  await using home = await TempHome.create();
  await home.add(
    "flood",
    `export const descriptor = { description: "", roles: {}, limits: { journalBytes: 20000 } };
     export default async function* (input) { for (let n = input.steps.length; ; n++) yield { role: "f", content: "x".repeat(1000), meta: {} }; }`,
  );
  const ran = await home.uw(["run", "flood", "--max-rounds", "1000", "--json"]);
  expect(ran.json.error.code).toBe("MAX_OUTPUT_BYTES");
  expect(ran.exitCode).toBe(30);
});

test("B15: a finally that hangs does not keep a cancelled thread, and a yield in it is recorded", async () => {
  await using home = await TempHome.create();
  await home.add(
    "closing",
    `export default async function* (input) {
       try { for (let n = input.steps.length; n < 1000; n++) { await new Promise((r) => setTimeout(r, 20)); yield { role: "r", content: "", meta: {} }; } }
       finally { yield { role: "cleanup", content: "bye", meta: {} }; if (input.prompt === "hang") await new Promise(() => {}); }
       return { returnCode: 0, summary: "" };
     }`,
  );
  const polite = await home.start("closing", "--max-rounds", "100000");
  await home.untilSteps(polite, 2);
  expect((await home.uw(["cancel", polite, "--reason", "enough", "--json"])).json).toEqual({
    threadId: polite,
    status: "cancelled",
  });
  const records = await home.records(polite);
  expect((await home.roles(polite)).at(-1)).toBe("cleanup");
  expect(records.at(-2)).toMatchObject({
    kind: "result",
    status: "cancelled",
    error: { code: "CANCELLED" },
    summary: "cancelled: enough",
  });

  const hanging = await home.start("closing", "--prompt", "hang", "--max-rounds", "100000");
  await home.untilSteps(hanging, 2);
  expect((await home.uw(["cancel", hanging, "--json"])).exitCode).toBe(0);
  expect(await home.status(hanging)).toBe("cancelled");
}, 60_000);
