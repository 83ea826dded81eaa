// A coding agent as data: how it is started without a terminal, what it may be denied, how its session goes on, and where
// it says what it did and what that cost. `agents.<name>` in config.yaml describes another one in the same words.
//
// PRESET-1. The prompt goes in by standard input or by a file, never as an argument: every user of the machine can read
//     those.
// PRESET-2. A prompt is data. What a program would take for a command or a file at its beginning or inside of it is
//     switched off (`set`, `argv`) or quoted (`quote`).

/**
 * Where the facts stand in what an agent prints: one JSON document, or a line of JSON for each event. Paths have dots; `*`
 * stands for every member. A later text counts, numbers add up.
 */
export type OutputRule = {
  /** It looks at events whose members are so: a text, `true` for one that is there, `false` for one that is not. */
  when?: { [path: string]: string | boolean };
  text?: string;
  /** A piece of the text: it is added. */
  delta?: string;
  /** What was said so far is not the answer: it goes on working. */
  anew?: boolean;
  session?: string;
  model?: string;
  /** The token paths begin at each member of this map, whose name is a model. */
  perModel?: string;
  costUsd?: string;
  /** All of the input, cached or not. */
  inputTokens?: string[];
  cachedInputTokens?: string[];
  outputTokens?: string[];
  /** Where it is more than both, the rest is output: some leave their thoughts out. */
  totalTokens?: string[];
  /** `session`: numbers of the whole session, the last ones count. `call`: of one call, for a turn that tells no sum. */
  counts?: "session" | "call";
  /** Of `counts: "call"`: events with the same value here are one call. */
  call?: string;
  /** There, and neither false nor empty: it failed, and this says why. The first of them that does. */
  failed?: string | string[];
  /** Names of tools it was denied. */
  denied?: string;
};

export type Preset = {
  argv: string[];
  /** What lets it only look, and what lets it change files. */
  read: string[];
  edit: string[];
  model: string[];
  /** Goes on with a session, which is changed by that. */
  session: string[];
  /** Goes on from a session in a new one, and leaves the first as it is. None: the program cannot. */
  branch: string[];
  /** Its own limit of what a turn may cost. {usd} is the amount. */
  cap: string[];
  /** After everything else. */
  last: string[];
  /** None: everything it prints is its answer. */
  rules: OutputRule[];
  /** Variables it gets besides those every program gets. One that ends with a star stands for all that begin so. */
  env: string[];
  /** More of them, where the variable that is named is set: keys of a cloud are nobody's who does not use it. */
  envIf: { [name: string]: string[] };
  /** Variables that are set for it. */
  set: { [name: string]: string };
  /** The same, where it may only look. */
  setRead: { [name: string]: string };
  /** `start`: a prompt that begins with one of these gets a line before it. `mentions`: an @ that begins a word gets a \. */
  quote: { start: string; mentions: boolean };
  /** Whose price list has its models. */
  prices: string | null;
  install: string;
  /** The versions that `bun run agents:real` was green with. None: by its documents only. */
  tried: string[];
};
