import { type AgentFn, createRoleModerator, type Descriptor, END, type WorkflowFn } from "@uncaged/workflow";

export const descriptor = {
  description: "Drafts an answer with a model, then has it edited",
  roles: {
    writer: { description: "Drafts the answer" },
    editor: { description: "Makes it short and clear" },
  },
} satisfies Descriptor;

const workflow: WorkflowFn = (input, options) => {
  const ask = options.isDryRun ? rehearse : askModel;
  const agent = (systemPrompt: string) => async (ctx: Parameters<AgentFn>[0]) => ({
    content: await ask(ctx, systemPrompt),
    meta: {},
  });
  const run = createRoleModerator({
    roles: {
      writer: agent("Answer the question. Say what you are not sure of."),
      editor: agent("Rewrite the draft: short, clear, nothing invented. Reply with the text only."),
    },
    moderator: ({ steps }) => (["writer", "editor"] as const)[steps.length] ?? END,
  });
  return run(input, options);
};

export default workflow;

/** Stands in for the model in a dry run: no key, no network, no cost. */
const rehearse: AgentFn = async (ctx, systemPrompt) =>
  `(dry run) "${ctx.start.content}" with: ${systemPrompt}`;

/** Asks any endpoint that speaks OpenAI's chat completions. */
const askModel: AgentFn = async (ctx, systemPrompt) => {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = process.env;
  if (!OPENAI_API_KEY)
    throw new Error(
      "OPENAI_API_KEY is not set. Export it (any text will do for a local server), export OPENAI_BASE_URL " +
        "for an endpoint other than OpenAI's, or rehearse without a key: --dry-run",
    );

  const url = `${OPENAI_BASE_URL || "https://api.openai.com/v1"}/chat/completions`;
  const history = ctx.steps.map((step) => `${step.role} wrote:\n${step.content}`);
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${OPENAI_API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: OPENAI_MODEL || "gpt-5-mini",
      messages: [
        { role: "system", content: systemPrompt },
        { role: "user", content: [ctx.start.content, ...history].join("\n\n") },
      ],
    }),
    signal: AbortSignal.timeout(120_000),
  });
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);

  const reply = (await response.json()) as { choices?: { message?: { content?: unknown } }[] };
  const text = reply.choices?.[0]?.message?.content;
  if (typeof text !== "string") throw new Error(`${url} sent no text in choices[0].message.content`);
  return text;
};
