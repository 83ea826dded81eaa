// OPS-79: an attempt of an effect has a limit; whoever meets it is told what it was and where it is set.
import { expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const EXEC = `effect: "sys/exec@1", params: { argv: ["sleep", "30"] }`;

function flow(determinism: string, effect: string): string {
  return `export const descriptor = { description: "d", roles: {}, determinism: "${determinism}", effects: ["${effect.includes("own") ? "own/wait@1" : "sys/exec@1"}"] };
export default async function* ({ steps }) {
  const receipt = yield { do: "effect", retry: false, ${effect} };
  return { returnCode: 0, summary: JSON.stringify(receipt.error) };
}`;
}

for (const determinism of ["strict", "steps"])
  test(`OPS-79: the timeout of a program names its limit and what raises it (${determinism})`, async () => {
    await using home = await TempHome.create();
    await home.add("slow", flow(determinism, `${EXEC}, timeoutMs: 1000`));
    const error = JSON.parse((await home.uw(["run", "slow", "--json"])).json.output.summary);
    expect(error).toMatchObject({ code: "TIMEOUT", details: { timeoutMs: 1000 } });
    expect(error.message).toBe(
      "it did not end within 1 s: raise `timeoutMs` (now 1000) in the options of the command",
    );
  });

test("OPS-79: that of an effect of one's own names effects.yaml too", async () => {
  await using home = await TempHome.create();
  await Bun.write(
    home.layout.effects,
    `effects: { "own/wait@1": { command: [sleep, "30"], class: read, risk: read, timeoutMs: 500 } }`,
  );
  await home.add("slow", flow("steps", `effect: "own/wait@1", params: {}`));
  const error = JSON.parse((await home.uw(["run", "slow", "--json"])).json.output.summary);
  expect(error.message).toContain("within 500 ms: raise `timeoutMs` (now 500)");
  expect(error.message).toEndWith('or of "own/wait@1" in effects.yaml');
});

test("OPS-79: a program has 15 minutes and a coding agent 60, unless the command says otherwise", async () => {
  await using home = await TempHome.create();
  await home.add(
    "both",
    `export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1", "sys/agent.run@1", "sys/fs.read@1"] };
export default async function* ({ steps }) {
  yield [
    { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } },
    { do: "effect", effect: "sys/agent.run@1", params: { command: ["true"], prompt: "p" } },
    { do: "effect", effect: "sys/fs.read@1", params: { path: "a" } },
  ];
  return { returnCode: 0, summary: "" };
}`,
  );
  const ran = await home.uw(["run", "both", "--dry-run", "--json"]);
  const intents = (await home.records(ran.json.executionId)).filter(({ kind }) => kind === "intent");
  expect(intents.map(({ timeoutMs }) => timeoutMs)).toEqual([900_000, 3_600_000, 120_000]);
});

test("OPS-20: the limit of a whole thread says where it is raised", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("slow", flow("steps", EXEC));
  const ask = (runtime: object, ...flags: string[]) => {
    const ids = ["--execution-id", "job", "--request-id", "r"];
    const stdin = JSON.stringify({ workflow: "slow", runtime });
    return home.uw(["run", ...ids, "--workflow-hash", hash, "--workspace", home.dir, ...flags], { stdin });
  };
  const ran = await ask({ policy: { maxSteps: 3 } }, "--timeout-ms", "1000");
  expect([ran.exitCode, ran.json.error.code]).toEqual([30, "TIMEOUT"]);
  expect(ran.json.error.message).toContain("`runtime.policy.timeoutMs` of the request");
});
