// Checked by tsc; the bodies only keep the names in the report.
import { expectTypeOf, test } from "bun:test";
import {
  type AgentFn,
  type CommandingRole,
  type Commands,
  createRoleModerator,
  END,
  type Exec,
  exec,
  type Json,
  type Moderator,
  must,
  type ReceiptOf,
  type Role,
  type RoleMeta,
  type RoleResult,
  type RoleStep,
  START,
  type StartStep,
  type ThreadContext,
  type WorkflowDefinition,
  type WorkflowFn,
} from "@uncaged/workflow";

type Meta = { planner: { files: string[] }; coder: { diff: string } };

const planner: Role<Meta["planner"]> = async () => ({ content: "plan", meta: { files: ["a.ts"] } });
const coder: Role<Meta["coder"]> = async () => ({ content: "code", meta: { diff: "+1" } });
const asking: CommandingRole<Meta["coder"]> = async function* () {
  const answer = yield { do: "now" };
  expectTypeOf(answer).toEqualTypeOf<unknown>();
  return { content: "code", meta: { diff: String(answer) } };
};

test("RFC-62: createRoleModerator makes a WorkflowFn", () => {
  const flow = createRoleModerator({ roles: { planner, coder }, moderator: () => END });
  expectTypeOf(flow).toEqualTypeOf<WorkflowFn>();
});

test("RFC-63: START and END are literal types", () => {
  expectTypeOf(START).toEqualTypeOf<"__start__">();
  expectTypeOf(END).toEqualTypeOf<"__end__">();
  expectTypeOf<START>().toEqualTypeOf<typeof START>();
  expectTypeOf<END>().toEqualTypeOf<typeof END>();
});

test("RFC-64: role names and metas are inferred from the roles", () => {
  createRoleModerator({
    roles: { planner, coder },
    moderator(ctx) {
      expectTypeOf(ctx.steps[0]).toEqualTypeOf<RoleStep<Meta> | undefined>();
      return "coder";
    },
  });
  createRoleModerator({
    roles: { planner, coder },
    // @ts-expect-error there is no such role
    moderator: () => "ghost",
  });
});

test("RFC-64: they are inferred from roles written in place, too", () => {
  createRoleModerator({
    roles: {
      planner: async (ctx) => ({ content: ctx.start.content, meta: { files: ["a.ts"] } }),
      async coder(ctx) {
        return { content: "code", meta: { diff: ctx.threadId } };
      },
    },
    moderator: ({ steps }) => {
      const last = steps.at(-1);
      if (last?.role === "coder") expectTypeOf(last.meta).toEqualTypeOf<{ diff: string }>();
      if (last?.role === "planner") expectTypeOf(last.meta).toEqualTypeOf<{ files: string[] }>();
      return last === undefined ? "planner" : END;
    },
  });
});

test("RFC-64: or they are given, and the roles must fit", () => {
  createRoleModerator<Meta>({ roles: { planner, coder }, moderator: () => "planner" });
  createRoleModerator<Meta>({
    // @ts-expect-error the coder is missing
    roles: { planner },
    moderator: () => END,
  });
  // @ts-expect-error the meta of a role is an object
  expectTypeOf<{ planner: string }>().toExtend<RoleMeta>();
});

test("RFC-65: a RoleResult is content and typed meta", () => {
  expectTypeOf<RoleResult<{ files: string[] }>>().toEqualTypeOf<{
    content: string;
    meta: { files: string[] };
  }>();
  createRoleModerator({
    roles: {
      // @ts-expect-error content is a string
      planner: async () => ({ content: 1, meta: {} }),
    },
    moderator: () => END,
  });
});

test("RFC-66: a StartStep holds the prompt, maxRounds and threadId", () => {
  expectTypeOf<StartStep>().toEqualTypeOf<{
    role: "__start__";
    content: string;
    meta: { maxRounds: number; threadId: string };
    timestamp: number;
  }>();
});

test("RFC-67, RFC-78: testing a step's role narrows its meta", () => {
  const narrow = (step: RoleStep<Meta>) => {
    expectTypeOf(step.role).toEqualTypeOf<"planner" | "coder">();
    if (step.role === "planner") expectTypeOf(step.meta).toEqualTypeOf<{ files: string[] }>();
    else expectTypeOf(step.meta).toEqualTypeOf<{ diff: string }>();
    // @ts-expect-error only the coder leaves a diff
    if (step.role === "planner") step.meta.diff;
  };
  expectTypeOf(narrow).toBeFunction();
});

