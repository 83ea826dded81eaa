// Tools of an agent: what a model may ask for, done by the workflow, so that every use is a line of the journal.
import type { Commands, Json } from "#contract/command.ts";
import { type AnswerSchema, fitTo, jsonSchemaOf } from "./agent-schema.ts";
import type { ModelToolCall } from "./models.ts";
import { ReceiptError } from "./must.ts";
import type { ThreadContext } from "./types.ts";

export type AgentTool<Input = never> = {
  description: string;
  parameters: AnswerSchema<Input>;
  /** May yield commands on its way: `async *run({ path }) { return must(yield* readFile(path)).content; }` */
  run(input: Input, ctx: ThreadContext): Promise<Json> | AsyncGenerator<Commands, Json, unknown>;
};

export type AgentTools = { [name: string]: AgentTool<never> };

/** Only for its types: what `run` is given follows from `parameters`. */
export function tool<Input>(definition: AgentTool<Input>): AgentTool<never> {
  return definition as unknown as AgentTool<never>;
}

export function describeTools(tools: AgentTools) {
  return Object.entries(tools).map(([name, { description, parameters }]) => ({
    name,
    description,
    parameters: jsonSchemaOf(parameters),
  }));
}

/** What the model is told: the result, or why there is none. Only what nobody expected ends the thread. */
export async function* useTool(
  { name, input }: ModelToolCall,
  tools: AgentTools,
  ctx: ThreadContext,
): AsyncGenerator<Commands, Json, unknown> {
  const found = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (found === undefined) return { error: `there is no tool ${name}` };
  const fit = await fitTo(found.parameters, input);
  if ("problem" in fit) return { error: `the input does not fit: ${fit.problem}` };
  try {
    const running = found.run(fit.value, ctx);
    return Symbol.asyncIterator in Object(running)
      ? yield* running as AsyncGenerator<Commands, Json, unknown>
      : await (running as Promise<Json>);
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
    return { error: error.message };
  }
}
