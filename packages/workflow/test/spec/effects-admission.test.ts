// AOS 2.1: what a workflow may ask for, in which order it is judged, and what a refusal leaves behind.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe } from "../../../../tests/support/probe.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";

const TAKES_TEXT = { type: "object", properties: { id: { type: "string" } }, additionalProperties: false };
const DONE = `return { returnCode: 0, summary: "done" };`;

/** Runs a generator that yields one value. */
async function runYield(home: TempHome, value: string, effects?: string[]): Promise<Ran> {
  const more = effects === undefined ? {} : { effects };
  await home.add("flow", yielding(`yield ${value}; ${DONE}`, more));
  return home.uw(["run", "flow", "--json"]);
}

/** What a thread's journal holds beside its frame: start, result and seal. */
async function linesOf(home: TempHome, ran: Ran): Promise<Record<string, unknown>[]> {
  const records = await home.records(ran.json.executionId);
  return records.filter((record) => "kind" in record && !["result", "seal"].includes(record.kind));
}

describe("AOS-3: a yield that fails a stage leaves one reject line, and nothing of a later stage", () => {
  const declared = ["test/do@1"];
  test.each([
    ["shape", `{ do: "effect", effect: "test/do@1", params: {}, onFualt: "deliver" }`, "SCHEMA_INVALID"],
    ["declaration", `{ do: "effect", effect: "test/other@1", params: {} }`, "EFFECT_NOT_DECLARED"],
    ["params", `{ do: "effect", effect: "test/do@1", params: { id: 5 } }`, "SCHEMA_INVALID"],
    ["limits", `Array(65).fill({ do: "effect", effect: "test/do@1", params: {} })`, "OUTPUT_LIMIT_EXCEEDED"],
    ["policy", `{ do: "effect", effect: "test/admin@1", params: {} }`, "EFFECT_DENIED"],
  ])("%s", async (_, value, code) => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, {
      "test/do@1": { params: TAKES_TEXT },
      "test/other@1": {},
      "test/admin@1": { risk: "admin" },
    });
    await writeFile(home.layout.policy, "risks: { admin: deny }");
    const ran = await runYield(home, value, [...declared, "test/admin@1"]);
    expect(ran.json.error.code).toBe(code);
    const lines = await linesOf(home, ran);
    expect(lines).toMatchObject([{ kind: "reject", n: 1, code }]);
    expect(await probe.calls()).toEqual([]);
    expect(existsSync(home.layout.workspace(ran.json.executionId))).toBe(false);
  });

  test("one bad command of a list refuses the whole list, and says which it was", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": { params: TAKES_TEXT } });
    const list = `["a", "b", 3].map((id) => ({ do: "effect", effect: "test/do@1", params: { id } }))`;
    const ran = await runYield(home, list, declared);
    expect(await linesOf(home, ran)).toMatchObject([
      { kind: "reject", n: 1, index: 2, do: "effect", effect: "test/do@1", code: "SCHEMA_INVALID" },
    ]);
    expect(ran.json.error.message).toContain("params.id");
    expect(await probe.calls()).toEqual([]);
  });

  test("a value that has no canonical form leaves no line at all", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    const ran = await runYield(home, `{ do: "effect", effect: "test/do@1", params: { at: NaN } }`, declared);
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "NON_CANONICAL_VALUE"]);
    expect(ran.json.error.message).toContain("params.at");
    expect(await linesOf(home, ran)).toEqual([]);
    expect(await probe.calls()).toEqual([]);
  });
});

describe("AOS-5: only a generator opens work", () => {
  test("AOS-5: no verb performs an effect", async () => {
    await using home = await TempHome.create();
    const { stdout } = await home.uw(["--help"]);
    const verbs = [...stdout.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1] as string);
    expect(verbs.length).toBeGreaterThan(20);
    expect(verbs.filter((verb) => /effect|perform|exec|intent|dispatch|invoke|call/.test(verb))).toEqual([]);
  });

  test("AOS-5: a builder that nobody yields does nothing", async () => {
    await using home = await TempHome.create();
    const flow = await home.file(
      "flow.ts",
      `import { exec, writeFile } from "@uncaged/workflow";
      export default async function* () {
        exec(["touch", "made"]);
        const kept = writeFile("made", "too");
        return { returnCode: 0, summary: typeof kept };
      }
      export const descriptor = { description: "", roles: {}, effects: ["sys/exec@1", "sys/fs.write@1"] };`,
    );
    expect((await home.uw(["add", "flow", flow])).exitCode).toBe(0);
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json.output.summary).toBe("object");
    expect(await linesOf(home, ran)).toEqual([]);
  });
});

