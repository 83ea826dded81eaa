// A workflow is an async generator; every yield is one step of the thread. It needs no library.
type Step = { role: string; content: string; meta: Record<string, unknown> };
type Input = { prompt: string; steps: Step[] };
type Options = { isDryRun: boolean; maxRounds: number; threadId: string };

export const descriptor = {
  description: "Plans and answers",
  // Nothing but the input decides what is yielded, so a thread can be repeated and compared: see `replay` and `check`.
  determinism: "strict",
  roles: {
    planner: { description: "Says how to go about it" },
    writer: { description: "Does it" },
  },
};

// `steps` holds what is already done when a thread comes back or was forked: take that, do the rest.
export default async function* ({ prompt, steps }: Input, { isDryRun }: Options) {
  const plan = steps[0] ?? (yield* say("planner", `How to ${prompt}: think, then write.`));
  const text = steps[1] ?? (yield* say("writer", `Written as planned. ${plan.content}`, { isDryRun }));
  return { returnCode: 0, summary: text.content };
}

async function* say(role: string, content: string, meta: Step["meta"] = {}) {
  const step: Step = { role, content, meta };
  yield step;
  return step;
}
