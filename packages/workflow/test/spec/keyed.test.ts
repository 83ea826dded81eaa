// A workflow with a key of its own (descriptor.key).
import { expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const KEYED = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"],
  key: { type: "string", minLength: 3 } };
export default async function* (input) {
  const context = yield { do: "context" };
  const receipt = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } };
  yield { role: "teller", content: input.key, meta: { seen: context.key, receipt: receipt.key } };
  return { returnCode: 0, summary: input.key };
}
`;

test("AOS-58: a keyed workflow without --key is refused with USAGE and exit 10; nothing is written", async () => {
  await using home = await TempHome.create();
  const added = await home.uw(["add", "keyed", await home.file("keyed.esm.js", KEYED)]);
  expect(added.stderr).not.toContain("no effect");
  const bare = await home.uw(["run", "keyed", "--json"]);
  expect([bare.exitCode, bare.json.error.code]).toEqual([10, "USAGE"]);
  expect(bare.json.error.hint).toContain("--key");
  const short = await home.uw(["run", "keyed", "--key", "ab", "--json"]);
  expect([short.exitCode, short.json.error.code]).toEqual([10, "USAGE"]);
  expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
});

test("AOS-58: the key is in the start line, the input, the context and the receipts, and a fork keeps it", async () => {
  await using home = await TempHome.create();
  await home.add("keyed", KEYED);
  const ran = await home.uw(["run", "keyed", "--key", "order-7", "--json"]);
  expect(ran.json.output.summary).toBe("order-7");
  const thread = (await home.uw(["thread", ran.json.executionId, "--json"])).json;
  expect(thread.parameters.key).toBe("order-7");
  expect(thread.steps[0].meta).toEqual({ seen: "order-7", receipt: "order-7" });
  const replayed = await home.uw(["replay", ran.json.executionId, "--json"]);
  expect(replayed.json.status).toBe("identical");
  const forked = await home.uw(["fork", ran.json.executionId, "--from-step", "0", "--json"]);
  expect(forked.json.output.summary).toBe("order-7");
  expect((await home.uw(["verify", ran.json.executionId, "--json"])).json.ok).toBe(true);
});

test("AOS-58: two keys are two intents for the same command", async () => {
  await using home = await TempHome.create();
  await home.add("keyed", KEYED);
  const intents = [];
  for (const key of ["order-1", "order-2"]) {
    const { executionId } = (await home.uw(["run", "keyed", "--key", key, "--json"])).json;
    intents.push((await home.uw(["thread", executionId, "--json"])).json.commands[1].intent);
  }
  expect(new Set(intents).size).toBe(2);
});

test("AOS-58: a workflow without a key takes none", async () => {
  await using home = await TempHome.create();
  await home.add("plain", KEYED.replace(/,\s*key: \{[^}]*\}/, ""));
  const ran = await home.uw(["run", "plain", "--key", "order-7", "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
  expect(ran.json.error.message).toContain("takes no key");
});

test("AOS-58: the key may also stand in a descriptor beside the bundle", async () => {
  await using home = await TempHome.create();
  const file = await home.file("beside.esm.js", KEYED.replace(/export const descriptor[^;]*;/, ""));
  await home.file("beside.yaml", "description: d\nroles: {}\neffects: [sys/exec@1]\nkey: { type: string }\n");
  await home.uw(["add", "beside", file]);
  const bare = await home.uw(["run", "beside", "--json"]);
  expect([bare.exitCode, bare.json.error.code]).toEqual([10, "USAGE"]);
});
