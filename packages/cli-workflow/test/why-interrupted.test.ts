import { describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { commanding, counting, gated, yielding } from "../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../tests/support/temp-home.ts";

const ECHO = `{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }`;

const BROKEN = [
  { file: "effects.yaml", text: "effects:\n  acme/x@1: [\n", code: "SCHEMA_INVALID", line: 3 },
  { file: "policy.yaml", text: "risks:\n  write: allow\n  fo.o: approve\n", code: "SCHEMA_INVALID", line: 3 },
  { file: "config.yaml", text: "admins: [ann]\nsecrets:\n  KEY: {}\n", code: "SCHEMA_INVALID", line: 3 },
] as const;

describe("a file of the store that is broken", () => {
  for (const { file, text, code, line } of BROKEN)
    test(`${file}: run refuses before there is a thread, why names file and line, resume --all lists it as failed`, async () => {
      await using home = await TempHome.create();
      await home.add("flow", gated(2));
      const id = await home.start("flow", "--prompt", home.dir);
      await home.open(1);
      await home.untilSteps(id, 1);
      await home.crash();
      const path = `${home.layout.root}/${file}`;
      await Bun.write(path, text);
      for (const args of [
        ["run", "flow", "--detach"],
        ["run", "flow"],
        ["fork", id],
      ]) {
        const ran = await home.uw([...args, "--json"]);
        expect(ran.json.error.code).toBe(code);
        expect(ran.json.error.hint).toContain(`mend ${path}:${line}`);
      }
      expect(await readdir(home.layout.threads((await home.records(id))[0].hash))).toHaveLength(2);
      const why = (await home.uw(["why", id, "--json"])).json;
      expect([why.status, why.cause, why.error.code]).toEqual(["interrupted", "cannot_be_hosted", code]);
      expect(why.error.details).toMatchObject({ file: path, line });
      expect((await home.uw(["why", id])).stdout).toContain(`${path}:${line}`);
      const all = (await home.uw(["resume", "--all", "--json"])).json;
      expect([all.resumed, all.failed[0].threadId, all.failed[0].error.code]).toEqual([[], id, code]);
      expect((await home.uw(["resume", id, "--json"])).json.error.code).toBe(code);
      await rm(path);
      await home.open(2);
      expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    });

  for (const [what, code, spoil] of [
    ["missing", "NOT_FOUND", (path: string) => rm(path, { force: true })],
    [
      "damaged",
      "HASH_MISMATCH",
      async (path: string) => {
        await rm(path, { force: true });
        await Bun.write(path, "export default 1;");
      },
    ],
  ] as const)
    test(`a bundle that is ${what}: why says so, and resume --all lists its thread as failed`, async () => {
      await using home = await TempHome.create();
      const hash = await home.add("flow", gated(2));
      const id = await home.start("flow", "--prompt", home.dir);
      await home.open(1);
      await home.untilSteps(id, 1);
      await home.crash();
      await spoil(home.layout.bundle(hash));
      const why = (await home.uw(["why", id, "--json"])).json;
      expect([why.cause, why.error.code]).toEqual(["cannot_be_hosted", code]);
      const all = (await home.uw(["resume", "--all", "--json"])).json;
      expect([all.resumed, all.failed[0]?.error.code]).toEqual([[], code]);
    });
});

test("a strict thread that diverged: why says where, and resume --all lists it as failed each time", async () => {
  await using home = await TempHome.create();
  const body = `
  yield { do: "effect", effect: "sys/exec@1", params: { argv: ["echo", String(Date.now())] } };
  yield { role: "first", content: "done", meta: {} };
  yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sleep", "60"] }, class: "idempotent" };
  return { returnCode: 0, summary: "done" };`;
  await home.add("flow", yielding(body, { effects: ["sys/exec@1"] }));
  const id = await home.start("flow");
  const opened = async () => (await home.records(id)).filter(({ kind }) => kind === "intent").length;
  await until(async () => ((await opened()) === 2 ? true : null), "the second effect");
  await home.crash();
  expect((await home.uw(["why", id, "--json"])).json.cause).toBe("interrupted");
  for (const _again of [1, 2]) {
    const all = (await home.uw(["resume", "--all", "--json"])).json;
    expect(all.resumed).toEqual([]);
    expect(all.failed).toMatchObject([{ threadId: id, error: { code: "REPLAY_DIVERGENCE" } }]);
    const why = (await home.uw(["why", id, "--json"])).json;
    expect([why.status, why.cause, why.error.code]).toEqual(["interrupted", "diverged", "REPLAY_DIVERGENCE"]);
    expect(why.message).toMatch(/yield 1 .*`params\.argv\[1\]`: recorded "\d+", now "\d+"/);
    expect(why.hint).toContain(`fork ${id}`);
  }
});

test("resume --all counts a thread that goes on as resumed", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  const id = await home.start("flow", "--prompt", home.dir);
  await home.open(1);
  await home.untilSteps(id, 1);
  await home.crash();
  expect((await home.uw(["resume", "--all", "--json"])).json).toEqual({ resumed: [id], failed: [] });
});

