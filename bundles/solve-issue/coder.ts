// Who changes the files: a coding agent on this machine, or a model with tools.
import { type AgentName, agent, type Session, type ThreadContext } from "@uncaged/workflow";
import { codingTools } from "./tools.ts";

const SYSTEM = `You solve an issue in this repository. Follow the plan, keep the change small, add or mend tests.
If tests failed or a reviewer asked for changes, do that. Do not commit and do not push. Say in two sentences what you changed.`;

const byCommand = agent({
  command: ({ variables }) => (variables.coder ?? "claude") as AgentName,
  model: ({ variables }) => variables.coderModel,
  system: SYSTEM,
  session: sessionOf,
  // One that goes on with its session knows issue and plan.
  prompt: (ctx) => (sessionOf(ctx) === null ? wholeThread(ctx) : ctx.steps.at(-1)?.content || "Go on."),
});

export async function* code(ctx: ThreadContext, model: string) {
  const { variables, threadId } = ctx;
  const byModel = () =>
    agent({ model, system: SYSTEM, tools: codingTools(variables.test), maxTurns: 40 })(ctx);
  const { content, meta } = yield* variables.coder === "model" ? byModel() : byCommand(ctx);
  const { session = null } = meta as Partial<Session>;
  return { content, meta: { session, thread: threadId } };
}

/** Of this thread only: a fork has a worktree of its own, and perhaps another agent. */
function sessionOf({ steps, threadId }: ThreadContext): string | null {
  const last = steps.findLast(({ role }) => role === "coder");
  return last?.meta.thread === threadId ? (last.meta.session as string) || null : null;
}

function wholeThread({ start, steps }: ThreadContext): string {
  return [start.content, ...steps.map(({ role, content }) => `## ${role}\n\n${content}`)].join("\n\n");
}
