// B16: strict code that does not repeat itself. On `replay` and after kill -9 it is named, and nothing is written that
// would hide it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { cli } from "../../../../tests/support/in-process.ts";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

type Planted = {
  what: string;
  /** Statements of the generator. `flag` is false when the thread first runs and true when it is repeated. */
  code: string;
  /** Where it must be found, and the field that must be named; null: it is harmless. */
  found: { n: number; field: string } | null;
};

const role = (content: string) => `yield { role: "r", content: ${content}, meta: {} };`;
const effect = (params: string, more = "") =>
  `yield { do: "effect", effect: "ledger/read@1", params: ${params}, ${more} };`;
const PLANTED: Planted[] = [
  { what: "Date.now in a yield", code: `${role("String(Date.now())")}`, found: { n: 1, field: "content" } },
  {
    what: "performance.now in params",
    code: effect("{ nonce: String(performance.now()) }"),
    found: { n: 1, field: "params.nonce" },
  },
  {
    what: "Math.random",
    code: `${role(`"same"`)} ${role("String(Math.random())")}`,
    found: { n: 2, field: "content" },
  },
  {
    what: "crypto.randomUUID",
    code: effect("{ nonce: crypto.randomUUID() }"),
    found: { n: 1, field: "params.nonce" },
  },
  {
    what: "an environment variable",
    code: role(`process.env.PLANTED ?? ""`),
    found: { n: 1, field: "content" },
  },
  {
    what: "the content of a file",
    code: role(`readFileSync(dir + "/planted", "utf8")`),
    found: { n: 1, field: "content" },
  },
  { what: "the process id", code: role("String(process.pid)"), found: { n: 1, field: "content" } },
  {
    what: "a counter of the module",
    code: role("String(count)"),
    found: { n: 1, field: "content" },
  },
  {
    what: "one yield more",
    code: `${role(`"a"`)} if (flag) ${role(`"more"`)} ${role(`"b"`)}`,
    found: { n: 2, field: "content" },
  },
  {
    what: "one yield less",
    code: `${role(`"a"`)} if (!flag) ${role(`"less"`)} ${role(`"b"`)}`,
    found: { n: 2, field: "content" },
  },
  {
    what: "yields in another order",
    code: `const order = flag ? ["b", "a"] : ["a", "b"]; for (const word of order) ${effect("{ nonce: word }")}`,
    found: { n: 1, field: "params.nonce" },
  },
  {
    what: "other params",
    code: effect(`{ nonce: flag ? "now" : "then" }`),
    found: { n: 1, field: "params.nonce" },
  },
  {
    what: "another timeout",
    code: effect(`{ nonce: "n" }`, "timeoutMs: flag ? 5000 : 6000"),
    found: { n: 1, field: "timeoutMs" },
  },
  {
    what: "another prompt for a person",
    code: `yield { do: "any", of: [{ do: "approve", prompt: flag ? "now" : "then" }, { do: "now" }] };`,
    found: { n: 1, field: "of[0].prompt" },
  },
  {
    what: "a larger group",
    code: `yield flag ? [{ do: "now" }, { do: "now" }] : [{ do: "now" }];`,
    found: { n: 1, field: "[1]" },
  },
  {
    what: "any instead of all",
    code: `const two = [{ do: "now" }, { do: "random", bytes: 2 }]; yield flag ? { do: "any", of: two } : two;`,
    found: { n: 1, field: "" },
  },
  {
    what: "a role instead of an effect",
    code: `if (flag) ${role(`"n"`)} else ${effect(`{ nonce: "n" }`)}`,
    found: { n: 1, field: "class" },
  },
  {
    what: "another command",
    code: `yield flag ? { do: "random", bytes: 4 } : { do: "now" };`,
    found: { n: 1, field: "bytes" },
  },
  {
    what: "an early return",
    code: `${role(`"a"`)} if (flag) return { returnCode: 0, summary: "early" }; ${role(`"b"`)}`,
    found: { n: 2, field: "content" },
  },
  {
    what: "a throw instead of a yield",
    code: `${role(`"a"`)} if (flag) throw new Error("planted"); ${role(`"b"`)}`,
    found: { n: 2, field: "content" },
  },
  {
    what: "timers that race",
    code: `const slow = flag ? 1 : 40; const first = await Promise.race([new Promise((go) => setTimeout(go, slow, "a")), new Promise((go) => setTimeout(go, 20, "b"))]); ${role("first")}`,
    found: { n: 1, field: "content" },
  },
  {
    what: "an undefined answer taken for another",
    code: `const at = yield { do: "now" }; ${role("String(at + (flag ? 1 : 0))")}`,
    found: { n: 2, field: "content" },
  },
  // Harmless: what the generator does cannot be told apart.
  {
    what: "keys in another order",
    code: `yield { role: "r", content: "", meta: flag ? { a: 1, b: 2 } : { b: 2, a: 1 } };`,
    found: null,
  },
  {
    what: "params with keys in another order",
    code: effect(`flag ? { nonce: "params-order", how: "ok" } : { how: "ok", nonce: "params-order" }`),
    found: null,
  },
  {
    what: "a default spelled out",
    code: effect(`{ nonce: "default" }`, "...(flag ? { timeoutMs: 120000 } : {})"),
    found: null,
  },
  {
    what: "chance that no yield shows",
    code: `Math.random(); await new Promise((go) => setTimeout(go, Math.random() * 3)); ${role(`"same"`)}`,
    found: null,
  },
  { what: "time from a yield", code: `const at = yield { do: "now" }; ${role("String(at)")}`, found: null },
];

