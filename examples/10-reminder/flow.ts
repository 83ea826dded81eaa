import {
  any,
  type Descriptor,
  input,
  must,
  type RoleOutput,
  sleep,
  type ThreadInput,
  writeFile,
} from "@uncaged/workflow";

type Answer = { done: boolean };

const ANSWER = {
  type: "object",
  properties: { done: { type: "boolean" } },
  required: ["done"],
  additionalProperties: false,
};

// Reminds, waits, reminds again; then tells somebody else. Between two reminders the thread is a file without a process.
export default async function* ({ prompt, variables = {} }: ThreadInput) {
  const { to = "ann", boss = "bob", times = "3", waitMs = "86400000" } = variables;

  for (let n = 1; n <= Number(times); n++) {
    const { path } = must(yield* writeFile(`outbox/${n}-${to}.txt`, `Reminder ${n}: ${prompt}\n`));
    yield said("reminder", `reminded ${to} (${path})`, { n });

    // Whatever comes first: an answer, or the time.
    const first = yield* any([input<Answer>(`${to}: ${prompt}`, ANSWER), sleep(Number(waitMs))]);
    if (first.index === 1) continue;
    const { done } = first.answer as Answer;
    yield said("listener", done ? `${to} has done it` : `${to} will not do it`, { n });
    if (done) return { returnCode: 0, summary: `done after ${n} of ${times} reminders` };
    break;
  }

  must(yield* writeFile(`outbox/escalation-${boss}.txt`, `${to} has not: ${prompt}\n`));
  yield said("escalation", `told ${boss}`, {});
  return { returnCode: 1, summary: `${boss} was told` };
}

function said(role: string, content: string, meta: RoleOutput["meta"]): RoleOutput {
  return { role, content, meta };
}

export const descriptor = {
  description: "Reminds somebody until they answer, and tells somebody else when they do not",
  roles: {
    reminder: { description: "Sends a reminder" },
    listener: { description: "Hears the answer" },
    escalation: { description: "Tells who is next" },
  },
  determinism: "strict",
  effects: ["sys/fs.write@1"],
} satisfies Descriptor;
