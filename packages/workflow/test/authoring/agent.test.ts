import { describe, expect, expectTypeOf, test } from "bun:test";
import * as z from "zod";
import {
  agent,
  type CommandingRole,
  createRoleModerator,
  END,
  type Json,
  must,
  readFile,
  type ThreadContext,
  tool,
} from "../../src/index.ts";
import { type Answers, driveWorkflow, errorReceipt, okReceipt } from "../../src/testing/index.ts";

const said = (text: string, more: { [key: string]: Json } = {}) =>
  okReceipt({
    text,
    finishReason: "stop",
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    model: "m",
    provider: "p",
    warnings: [],
    ...more,
  });

const Verdict = z.object({ ok: z.boolean(), notes: z.array(z.string()) });

// biome-ignore lint/suspicious/noExplicitAny: any role, whatever it leaves
function flowOf(role: CommandingRole<any>) {
  return createRoleModerator({
    roles: { judge: role },
    moderator: ({ steps }) => (steps.length === 0 ? "judge" : END),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: as above
const drive = (role: CommandingRole<any>, answers: Answers, more: object = {}) =>
  driveWorkflow(flowOf(role), { prompt: "Is it good?", answers, ...more });

describe("agent({ model })", () => {
  test("the thread becomes the prompt, the answer the step", async () => {
    const { yields, steps } = await drive(agent({ model: "openai/m", system: "Judge." }), [said("Yes.")]);
    expect(yields[0]).toEqual({
      do: "effect",
      effect: "sys/llm.generate@1",
      params: {
        model: "openai/m",
        system: "Judge.",
        messages: [{ role: "user", content: "Is it good?" }],
      },
    });
    expect(steps).toEqual([{ role: "judge", content: "Yes.", meta: {} }]);
  });

  test("earlier steps stand in the prompt, under the names of their roles", async () => {
    const flow = createRoleModerator({
      roles: { writer: agent({ model: "a/b" }), editor: agent({ model: "a/b" }) },
      moderator: ({ steps }) => (["writer", "editor"] as const)[steps.length] ?? END,
    });
    const { yields } = await driveWorkflow(flow, {
      prompt: "Write",
      answers: [said("A draft"), said("Better")],
    });
    expect(yields[2]).toMatchObject({
      params: { messages: [{ content: "Write\n\n## writer\n\nA draft" }] },
    });
  });

  test("RFC-78: a zod schema types meta, and goes to the model as JSON Schema", async () => {
    const judge = agent({ model: "a/b", schema: Verdict, content: ({ ok }) => (ok ? "good" : "bad") });
    expectTypeOf(judge).toEqualTypeOf<CommandingRole<{ ok: boolean; notes: string[] }>>();
    const object = { ok: true, notes: ["n"] };
    const { yields, steps } = await drive(judge, [said(JSON.stringify(object), { object })]);
    expect(yields[0]).toMatchObject({
      params: { schema: { type: "object", required: ["ok", "notes"], additionalProperties: false } },
    });
    expect(steps[0]).toEqual({ role: "judge", content: "good", meta: object });
  });

  test("a JSON Schema serves as well, with the type said", async () => {
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    const judge = agent<{ n: number }>({ model: "a/b", schema });
    const { steps } = await drive(judge, [said('{"n":1}', { object: { n: 1 } })]);
    expect(steps[0]?.meta).toEqual({ n: 1 });
  });

  test("--var model goes before the model in the code, and a function before both", async () => {
    const variables = { model: "other/big" };
    const plain = await drive(agent({ model: "a/b" }), [said("x")], { variables });
    expect(plain.yields[0]).toMatchObject({ params: { model: "other/big" } });
    const chosen = agent({ model: ({ variables }: ThreadContext) => variables.judge ?? "a/b" });
    expect((await drive(chosen, [said("x")], { variables })).yields[0]).toMatchObject({
      params: { model: "a/b" },
    });
  });
});

describe("an answer that does not fit", () => {
  const invalid = (text: string) =>
    errorReceipt("LLM_OUTPUT_INVALID", "the answer is not JSON", { payload: said(text).payload as Json });

  test("is shown to the model once, with what is wrong", async () => {
    const object = { ok: false, notes: [] };
    const { yields, steps } = await drive(agent({ model: "a/b", schema: Verdict }), [
      invalid("Sure!"),
      said(JSON.stringify(object), { object }),
    ]);
    expect(yields[1]).toMatchObject({
      params: {
        messages: [
          { role: "user", content: "Is it good?" },
          { role: "assistant", content: "Sure!" },
          { role: "user", content: expect.stringContaining("the answer is not JSON") },
        ],
      },
    });
    expect(steps[0]?.meta).toEqual(object);
  });

  test("what only zod knows is held against it, too", async () => {
    const Even = z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") });
    const { yields, steps } = await drive(agent({ model: "a/b", schema: Even }), [
      said('{"n":1}', { object: { n: 1 } }),
      said('{"n":2}', { object: { n: 2 } }),
    ]);
    expect(JSON.stringify(yields[1])).toContain("n: must be even");
    expect(steps[0]?.meta).toEqual({ n: 2 });
  });

  test("twice is a typed failure, and there is no third attempt", async () => {
    const run = drive(agent({ model: "a/b", schema: Verdict }), [
      invalid("no"),
      invalid("still no"),
      said("x"),
    ]);
    await expect(run).rejects.toThrow("AGENT_OUTPUT_INVALID: the answer is not JSON");
  });

  test("any other failure is not repaired: its code is the error's", async () => {
    const run = drive(agent({ model: "a/b" }), [errorReceipt("LLM_NO_KEY", "there is no key")]);
    await expect(run).rejects.toThrow("LLM_NO_KEY: there is no key");
  });
});

describe("tools", () => {
  const look = tool({
    description: "Reads a file",
    parameters: z.object({ path: z.string() }),
    async *run({ path }) {
      expectTypeOf(path).toEqualTypeOf<string>();
      return must(yield* readFile(path)).content;
    },
  });
  const calls = (...toolCalls: Json[]) => said("", { finishReason: "tool-calls", toolCalls });

  test("what a tool yields is a command of the thread, and its result goes back to the model", async () => {
    const { yields, steps } = await drive(agent({ model: "a/b", tools: { look } }), [
      calls({ id: "c1", name: "look", input: { path: "a.txt" } }),
      okReceipt({ content: "hello", bytes: 5 }),
      said("It says hello"),
    ]);
    expect(yields[0]).toMatchObject({ params: { tools: [{ name: "look", description: "Reads a file" }] } });
    expect(yields[1]).toMatchObject({ effect: "sys/fs.read@1", params: { path: "a.txt" } });
    expect(yields[2]).toMatchObject({
      params: {
        messages: [
          { role: "user" },
          { role: "assistant", toolCalls: [{ id: "c1" }] },
          { role: "tool", toolCallId: "c1", name: "look", content: "hello" },
        ],
      },
    });
    expect(steps[0]?.content).toBe("It says hello");
  });

  test("a tool that fails, is not there, or is given nonsense, is told to the model", async () => {
    const { yields } = await drive(agent({ model: "a/b", tools: { look } }), [
      calls(
        { id: "c1", name: "look", input: { path: "gone" } },
        { id: "c2", name: "smell", input: {} },
        { id: "c3", name: "look", input: { path: 1 } },
      ),
      errorReceipt("FS_FAILED", "no such file"),
      said("Sorry"),
    ]);
    const told = JSON.stringify(yields[2]);
    expect(told).toContain("no such file");
    expect(told).toContain("there is no tool smell");
    expect(told).toContain("the input does not fit: path");
  });

  test("who never stops is stopped", async () => {
    const again = calls({ id: "c", name: "smell", input: {} });
    const run = drive(agent({ model: "a/b", tools: { look }, maxTurns: 2 }), [again, again, again]);
    await expect(run).rejects.toThrow("AGENT_TURNS: it still used tools after 2 turns");
  });
});

describe("agent({ command })", () => {
  const ran = (text: string, more: { [key: string]: Json } = {}) =>
    okReceipt({ text, session: "s-1", exitCode: 0, ...more });

  test("its session is in meta, so that a later step can go on with it", async () => {
    const coder = agent({
      command: "claude",
      system: "Fix it.",
      session: ({ steps }) => steps.at(-1)?.meta.session as string,
    });
    expectTypeOf(coder).toEqualTypeOf<CommandingRole<Record<never, never> & { session: string | null }>>();
    const flow = createRoleModerator({
      roles: { coder },
      moderator: ({ steps }) => (steps.length < 2 ? "coder" : END),
    });
    const { yields, steps } = await driveWorkflow(flow, { prompt: "p", answers: [ran("one"), ran("two")] });
    expect(yields[0]).toEqual({
      do: "effect",
      effect: "sys/agent.run@1",
      params: { agent: "claude", prompt: "p", system: "Fix it." },
    });
    expect(yields[2]).toMatchObject({ params: { session: "s-1" } });
    expect(steps[0]?.meta).toEqual({ session: "s-1" });
  });

  test("a session that is empty, as in a dry run, is none", async () => {
    const coder = agent({ command: "claude", session: () => "" });
    expect((await drive(coder, [ran("done")])).yields[0]).not.toHaveProperty("params.session");
  });

  test("which agent and which of its models may follow from the thread", async () => {
    const coder = agent({
      command: ({ variables }) => (variables.coder === "mine" ? ["mine", "{prompt}"] : "codex"),
      model: ({ variables }) => variables.coderModel,
    });
    const asked = async (variables: Record<string, string>) =>
      (await drive(coder, [ran("done")], { variables })).yields[0];
    expect(await asked({})).toMatchObject({ params: { agent: "codex", prompt: "Is it good?" } });
    expect(await asked({})).not.toHaveProperty("params.model");
    expect(await asked({ coder: "mine", coderModel: "big" })).toMatchObject({
      params: { command: ["mine", "{prompt}"], model: "big" },
    });
  });

  test("a repair goes on with the session, and asks for the shape alone", async () => {
    const payload = ran("no JSON").payload as Json;
    const object = { ok: true, notes: [] };
    const { yields, steps } = await drive(agent({ command: ["mine"], schema: Verdict, access: "read" }), [
      errorReceipt("AGENT_OUTPUT_INVALID", "the answer is not JSON", { payload }),
      ran("{}", { object }),
    ]);
    expect(yields[0]).toMatchObject({
      params: { command: ["mine"], access: "read", schema: { type: "object" } },
    });
    expect(yields[1]).toMatchObject({
      params: {
        session: "s-1",
        prompt: expect.stringMatching(/^This answer cannot be used: the answer is not JSON/),
      },
    });
    expect(steps[0]?.meta).toEqual({ ...object, session: "s-1" });
  });
});

describe("RFC-70: agent({ call })", () => {
  test("an AgentFn is given the context and the system prompt", async () => {
    const asked: string[] = [];
    const call = async (ctx: ThreadContext, system: string) => {
      asked.push(`${system}|${ctx.start.content}`);
      return "fine";
    };
    const { steps, yields } = await drive(agent({ call, system: "Judge." }), []);
    expect(asked).toEqual(["Judge.|Is it good?"]);
    expect(steps).toEqual([{ role: "judge", content: "fine", meta: {} }]);
    expect(yields).toHaveLength(1);
  });

  test("its text is parsed, held against the schema, and repaired once", async () => {
    const texts = ["hm", 'Here:\n```json\n{"ok":true,"notes":[]}\n```'];
    const asked: string[] = [];
    const call = async (_: ThreadContext, system: string) => {
      asked.push(system);
      return texts.shift() ?? "";
    };
    const { steps } = await drive(agent({ call, schema: Verdict }), []);
    expect(steps[0]?.meta).toEqual({ ok: true, notes: [] });
    expect(asked[1]).toContain("You answered:\nhm");
  });
});
