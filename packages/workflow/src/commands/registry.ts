// The commands there are. A command of contract/command.ts that is missing here does not compile; nor does a line, a word
// to wait on, or a member of a command's file.
import type { Json, SingleCommand } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Opening } from "#contract/leaf.ts";
import type { WaitingOn } from "#contract/status.ts";
import type { Admitted } from "./admission.ts";
import { annotate } from "./annotate.ts";
import { any } from "./any.ts";
import { approval, approve } from "./approve.ts";
import { checkpoint } from "./checkpoint.ts";
import type { AskedBase, CommandFile, Word } from "./command.ts";
import { context } from "./context.ts";
import { continueWith } from "./continue.ts";
import { effect, reconcile } from "./effect.ts";
import { answer, input } from "./input.ts";
import { now } from "./now.ts";
import { random } from "./random.ts";
import { event, receive } from "./receive.ts";
import type { Shape } from "./shape.ts";
import { sleep, timer } from "./sleep.ts";
import type { WaitFacts } from "./wait-facts.ts";

/** Any file, for those who do not care which command it is. */
// biome-ignore lint/suspicious/noExplicitAny: a file takes the lines of its own command only, and `fileOf` sees to that
export type AnyFile = CommandFile<any, any, any, any>;

export const COMMANDS = {
  effect,
  approve,
  input,
  sleep,
  receive,
  now,
  random,
  context,
  checkpoint,
  annotate,
} satisfies { [W in Word]: { word: W } };

/** Commands that stand for a whole yield. */
const WHOLE = { any, continue: continueWith };

export const WAITS = { approval, input: answer, timer, event, reconcile } satisfies {
  [W in WaitingOn]: WaitFacts<W>;
};

/** What a command asks for, after admission. */
export type AskedLeaf = ReturnType<(typeof COMMANDS)[Word]["askedOf"]>;
/** What programs are told when a command is opened, and somebody has to do something. */
export type Required = NonNullable<ReturnType<NonNullable<(typeof COMMANDS)[Word]["waiting"]>["required"]>>;
export type AdmittedLeaf = Admitted<AskedLeaf>;

/** Maps, since a workflow may yield `{do: "constructor"}`. */
const FILES: ReadonlyMap<string, AnyFile> = new Map(Object.entries(COMMANDS));
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries({ ...COMMANDS, ...WHOLE }).map(([word, { shape }]) => [word, shape]),
);

export const WORDS: readonly string[] = [...SHAPES.keys()];

export function shapeOfWord(word: string): Shape | undefined {
  return SHAPES.get(word);
}

export function fileOf({ do: word }: Pick<SingleCommand, "do"> | AskedBase): AnyFile {
  const file = FILES.get(word);
  if (file === undefined) throw new WorkflowError("INTERNAL", `nobody handles the command ${shown(word)}`);
  return file;
}

/** By the line that opens it. */
export function fileOfOpening(opening: Opening): AnyFile {
  return fileOf({ do: wordOfOpening(opening) });
}

export function wordOfOpening(opening: Opening): Word {
  switch (opening.kind) {
    case "intent":
      return opening.do;
    case "checkpoint":
      return "checkpoint";
    case "annotation":
      return "annotate";
  }
}

/** What its line asks for, in the form that is compared and hashed. */
export function askedOf(opening: Opening): AskedLeaf {
  return fileOfOpening(opening).askedOf(opening);
}

/** The words that `waiting(...)` may say of a command; none for what is no command. */
export function waitsOn(word: string): readonly WaitingOn[] {
  return FILES.get(word)?.waiting?.on ?? [];
}

/** A person is shown something, and answers. */
export function isQuestion(opening: Opening): boolean {
  return fileOfOpening(opening).answeredBy === "person";
}

/** Somebody outside has to answer it, and it is no effect: a person, or whoever sends an event. */
export function isAskedOutside(word: string): boolean {
  const by = FILES.get(word)?.answeredBy;
  return by === "person" || by === "event";
}

/** How a command is shown; undefined for what is no command, as a line that was refused may say. */
export function shownOf(word: string): AnyFile["shown"] | undefined {
  return FILES.get(word)?.shown;
}

export function shownOfOpening(opening: Opening): AnyFile["shown"] {
  return fileOfOpening(opening).shown;
}

function shown(word: unknown): string {
  return JSON.stringify(word as Json) ?? "undefined";
}
