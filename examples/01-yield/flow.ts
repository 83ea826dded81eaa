type Step = { role: string; content: string; meta: Record<string, unknown> };

export default async function* ({ prompt, steps }: { prompt: string; steps: Step[] }) {
  const plan = steps[0] ?? (yield* say("planner", `To ${prompt}: reproduce, repair, test.`, { tasks: 3 }));
  const code = steps[1] ?? (yield* say("coder", `Done as planned. ${plan.content}`, { files: ["login.ts"] }));
  const review = steps[2] ?? (yield* say("reviewer", "Approved.", { read: code.content.length }));
  return { returnCode: 0, summary: review.content };
}

async function* say(role: string, content: string, meta: Step["meta"]) {
  const step: Step = { role, content, meta };
  yield step;
  return step;
}