test("AOS-6: a bundle that declares nothing may ask for no effect", async () => {
  await using home = await TempHome.create();
  await home.add(
    "flow",
    `export default async function* () { yield { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }; }`,
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([30, "EFFECT_NOT_DECLARED"]);
  expect(ran.json.error.hint).toContain("descriptor.effects");
});

test("AOS-6: an empty list declares nothing, and a sidecar declares as well as an export", async () => {
  await using home = await TempHome.create();
  const effect = `{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }`;
  expect((await runYield(home, effect, [])).json.error.code).toBe("EFFECT_NOT_DECLARED");
  const file = await home.bundle("side", `export default async function* () { yield ${effect}; ${DONE} }`);
  await home.file("side.yaml", "description: d\nroles: {}\neffects: [sys/exec@1]\n");
  expect((await home.uw(["add", "side", file])).exitCode).toBe(0);
  expect((await home.uw(["run", "side", "--json"])).json.status).toBe("ok");
});

describe("AOS-7: an effect is named ns/name@version", () => {
  test.each([
    "send mail",
    "mail/send",
    "mail/send@0",
    "mail/send@01",
    "mail/send@1.0",
    "Mail/send@1",
    "/send@1",
    "mail/@1",
    "",
  ])("%j is no name", async (name) => {
    await using home = await TempHome.create();
    const ran = await runYield(home, `{ do: "effect", effect: ${JSON.stringify(name)}, params: {} }`, [
      "sys/exec@1",
    ]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "EFFECT_UNKNOWN"]);
    expect(ran.json.error.message).toContain("sys/exec@1");
    const path = await home.bundle("bad", yielding(DONE, { effects: [name] }));
    expect((await home.uw(["validate", path, "--json"])).json.errors[0].code).toBe("DESCRIPTOR_INVALID");
  });
});

test("AOS-8: an undeclared effect is refused before its params are looked at", async () => {
  await using home = await TempHome.create();
  await installProbe(home, { "test/do@1": { params: TAKES_TEXT } });
  const ran = await runYield(home, `{ do: "effect", effect: "test/do@1", params: { id: 5 } }`, [
    "sys/exec@1",
  ]);
  expect(ran.json.error).toMatchObject({
    code: "EFFECT_NOT_DECLARED",
    details: { effect: "test/do@1", declared: ["sys/exec@1"] },
  });
});

test("AOS-8: an undeclared effect that nobody performs is undeclared all the same", async () => {
  await using home = await TempHome.create();
  const ran = await runYield(home, `{ do: "effect", effect: "no/body@1", params: {} }`, ["sys/exec@1"]);
  expect(ran.json.error.code).toBe("EFFECT_NOT_DECLARED");
});

describe("AOS-9: the limits of one yield", () => {
  const effect = `{ do: "effect", effect: "test/do@1", params: {} }`;

  test("AOS-9: 65 commands are too many, and none is started", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    const ran = await runYield(home, `Array(65).fill(${effect})`, ["test/do@1"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "OUTPUT_LIMIT_EXCEEDED"]);
    expect(ran.json.error.message).toContain("65");
    expect(await probe.calls()).toEqual([]);
  });

  test("AOS-9: so are 65 in an `any`; 64 are not", async () => {
    await using home = await TempHome.create();
    const value = (count: number) => `{ do: "any", of: Array(${count}).fill({ do: "now" }) }`;
    expect((await runYield(home, value(65))).json.error.code).toBe("OUTPUT_LIMIT_EXCEEDED");
    expect((await runYield(home, value(64))).json.status).toBe("ok");
  });

  test("AOS-9: a yield of more than 1 MiB is too much, and none of it is started", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    const ran = await runYield(home, `[${effect}, { do: "annotate", text: "x".repeat(1024 * 1024) }]`, [
      "test/do@1",
    ]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "OUTPUT_LIMIT_EXCEEDED"]);
    expect(await linesOf(home, ran)).toEqual([]);
    expect(await probe.calls()).toEqual([]);
  });

  test("AOS-9: a bundle may allow itself more commands, in its descriptor", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      yielding(
        `const all = yield Array(65).fill({ do: "now" }); return { returnCode: 0, summary: String(all.length) };`,
        { limits: { maxCommands: 65 } },
      ),
    );
    expect((await home.uw(["run", "flow", "--json"])).json.output.summary).toBe("65");
  });
});

describe("AOS-10: a declared effect must be performed by somebody", () => {
  test("AOS-10: validate and add say so before anything runs", async () => {
    await using home = await TempHome.create();
    const path = await home.bundle("flow", yielding(DONE, { effects: ["sys/exce@1", "mail/send@1"] }));
    const validated = await home.uw(["validate", path, "--json"]);
    expect(validated.exitCode).not.toBe(0);
    expect(validated.json.errors).toMatchObject([
      { code: "EFFECT_UNKNOWN", hint: "did you mean sys/exec@1?" },
      { code: "EFFECT_UNKNOWN" },
    ]);
    const added = await home.uw(["add", "flow", path, "--json"]);
    expect([added.exitCode, added.json.error.code]).toEqual([30, "EFFECT_UNKNOWN"]);
    expect((await home.uw(["list", "--json"])).json.workflows).toEqual([]);
  });

  test("AOS-10: an effect that was taken out of effects.yaml since is refused when it is asked for", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    await home.add(
      "flow",
      yielding(`yield { do: "effect", effect: "test/do@1", params: {} }; ${DONE}`, {
        effects: ["test/do@1"],
      }),
    );
    await writeFile(home.layout.effects, "effects: {}");
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "EFFECT_UNKNOWN"]);
    expect(ran.json.error.hint).toContain("effects.yaml");
    expect(await probe.calls()).toEqual([]);
  });

  test("AOS-10: the built-in effects need no declaration of the store", async () => {
    await using home = await TempHome.create();
    const effects = [
      "sys/exec@1",
      "sys/http.request@1",
      "sys/fs.read@1",
      "sys/fs.write@1",
      "sys/blob.put@1",
      "sys/blob.get@1",
    ];
    const path = await home.bundle("flow", yielding(DONE, { effects }));
    expect((await home.uw(["validate", path, "--json"])).json).toMatchObject({ ok: true, errors: [] });
  });
});

