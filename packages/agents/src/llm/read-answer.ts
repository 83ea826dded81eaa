// A model's stream becomes one answer; what comes on the way is told, a few times a second.
import type { Json } from "@uncaged/workflow/executor";
import type { TextStreamPart, ToolSet } from "ai";
import { BrokenOff } from "./explain-failure.ts";
import type { ToolCall } from "./to-request.ts";
import { type Usage, usageOf } from "./usage.ts";

export type Answer = {
  text: string;
  toolCalls: ToolCall[];
  finishReason: string;
  usage: Usage;
  /** The model's name as it calls itself. */
  model: string | null;
  warnings: string[];
  /** It says of itself that it is not whole: why, "" where it does not say. */
  incomplete: string | null;
};

const BROKEN_OFF: ReadonlySet<string> = new Set(["interrupted", "error"]);

/** A frame for each token would fill the log. */
const FRAME_MS = 200;

export async function readAnswer(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  progress: (frame: Json) => void,
): Promise<Answer> {
  const answer: Answer = {
    text: "",
    toolCalls: [],
    finishReason: "other",
    usage: {},
    model: null,
    warnings: [],
    incomplete: null,
  };
  const frames = new TextFrames(progress);
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        answer.text += part.text;
        frames.add(part.text);
        break;
      case "tool-call":
        answer.toolCalls.push({ id: part.toolCallId, name: part.toolName, input: plain(part.input) });
        progress({ tool: part.toolName });
        break;
      case "start-step":
        answer.warnings.push(...part.warnings.map(inWords));
        break;
      case "finish-step":
        answer.finishReason = part.finishReason;
        answer.model = part.response.modelId ?? null;
        answer.usage = usageOf(part.usage);
        break;
      case "abort":
        throw new Error("aborted");
      case "error":
        throw part.error;
    }
  }
  frames.flush();
  // Half an answer looks like a whole one.
  if (BROKEN_OFF.has(answer.finishReason)) throw new BrokenOff("its stream ended before it did");
  progress({ usage: { ...answer.usage } });
  return answer;
}

class TextFrames {
  private pending = "";
  private told = 0;

  constructor(private readonly progress: (frame: Json) => void) {}

  add(text: string): void {
    this.pending += text;
    if (performance.now() - this.told >= FRAME_MS) this.flush();
  }

  flush(): void {
    if (this.pending === "") return;
    this.progress({ text: this.pending });
    this.pending = "";
    this.told = performance.now();
  }
}

/** Of a call whose arguments do not parse, the library gives the text. */
function plain(input: unknown): Json {
  return input === undefined ? {} : (JSON.parse(JSON.stringify(input)) as Json);
}

function inWords(warning: {
  type: string;
  feature?: string;
  setting?: string;
  message?: string;
  details?: string;
}): string {
  const { type, feature, setting, message, details } = warning;
  return [type, feature ?? setting, message ?? details].filter((part) => part !== undefined).join(": ");
}