/** What was handed over and not answered is part of the record too: in its place comes something else. */
const AT_AN_OPEN_YIELD: Record<string, string> = {
  "a return": `return { returnCode: 0, summary: "early" };`,
  "a throw": `throw new Error("planted");`,
  "a role": role(`"other"`),
  "other params": effect(`{ nonce: "other" }`),
  "an undeclared effect": `yield { do: "effect", effect: "ledger/once@1", params: {} };`,
  "a command of no shape": `yield { do: "nonsense" };`,
  "a value that is no JSON": `yield { role: "r", content: "", meta: { big: 1n } };`,
  "a new epoch": `yield { do: "continue", state: {} };`,
};

/** All cases in one bundle; the prompt is `<folder>|<case>`. Each stands still, once, where it is to be killed. */
function bundle(): string {
  const planted = PLANTED.map(
    ({ code }, index) => `case "${index}": { ${code}\n if (!flag) await still(); break; }`,
  );
  const open = Object.values(AT_AN_OPEN_YIELD).map(
    (code, index) =>
      `case "open-${index}": if (flag) { ${code} } else { ${effect(`{ nonce: word, stop: "before" }`)} } break;`,
  );
  return `import { existsSync, readFileSync, writeFileSync } from "node:fs";
let count = 0;
export const descriptor = { description: "strict", roles: {}, determinism: "strict", effects: ["ledger/read@1"] };
export default async function* ({ prompt }) {
  const [dir, word] = prompt.split("|");
  const flag = existsSync(dir + "/again");
  count += 1;
  const still = () => { writeFileSync(dir + "/at-" + word, ""); return new Promise(() => {}); };
  switch (word) {
    ${[...planted, ...open].join("\n    ")}
  }
  return { returnCode: 0, summary: "done" };
}`;
}

let home: TempHome;
let ledger: Ledger;
/** Thread ids by case. */
const ids = new Map<string, string>();

beforeAll(async () => {
  home = await TempHome.create();
  ledger = await Ledger.open(home);
  await home.file("planted", "then");
  await home.add("strict", bundle());
  const words = [
    ...PLANTED.map((_, index) => String(index)),
    ...Object.keys(AT_AN_OPEN_YIELD).map((_, index) => `open-${index}`),
  ];
  for (const word of words) {
    const prompt = `${home.dir}|${word}`;
    const ran = await cli(home, ["run", "strict", "--prompt", prompt, "--detach", "--json"]);
    ids.set(word, ran.json.executionId);
    if (word.startsWith("open")) await ledger.untilAt(word);
    else
      await until(async () => (existsSync(`${home.dir}/at-${word}`) ? true : null), `${word} to stand still`);
  }
  await home.crash();
  await home.file("planted", "now");
  await home.file("again", "");
  process.env.PLANTED = "now";
}, 60_000);

afterAll(async () => {
  delete process.env.PLANTED;
  await home[Symbol.asyncDispose]();
});

/** What `replay` and `resume` say of it, and what kinds of lines each added. */
async function comeBack(word: string) {
  const id = ids.get(word) as string;
  const path = await home.journalPath(id);
  const before = readFileSync(path);
  const added = () => {
    const after = readFileSync(path);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    const lines = after.subarray(before.length).toString().split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line)).map(({ kind, action }) => action ?? kind);
  };
  const replayed = await cli(home, ["replay", id, "--json"]);
  expect(added()).toEqual([]);
  const resumed = await cli(home, ["resume", id, "--json"]);
  return { id, replayed: replayed.json, resumed: resumed.json, exitCode: resumed.exitCode, added: added() };
}

describe("B16: strict code that comes back", () => {
  for (const [index, { what, found }] of PLANTED.entries())
    test(`B16: ${what} ${found === null ? "is harmless" : "is found"}`, async () => {
      // A worker that is new counts from the beginning.
      if (what.includes("counter")) await home.untilQuiet();
      const { id, replayed, resumed, exitCode, added } = await comeBack(String(index));
      if (found === null) {
        expect(replayed).toMatchObject({ status: "identical", divergence: null });
        expect(resumed.status).toBe("ok");
        return;
      }
      expect(replayed).toMatchObject({ status: "diverged", divergence: found });
      expect({ code: resumed.error.code, exitCode }).toEqual({ code: "REPLAY_DIVERGENCE", exitCode: 20 });
      expect(resumed.error.message).toContain(`yield ${found.n} `);
      expect(resumed.error.message).toContain(found.field);
      expect(resumed.error.details).toMatchObject(found);
      expect(added).toEqual(["resume"]);
      expect((await cli(home, ["thread", id, "--json"])).json.status).toBe("interrupted");
    });

  test("B16: effects that were answered are not performed again, harmless difference or not", () => {
    const calls = ledger.called().map(({ nonce }) => nonce);
    expect(calls.filter((nonce) => nonce === "params-order")).toHaveLength(1);
    expect(calls.filter((nonce) => nonce === "default")).toHaveLength(1);
  });
});

describe("B16: in the place of an effect that was handed over", () => {
  for (const [index, what] of Object.keys(AT_AN_OPEN_YIELD).entries())
    test(`B16: ${what} is found`, async () => {
      const word = `open-${index}`;
      const { id, replayed, resumed, added } = await comeBack(word);
      expect(replayed).toMatchObject({ status: "diverged", divergence: { n: 1 } });
      expect(resumed.error).toMatchObject({ code: "REPLAY_DIVERGENCE", details: { n: 1 } });
      expect(added).toEqual(["resume"]);
      expect(ledger.called(word)).toHaveLength(1);
      expect((await cli(home, ["thread", id, "--json"])).json.status).toBe("interrupted");
    });
});
