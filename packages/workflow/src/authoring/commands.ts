// Typed builders for the commands that are not effects. Pure data: nothing happens before the command is yielded.
import type {
  AnnotateCommand,
  AnyCommand,
  ApproveCommand,
  CheckpointCommand,
  Context,
  ContextCommand,
  ContinueCommand,
  Decision,
  InputCommand,
  Json,
  NowCommand,
  RandomCommand,
  ReceiveCommand,
  Received,
  SingleCommand,
  SleepCommand,
} from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import { type AnswerOf, Ask, type SingleAsk } from "./ask.ts";
import { type Loose, withoutUndefined } from "./without-undefined.ts";

/** Parks until a person decides. A no ends the thread, unless `onDeny: "deliver"` makes it an answer. */
export function approve(
  prompt: string,
  options: Loose<Omit<ApproveCommand, "do" | "prompt">> = {},
): Ask<Decision, ApproveCommand> {
  return new Ask({ do: "approve", prompt, ...withoutUndefined(options) });
}

/** Parks until a person answers. The engine holds the answer against the JSON Schema; T is what the schema says. */
export function input<T = Json>(
  prompt: string,
  schema: InputCommand["schema"],
  options: Loose<Omit<InputCommand, "do" | "prompt" | "schema">> = {},
): Ask<T, InputCommand> {
  return new Ask({ do: "input", prompt, schema, ...withoutUndefined(options) });
}

export function sleep(ms: number): Ask<Receipt, SleepCommand> {
  return new Ask({ do: "sleep", ms });
}

/** A Date, an ISO 8601 date, or milliseconds since the epoch. */
export function sleepUntil(until: Date | string | number): Ask<Receipt, SleepCommand> {
  return new Ask({ do: "sleep", until: until instanceof Date ? until.getTime() : until });
}

/** Parks until an event of this name is sent to the thread. With `timeoutMs` the answer may be null. */
export function receive<V = Json>(event: string): Ask<Received<V>, ReceiveCommand>;
export function receive<V = Json>(
  event: string,
  options: Loose<Omit<ReceiveCommand, "do" | "event">>,
): Ask<Received<V> | null, ReceiveCommand>;
export function receive<V = Json>(
  event: string,
  options: Loose<Omit<ReceiveCommand, "do" | "event">> = {},
): Ask<Received<V> | null, ReceiveCommand> {
  return new Ask({ do: "receive", event, ...withoutUndefined(options) });
}

/** Milliseconds since the epoch, recorded: a replay sees the same time. */
export function now(): Ask<number, NowCommand> {
  return new Ask({ do: "now" });
}

/** As hex: two characters a byte. Recorded. */
export function random(bytes: number): Ask<string, RandomCommand> {
  return new Ask({ do: "random", bytes });
}

export function context(): Ask<Context, ContextCommand> {
  return new Ask({ do: "context" });
}

/** `seq` is the line of the journal that holds the state. */
export function checkpoint(state: Json): Ask<{ seq: number }, CheckpointCommand> {
  return new Ask({ do: "checkpoint", state });
}

/** Ends this generator. A new one begins with `input.state`. */
export function continueWith(state: Json): Ask<never, ContinueCommand> {
  return new Ask({ do: "continue", state });
}

/** A note in the journal. No generator sees it. */
export function annotate(note: { [key: string]: Json } & { do?: never }): Ask<void, AnnotateCommand> {
  return new Ask({ ...note, do: "annotate" } as AnnotateCommand);
}

/** All at once. The answers come in the order of the commands, whichever was first. */
export function all<const T extends readonly SingleAsk[]>(
  asks: T,
): Ask<{ -readonly [K in keyof T]: AnswerOf<T[K]> }, SingleCommand[]> {
  return new Ask(asks.map((ask) => ask.command));
}

/** The first that is answered wins, the others are cancelled. Testing `index` narrows `answer`. */
export function any<const T extends readonly SingleAsk[]>(asks: T): Ask<Winner<T>, AnyCommand> {
  return new Ask({ do: "any", of: asks.map((ask) => ask.command) });
}

/** For a tuple, one member for each place; for an array, any index. */
export type Winner<T extends readonly SingleAsk[]> = {
  [K in keyof T]: { index: K extends `${infer N extends number}` ? N : number; answer: AnswerOf<T[K]> };
}[number];
