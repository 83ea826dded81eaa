import { expect, test } from "bun:test";
import {
  createRoleModerator,
  END,
  type Moderator,
  type Role,
  type RoleOutput,
  START,
  type ThreadContext,
} from "@uncaged/workflow";
import fc from "fast-check";
import { drain, THREAD_ID } from "./drain.ts";

type Meta = { planner: { files: string[] }; coder: { diff: string } };

const planner: Role<Meta["planner"]> = async (ctx) => ({
  content: `plan: ${ctx.start.content}`,
  meta: { files: ["a.ts"] },
});
const coder: Role<Meta["coder"]> = async (ctx) => ({
  content: `code for ${ctx.steps[0]?.content}`,
  meta: { diff: "+1" },
});
const roles = { planner, coder };

const planThenCode: Moderator<Meta> = ({ steps }) => (["planner", "coder"] as const)[steps.length] ?? END;
const plan: RoleOutput = { role: "planner", content: "plan", meta: { files: [] } };

test("RFC-62: two roles and a moderator make a workflow", async () => {
  const { yields, result } = await drain(createRoleModerator({ roles, moderator: planThenCode }));
  expect(yields).toEqual([
    { role: "planner", content: "plan: fix bug #3", meta: { files: ["a.ts"] } },
    { role: "coder", content: "code for plan: fix bug #3", meta: { diff: "+1" } },
  ]);
  expect(result).toEqual({ returnCode: 0, summary: "done after 2 rounds" });
});

test("RFC-63: START and END are their sentinels", () => {
  expect(START).toBe("__start__");
  expect(END).toBe("__end__");
});

test("RFC-66, RFC-68: the context holds the thread id and the start frame", async () => {
  const seen = await contextsOf({ prompt: "hello", maxRounds: 7 });
  expect(seen[0]?.threadId).toBe(THREAD_ID);
  expect(seen[0]?.start).toEqual({
    role: START,
    content: "hello",
    meta: { maxRounds: 7, threadId: THREAD_ID },
    timestamp: 1778036638988,
  });
});

test("RFC-66: the start frame has the time of the thread id, so that a resumed thread sees the same one", async () => {
  const first = await contextsOf();
  await Bun.sleep(2);
  const resumed = await contextsOf({ steps: [plan] });
  expect(resumed[0]?.start).toEqual(first[0]?.start as never);
});

test("RFC-66: with an id that is no ULID the start frame has the present time", async () => {
  const before = Date.now();
  const [ctx] = await contextsOf({ threadId: "mine" });
  expect(ctx?.start.timestamp).toBeWithin(before, Date.now() + 1);
});

test("RFC-68: steps grow by one each round, and an earlier context keeps its own", async () => {
  const seen = await contextsOf();
  expect(seen.map((ctx) => ctx.steps.length)).toEqual([0, 1, 2]);
});

test("RFC-68: a new step has the time its role ended, a given one its own or 0", async () => {
  const before = Date.now();
  const recorded = { ...plan, timestamp: 1714963201000 };
  const seen = await contextsOf({ steps: [recorded] });
  expect(seen.at(-1)?.steps[0]?.timestamp).toBe(1714963201000);
  expect(seen.at(-1)?.steps[1]?.timestamp).toBeWithin(before, Date.now() + 1);
  expect((await contextsOf({ steps: [plan] }))[0]?.steps[0]?.timestamp).toBe(0);
});

test("RFC-69: a role may be a generator: its commands are the workflow's, their answers the role's", async () => {
  const flow = createRoleModerator({
    roles: {
      async *coder() {
        const first = yield { do: "now" };
        const second = yield [{ do: "random", bytes: 4 }];
        return { content: `${first}, ${second}`, meta: {} };
      },
    },
    moderator: ({ steps }) => (steps.length === 0 ? "coder" : END),
  });
  expect((await drain(flow)).yields).toEqual([
    { do: "now" },
    [{ do: "random", bytes: 4 }],
    { role: "coder", content: "answer 1, answer 2", meta: {} },
  ]);
});

test("RFC-69: stopping the workflow runs the finally block of the role it is in", async () => {
  const ran: string[] = [];
  const flow = createRoleModerator({
    roles: {
      async *coder() {
        try {
          yield { do: "sleep", ms: 1e9 };
          return { content: "never", meta: {} };
        } finally {
          ran.push("finally");
        }
      },
    },
    moderator: () => "coder",
  });
  const generator = flow({ prompt: "", steps: [] }, { isDryRun: false, maxRounds: 5, threadId: THREAD_ID });
  await generator.next();
  await generator.return({ returnCode: 0, summary: "stopped" });
  expect(ran).toEqual(["finally"]);
});