test("thread --step shows one yield in full: by place, by id, by number, in a list", async () => {
  await using home = await TempHome.create();
  const body = `
  yield { do: "effect", effect: "sys/exec@1", id: "build", params: { argv: ["sh", "-c", "echo one; echo two"] } };
  yield { role: "coder", content: "first\\nsecond", meta: { a: 1 } };
  yield [${ECHO}, { do: "effect", effect: "sys/exec@1", params: { argv: ["false"] } }];
  yield { role: "coder", content: "last", meta: {} };
  return { returnCode: 0, summary: "done" };`;
  await home.add("flow", yielding(body, { effects: ["sys/exec@1"] }));
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const step = async (wanted: string) =>
    (await home.uw(["thread", id, "--step", wanted, "--json"])).json.yields;
  const [build] = await step("n1");
  const receipt = (await home.records(id)).find(({ kind }) => kind === "receipt");
  expect(build.params).toEqual({ argv: ["sh", "-c", "echo one; echo two"] });
  expect(build.output).toEqual({ exitCode: 0, stderr: "", stdout: "one\ntwo\n" });
  expect([build.receipt.seq, build.receipt.sig]).toEqual([3, receipt.sig]);
  expect(await step("build")).toEqual([build]);
  const list = await step("n3");
  expect(list.map(({ params }: { params: { argv: string[] } }) => params.argv[0])).toEqual(["true", "false"]);
  expect(await step("n3.1")).toEqual([list[1]]);
  const [second] = await step("2");
  expect([second.stepId, second.step, second.output.content]).toEqual(["n4", 2, "last"]);
  expect((await home.uw(["thread", id, "--step", "build"])).stdout).toContain("  │ one\n  │ two\n");
  expect((await home.uw(["thread", id, "--step", "1"])).stdout).toContain("  │ first\n  │ second\n");
  const none = await home.uw(["thread", id, "--step", "3", "--json"]);
  expect([none.exitCode, none.json.error.code]).toEqual([10, "NOT_FOUND"]);
});

test("a reused answer is marked in run, thread, steps and thread --step", async () => {
  await using home = await TempHome.create();
  const body = (word: string) => `
  yield ${ECHO};
  yield { role: "r", content: "${word}", meta: {} };
  return { returnCode: 0, summary: "done" };`;
  await home.add("flow", yielding(body("one"), { effects: ["sys/exec@1"] }));
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const other = await home.bundle("other", yielding(body("two"), { effects: ["sys/exec@1"] }));
  const ran = await home.uw(["fork", id, "--from-step", "0", "--bundle", other]);
  const fork = /thread (\w+)/.exec(ran.stdout)?.[1] as string;
  const [first] = (await home.uw(["steps", fork, "--json"])).json.steps;
  expect(first.reused).toBe(true);
  expect(ran.stdout).toContain("reused");
  for (const args of [
    ["thread", fork],
    ["steps", fork],
    ["thread", fork, "--step", "n1"],
  ])
    expect((await home.uw(args)).stdout).toContain("reused");
});

