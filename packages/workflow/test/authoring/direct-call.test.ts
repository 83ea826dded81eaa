// RFC-001's own call of a workflow, without an engine. That it compiles is half of the test: `bun run check`.
import { expect, test } from "bun:test";
import {
  createRoleModerator,
  END,
  type Options,
  type ThreadInput,
  type WorkflowFn,
} from "../../src/index.ts";

const workflow = createRoleModerator<{ planner: { files?: string[] }; coder: { diff: string } }>({
  roles: {
    planner: async () => ({ content: "plan", meta: { files: [] } }),
    coder: async ({ threadId }) => ({
      content: `code in ${JSON.stringify(threadId)}`,
      meta: { diff: "..." },
    }),
  },
  moderator: ({ steps }) => (["planner", "coder"] as const)[steps.length] ?? END,
});

test("RFC-9, RFC-14: workflow({prompt, steps}, {isDryRun, maxRounds}) goes on after the steps it is given", async () => {
  const gen = workflow(
    { prompt: "fix bug #3", steps: [{ role: "planner", content: "...", meta: {} }] },
    { isDryRun: false, maxRounds: 10 },
  );
  const first = await gen.next();
  expect(first.value).toEqual({ role: "coder", content: 'code in ""', meta: { diff: "..." } });
  expect((await gen.next()).value).toMatchObject({ returnCode: 0 });
});

test("RFC-9: a generator that names a thread in its options is a workflow as well", async () => {
  const own: WorkflowFn = async function* (_input: ThreadInput, { threadId }: Options) {
    yield { role: "r", content: threadId, meta: {} };
    return { returnCode: 0, summary: "" };
  };
  const gen = own({ prompt: "", steps: [] }, { isDryRun: false, maxRounds: 10, threadId: "T" });
  expect((await gen.next()).value).toEqual({ role: "r", content: "T", meta: {} });
});