describe("AOS-11, AOS-98: policy is judged after the allowlist", () => {
  async function withPolicy(home: TempHome, policy: string): Promise<void> {
    await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
    await writeFile(home.layout.policy, policy);
  }

  test("AOS-11: what needs a yes waits for it before the executor is started", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/drop@1": { risk: "destructive" } });
    await withPolicy(home, "risks: { destructive: approve }");
    const ran = await runYield(
      home,
      `{ do: "effect", id: "drop", effect: "test/drop@1", params: { id: "a" } }`,
      ["test/drop@1"],
    );
    expect(ran.json).toMatchObject({ status: "needs_approval", requiresApproval: { stepId: "drop" } });
    expect(await probe.calls()).toEqual([]);
    expect((await home.uw(["thread", ran.json.executionId, "--json"])).json).toMatchObject({
      status: "waiting",
      waitingOn: "approval",
    });
  });

  test("AOS-98: a denied risk is refused though the effect is declared", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/pay@1": { risk: "financial" } });
    await withPolicy(home, "risks: { financial: deny }");
    const ran = await runYield(home, `{ do: "effect", effect: "test/pay@1", params: {} }`, ["test/pay@1"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([30, "EFFECT_DENIED"]);
    expect(ran.json.error.message).toContain("financial");
    expect(await probe.calls()).toEqual([]);
  });

  test("GOV-51: where the policy denies what no rule names, a destructive effect is blocked until a rule allows it", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/drop@1": { risk: "destructive" } });
    const drop = `{ do: "effect", effect: "test/drop@1", params: { id: "a" } }`;
    await withPolicy(home, "default: deny\nrisks: { read: allow }\n");
    const blocked = await runYield(home, drop, ["test/drop@1"]);
    expect([blocked.exitCode, blocked.json.error.code]).toEqual([30, "EFFECT_DENIED"]);
    expect(blocked.json.error.hint).toContain("destructive: allow");
    expect(await probe.calls()).toEqual([]);
    await withPolicy(home, "default: deny\nrisks: { destructive: allow }\n");
    expect((await runYield(home, drop, ["test/drop@1"])).json.status).toBe("ok");
    await withPolicy(home, "default: approve\n");
    expect((await runYield(home, drop, ["test/drop@1"])).json.status).toBe("needs_approval");
    await withPolicy(home, "default: sometimes\n");
    expect((await runYield(home, drop, ["test/drop@1"])).json.error.message).toContain("default");
    expect(await probe.calls()).toHaveLength(1);
  });

  test("AOS-98: an undeclared effect is undeclared, whatever the policy says", async () => {
    await using home = await TempHome.create();
    await installProbe(home, { "test/pay@1": { risk: "financial" } });
    await withPolicy(home, "risks: { financial: deny }");
    const ran = await runYield(home, `{ do: "effect", effect: "test/pay@1", params: {} }`, []);
    expect(ran.json.error.code).toBe("EFFECT_NOT_DECLARED");
  });

  test("AOS-98: a command cannot make its risk smaller by naming another class", async () => {
    await using home = await TempHome.create();
    await installProbe(home, { "test/pay@1": { risk: "financial" } });
    await withPolicy(home, "risks: { financial: deny }");
    const ran = await runYield(home, `{ do: "effect", effect: "test/pay@1", class: "read", params: {} }`, [
      "test/pay@1",
    ]);
    expect(ran.json.error.code).toBe("EFFECT_DENIED");
  });

  test("AOS-98: a policy that cannot be read stops the effect, and is named", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    await withPolicy(home, "risks: { wriet: deny }");
    const ran = await runYield(home, `{ do: "effect", effect: "test/do@1", params: {} }`, ["test/do@1"]);
    expect(ran.json.error.message).toContain("policy.yaml");
    expect(ran.json.error.message).toContain("wriet");
    expect(await probe.calls()).toEqual([]);
  });
});

test("AOS-12 (effects): what a workflow asked for has the origin workflow", async () => {
  await using home = await TempHome.create();
  await installProbe(home, { "test/do@1": {} });
  const ran = await runYield(home, `[{ do: "effect", effect: "test/do@1", params: {} }, { do: "now" }]`, [
    "test/do@1",
  ]);
  const intents = (await linesOf(home, ran)).filter((line) => line.kind === "intent");
  expect(intents.map((line) => line.origin)).toEqual(["workflow", "workflow"]);
});