test("logs shows people time, level and text, and programs the tag too", async () => {
  await using home = await TempHome.create();
  await home.add("flow", `${counting(1)}console.log("hello");`);
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const { lines } = (await home.uw(["logs", id, "--json"])).json;
  expect(lines[0]).toMatchObject({ tag: "2F6GZ9KT", level: "info", content: "hosted with 0 steps" });
  const { stdout } = await home.uw(["logs", id]);
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info +hosted with 0 steps$/m);
  expect(stdout).not.toContain("2F6GZ9KT");
});

test("why shows the frames of the bundle, and not those of the runtime", async () => {
  await using home = await TempHome.create();
  await home.add("flow", yielding(`  JSON.parse("{");`));
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const { message } = (await home.uw(["why", id, "--json"])).json;
  expect(message).toMatch(/\nat .*\.esm\.js:3:\d+\)$/);
  expect(message).not.toContain("<parse>");
});

test("a question that waits is shown as such, and the hint of why can be typed as it stands", async () => {
  await using home = await TempHome.create();
  await home.add("flow", commanding([`{ do: "input", prompt: "which?", schema: { type: "string" } }`]));
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const { stdout } = await home.uw(["thread", id]);
  expect(stdout).toContain("input which? waits");
  expect(stdout).not.toContain("null");
  const { hint } = (await home.uw(["why", id, "--json"])).json;
  expect(hint).toBe(`uncaged-workflow answer ${id} --value '""'`);
  expect((await home.uw(["answer", id, "--value", '"..."', "--json"])).json.status).toBe("ok");
});

test("trace names a command and its answer by one id, and a role by its place", async () => {
  await using home = await TempHome.create();
  const body = `
  yield { do: "effect", effect: "sys/exec@1", id: "build", params: { argv: ["true"], env: { order: "7" } } };
  yield { role: "r", content: "", meta: { order: 7 } };
  return { returnCode: 0, summary: "done" };`;
  await home.add("flow", yielding(body, { effects: ["sys/exec@1"] }));
  await home.uw(["run", "flow", "--json"]);
  const { chain } = (await home.uw(["trace", "--by", "order=7", "--json"])).json;
  expect(chain.map(({ kind, stepId }: { kind: string; stepId: string }) => [kind, stepId])).toEqual([
    ["intent", "build"],
    ["receipt", "build"],
    ["role", "n2"],
  ]);
});

test("where nobody may approve, the hint says so", async () => {
  await using home = await TempHome.create();
  await home.add(
    "flow",
    commanding([`{ do: "approve", prompt: "ship?", items: [], differentApprover: true }`]),
  );
  const id = (await home.uw(["run", "flow", "--json"], { env: { UNCAGED_ACTOR: "ann" } })).json.executionId;
  const refused = (await home.uw(["approve", id, "--json"], { env: { UNCAGED_ACTOR: "ann" } })).json.error;
  expect(refused.code).toBe("APPROVER_NOT_ALLOWED");
  expect(refused.hint).toContain("admins");
  await Bun.write(home.layout.config, "admins: [ann, bob]\n");
  const named = (await home.uw(["approve", id, "--json"], { env: { UNCAGED_ACTOR: "ann" } })).json.error;
  expect(named.hint).toBe("allowed: bob");
});

test("validate of an entry that does not build has the shape of any other, with file, line and column", async () => {
  await using home = await TempHome.create();
  const file = await home.file("bad.ts", "export default async function* () {\n  let x: = 3;\n}\n");
  const ran = await home.uw(["validate", file, "--json"]);
  expect(ran.exitCode).toBe(10);
  expect(ran.json).toEqual({
    ok: false,
    status: "invalid",
    workflowHash: null,
    bundleId: null,
    errors: [{ code: "BUNDLE_INVALID", message: 'Unexpected "="', file: "bad.ts", line: 2, column: 10 }],
  });
});