test("RFC-69: what a role throws, the workflow throws", async () => {
  const flow = createRoleModerator({
    roles: { coder: () => Promise.reject(new RangeError("no key")) },
    moderator: () => "coder",
  });
  await expect(drain(flow)).rejects.toThrow(new RangeError("no key"));
});

test.each([
  [undefined, 'role "coder": content must be a string, not undefined'],
  [null, 'role "coder": content must be a string, not undefined'],
  [{ content: 1, meta: {} }, 'role "coder": content must be a string, not number'],
  [{ content: "x" }, 'role "coder": meta must be an object, not undefined'],
  [{ content: "x", meta: null }, 'role "coder": meta must be an object, not null'],
  [{ content: "x", meta: [] }, 'role "coder": meta must be an object, not array'],
])("RFC-65: a role that hands back %j is named, and so is the field", async (result, message) => {
  const roles = { coder: (async () => result) as never };
  await expect(drain(createRoleModerator({ roles, moderator: () => "coder" }))).rejects.toThrow(message);
});

test("RFC-71: an asynchronous moderator is refused", async () => {
  const flow = createRoleModerator({ roles, moderator: (async () => "planner") as never });
  await expect(drain(flow)).rejects.toThrow("the moderator returned a Promise");
});

test("RFC-71: and its own failure does not hide that", async () => {
  const flow = createRoleModerator({ roles, moderator: (() => Promise.reject(new Error("late"))) as never });
  await expect(drain(flow)).rejects.toThrow("the moderator returned a Promise");
  await Bun.sleep(5); // an unhandled rejection would fail this test
});

test("RFC-72: a whole definition, with its name, serves", async () => {
  const { result } = await drain(createRoleModerator({ name: "solve", roles, moderator: planThenCode }));
  expect(result.summary).toBe("done after 2 rounds");
});

test("RFC-73: the first call of the moderator sees no steps, or the given ones", async () => {
  expect((await contextsOf())[0]?.steps).toEqual([]);
  expect((await contextsOf({ steps: [plan] }))[0]?.steps).toMatchObject([plan]);
});

test("RFC-74: an endless moderator stops at maxRounds with a result", async () => {
  const { yields, result } = await drain(createRoleModerator({ roles, moderator: () => "planner" }), {
    maxRounds: 2,
  });
  expect(yields).toHaveLength(2);
  expect(result).toEqual({ returnCode: 0, summary: "stopped at the limit of 2 rounds (maxRounds)" });
});

test("RFC-74: a moderator that is done in the last round is done, not stopped", async () => {
  const { result } = await drain(createRoleModerator({ roles, moderator: planThenCode }), { maxRounds: 2 });
  expect(result.summary).toBe("done after 2 rounds");
});

test("RFC-74: with maxRounds 0 no role runs", async () => {
  const { yields, result } = await drain(createRoleModerator({ roles, moderator: planThenCode }), {
    maxRounds: 0,
  });
  expect(yields).toEqual([]);
  expect(result.summary).toBe("stopped at the limit of 0 rounds (maxRounds)");
});

test.each<[string, (ctx: Meddled) => unknown]>([
  ["the context", (ctx) => Object.assign(ctx, { threadId: "other" })],
  ["the start frame", (ctx) => Object.assign(ctx.start, { content: "other" })],
  ["the meta of the start frame", (ctx) => Object.assign(ctx.start.meta, { maxRounds: 99 })],
  ["the steps", (ctx) => ctx.steps.pop()],
  ["a step", (ctx) => Object.assign(ctx.steps[0]!, { content: "other" })],
  ["the meta of a step", (ctx) => Object.assign(ctx.steps[0]!.meta, { files: [] })],
  ["a list in the meta of a step", (ctx) => (ctx.steps[0]!.meta.files as string[]).push("b.ts")],
])("RFC-75: changing %s throws, in a moderator and in a role", async (_, meddle) => {
  const meddling = <T>(ctx: ThreadContext, then: T): T => {
    meddle(ctx as unknown as Meddled);
    return then;
  };
  const moderator = createRoleModerator({ roles, moderator: (ctx) => meddling(ctx, "coder") });
  const role = createRoleModerator({
    roles: { coder: async (ctx) => meddling(ctx, { content: "", meta: {} }) },
    moderator: () => "coder",
  });
  const steps = [{ ...plan, meta: { files: ["a.ts"] } }];
  await expect(drain(moderator, { steps })).rejects.toThrow(TypeError);
  await expect(drain(role, { steps })).rejects.toThrow(TypeError);
});

