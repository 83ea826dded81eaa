// An agent that is a function of the author's: text in, text out.
import { type Asking, type CallAgent, complaint, type Meta, type Repair, systemOf } from "./agent-options.ts";
import { jsonIn, jsonSchemaOf } from "./agent-schema.ts";
import type { ThreadContext } from "./types.ts";

export async function* askCall(options: CallAgent<Meta>, ctx: ThreadContext, repair: Repair): Asking {
  const { call, schema } = options;
  const text = await call(ctx, instructions(options, ctx, repair));
  if (schema === undefined) return { text };
  const found = jsonIn(text);
  return found === null ? { text, problem: "the answer is not JSON" } : { text, object: found.value };
}

function instructions(options: CallAgent<Meta>, ctx: ThreadContext, repair: Repair): string {
  const { schema } = options;
  const shape =
    schema === undefined
      ? []
      : [`Answer with JSON that fits this schema:\n${JSON.stringify(jsonSchemaOf(schema))}`];
  const problem = repair === null ? [] : [`You answered:\n${repair.answer.text}`, complaint(repair.problem)];
  return [systemOf(options, ctx) ?? "", ...shape, ...problem].join("\n\n").trim();
}
