// OpenAI's Responses may end as `incomplete` without saying why, or for a reason that is new. The library calls the first a
// whole answer: so the status itself is looked at (G4).
import { type LanguageModel, wrapLanguageModel } from "ai";

type Model = Exclude<LanguageModel, string>;
type Ended = { type?: unknown; status?: unknown; response?: unknown; incomplete_details?: unknown };

/** `onIncomplete` is told the reason, "" where there is none. */
export function watchIncomplete(model: Model, onIncomplete: (reason: string) => void): Model {
  const look = (value: unknown) => {
    const reason = incompleteReason(value);
    if (reason !== null) onIncomplete(reason);
  };
  return wrapLanguageModel({
    model: model as never,
    middleware: {
      transformParams: async ({ params }) => ({ ...params, includeRawChunks: true }),
      wrapGenerate: async ({ doGenerate }) => {
        const result = await doGenerate();
        look(result.response?.body);
        return result;
      },
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: stream.pipeThrough(withoutRaw(look)) };
      },
    },
  }) as Model;
}

/** Raw chunks were asked for here, and go no further. */
function withoutRaw<Part extends { type: string }>(look: (value: unknown) => void) {
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      if (part.type === "raw") look((part as { rawValue?: unknown }).rawValue);
      else controller.enqueue(part);
    },
  });
}

/** Of a whole answer, or of the event that ends a stream. */
function incompleteReason(value: unknown): string | null {
  const event = Object(value) as Ended;
  const response = event.type === "response.incomplete" ? event.response : value;
  const { status, incomplete_details } = Object(response) as Ended;
  if (event.type !== "response.incomplete" && status !== "incomplete") return null;
  const { reason } = Object(incomplete_details) as { reason?: unknown };
  return typeof reason === "string" ? reason : "";
}