test("RFC-75: what roles and callers keep is theirs to change: the context holds copies", async () => {
  const counter = { count: 0 };
  const flow = createRoleModerator({
    roles: { counter: async () => ({ content: `${++counter.count}`, meta: counter }) },
    moderator: ({ steps }) => (steps.length < 3 ? "counter" : END),
  });
  const steps = [{ role: "counter", content: "0", meta: { count: 0 } }];
  await drain(flow, { steps });
  expect(counter.count).toBe(2);
  expect(Object.isFrozen(steps[0]?.meta)).toBe(false);
});

test("RFC-76: a role sees the steps before it", async () => {
  const seen: string[][] = [];
  const noting = (name: string) => async (ctx: ThreadContext) => {
    seen.push(ctx.steps.map((step) => step.role));
    return { content: name, meta: {} };
  };
  const flow = createRoleModerator({
    roles: { planner: noting("planner"), coder: noting("coder") },
    moderator: ({ steps }) => (["planner", "coder"] as const)[steps.length] ?? END,
  });
  await drain(flow);
  expect(seen).toEqual([[], ["planner"]]);
});

test("RFC-77: given steps count as rounds", async () => {
  const flow = createRoleModerator({ roles, moderator: () => "coder" });
  const { yields, result } = await drain(flow, { steps: [plan, plan], maxRounds: 3 });
  expect(yields).toHaveLength(1);
  expect(result.summary).toContain("limit of 3 rounds");
});

test.each(["ghost", "constructor", "__proto__", "toString", "", START])(
  "RFC-79: the unknown role %j ends the thread with returnCode 1 and the known ones",
  async (name) => {
    const { yields, result } = await drain(createRoleModerator({ roles, moderator: () => name as "coder" }));
    expect(yields).toEqual([]);
    expect(result.returnCode).toBe(1);
    expect(result.summary).toBe(`the moderator chose an unknown role: "${name}" (known: planner, coder)`);
  },
);

test("RFC-79: so does a moderator that returns nothing", async () => {
  const { result } = await drain(createRoleModerator({ roles, moderator: (() => {}) as never }));
  expect(result).toEqual({
    returnCode: 1,
    summary: "the moderator chose an unknown role: undefined (known: planner, coder)",
  });
});

test("RFC-80: with planner's step given, the first yield is coder's", async () => {
  const { yields } = await drain(createRoleModerator({ roles, moderator: planThenCode }), { steps: [plan] });
  expect(yields).toEqual([{ role: "coder", content: "code for plan", meta: { diff: "+1" } }]);
});

test("RFC-81: taken up after any step, a thread goes on as if it had never stopped", async () => {
  const scripts = fc.array(fc.constantFrom("planner", "coder"), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(scripts, fc.nat(8), async (script, cut) => {
      const flow = createRoleModerator({ roles, moderator: ({ steps }) => script[steps.length] ?? END });
      const whole = await drain(flow);
      const rest = await drain(flow, { steps: whole.yields.slice(0, cut) as RoleOutput[] });
      expect(rest).toEqual({ yields: whole.yields.slice(cut), result: whole.result });
    }),
  );
});

test("10,000 rounds see what the one before them said", async () => {
  const flow = createRoleModerator({
    roles: {
      worker: async ({ steps }) => ({
        content: `${steps.length}`,
        meta: { previous: steps.at(-1)?.content ?? null },
      }),
    },
    moderator: ({ steps }) => (steps.at(-1)?.content === "9999" ? END : "worker"),
  });
  const { yields } = await drain(flow, { maxRounds: 20_000 });
  expect(yields).toHaveLength(10_000);
  expect(yields.at(-1)).toEqual({ role: "worker", content: "9999", meta: { previous: "9998" } });
});

type Writable<T> = { -readonly [K in keyof T]: Writable<T[K]> };
type Meddled = Writable<ThreadContext>;

/** The contexts the moderator of a plan-and-code workflow was given, in order. */
async function contextsOf(given: Parameters<typeof drain>[1] = {}): Promise<ThreadContext<Meta>[]> {
  const seen: ThreadContext<Meta>[] = [];
  const moderator: Moderator<Meta> = (ctx) => {
    seen.push(ctx);
    return planThenCode(ctx);
  };
  await drain(createRoleModerator({ roles, moderator }), given);
  return seen;
}

test("`result` says what the thread came to, from its steps", async () => {
  const flow = createRoleModerator<Meta>({
    roles,
    moderator: planThenCode,
    result: ({ steps }) => ({ returnCode: 3, summary: `${steps.at(-1)?.role} was last`, files: 1 }),
  });
  const { result } = await drain(flow);
  expect(result).toEqual({ returnCode: 3, summary: "coder was last", files: 1 });
});