test("RFC-68: a ThreadContext is threadId, start and steps, and the variables of the thread", () => {
  expectTypeOf<keyof ThreadContext>().toEqualTypeOf<"threadId" | "start" | "steps" | "variables">();
  expectTypeOf<ThreadContext<Meta>["steps"]>().toEqualTypeOf<readonly RoleStep<Meta>[]>();
});

test("RFC-68: any context passes for a ThreadContext, so a moderator can share helpers with the roles", () => {
  expectTypeOf<ThreadContext<Meta>>().toExtend<ThreadContext>();
});

test("RFC-69: a Role maps a context to a promise of its result", () => {
  expectTypeOf<Role<{ a: 1 }>>().toEqualTypeOf<(ctx: ThreadContext) => Promise<RoleResult<{ a: 1 }>>>();
});

test("RFC-69: roles that yield commands and roles that do not stand side by side", () => {
  const flow = createRoleModerator({
    roles: { planner, coder: asking },
    moderator(ctx) {
      expectTypeOf(ctx.steps[0]).toEqualTypeOf<RoleStep<Meta> | undefined>();
      return END;
    },
  });
  expectTypeOf(flow).toEqualTypeOf<WorkflowFn>();
  expectTypeOf<Parameters<WorkflowFn>[0]["state"]>().toEqualTypeOf<Json | undefined>();
});

test("RFC-64: metas are inferred from roles that use builders in place", () => {
  createRoleModerator({
    roles: {
      async *planner() {
        const listed = yield* exec(["ls"]);
        expectTypeOf(listed).toEqualTypeOf<ReceiptOf<Exec>>();
        return { content: must(listed).stdout, meta: { files: must(listed).stdout.split("\n") } };
      },
      coder: async () => ({ content: "code", meta: { diff: "+1" } }),
    },
    moderator({ steps }) {
      const last = steps.at(-1);
      if (last?.role === "planner") expectTypeOf(last.meta).toEqualTypeOf<{ files: string[] }>();
      return last === undefined ? "planner" : END;
    },
  });
});

test("a bare yield of a builder is an error of types", () => {
  createRoleModerator({
    roles: {
      // @ts-expect-error it must be yield*
      async *planner() {
        yield exec(["ls"]);
        return { content: "", meta: {} };
      },
    },
    moderator: () => END,
  });
});

test("RFC-69: a role yields commands, not steps of its own", () => {
  expectTypeOf<{ do: "sleep"; ms: number }>().toExtend<Commands>();
  expectTypeOf<{ do: "now" }[]>().toExtend<Commands>();
  // @ts-expect-error there is no such command
  expectTypeOf<{ do: "dance" }>().toExtend<Commands>();
  // @ts-expect-error a role output is not a command
  expectTypeOf<{ role: string; content: string; meta: object }>().toExtend<Commands>();
});

test("RFC-70: an AgentFn maps a context and a system prompt to text", () => {
  expectTypeOf<AgentFn>().toEqualTypeOf<(ctx: ThreadContext, systemPrompt: string) => Promise<string>>();
});

test("RFC-71: a Moderator answers at once with a role name or END", () => {
  expectTypeOf<ReturnType<Moderator<Meta>>>().toEqualTypeOf<"planner" | "coder" | "__end__">();
  // @ts-expect-error a promise is not an answer
  const late: Moderator<Meta> = async () => END;
  expectTypeOf(late).toBeFunction();
});

test("RFC-72: a WorkflowDefinition is what createRoleModerator takes", () => {
  const definition: WorkflowDefinition<Meta> = {
    name: "solve",
    roles: { planner, coder },
    moderator: () => END,
  };
  expectTypeOf(createRoleModerator(definition)).toEqualTypeOf<WorkflowFn>();
  expectTypeOf<keyof WorkflowDefinition<Meta>>().toEqualTypeOf<"name" | "roles" | "moderator">();
});

test("RFC-75: changing the context is an error of types already", () => {
  const meddling: Moderator<Meta> = (ctx) => {
    // @ts-expect-error steps cannot be added
    ctx.steps.push;
    return END;
  };
  expectTypeOf(meddling).toBeFunction();
});
