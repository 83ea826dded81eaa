// --receipts: what stands in for effects. A file with a JSON list, a file with one answer a line, a journal, or a thread.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { readUserFileIfAny } from "#disk/user-file.ts";
import { type GivenAnswer, isAnswer } from "#engine/given-answers.ts";
import { readJournal } from "#journal/read-journal.ts";
import { findThread } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";

export function readAnswers(store: Store, typed: string): Json[] {
  const bytes = readUserFileIfAny(typed, LIMITS.promptBytes);
  return bytes === null ? answersOfThread(store, typed) : parse(new TextDecoder().decode(bytes), typed);
}

function answersOfThread(store: Store, typed: string): Json[] {
  const lines: Json[] = [];
  readJournal(placeOf(store, typed), ({ record, isRole }) => {
    if (!isRole) lines.push(record as unknown as Json);
  });
  return recordedAnswers(lines);
}

function placeOf(store: Store, typed: string): string {
  try {
    return findThread(store, typed).path;
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    throw new WorkflowError(error.code, `--receipts: there is no file ${typed}, and ${error.message}`, {
      hint: error.hint,
      details: error.details,
    });
  }
}

/** One JSON list, one answer a line, or a journal. */
function parse(text: string, file: string): Json[] {
  const whole = tried(text);
  if (Array.isArray(whole)) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line, index) => {
    const value = tried(line);
    if (value !== undefined) return value;
    throw new WorkflowError("INVALID_JSON", `${file}: line ${index + 1} is not JSON`, { hint: FORM });
  });
  if (isObject(values[0]) && "threadId" in values[0]) return recordedAnswers(values);
  if (values.every(isAnswer)) return values;
  throw new WorkflowError("USAGE", `${file} holds neither a JSON list nor one answer a line`, { hint: FORM });
}

const FORM = 'write [{"effect": "sys/exec@1", "payload": {...}}], or one such answer a line';

function tried(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What the effects of a journal were answered with, in the order of the answers. */
function recordedAnswers(lines: Json[]): GivenAnswer[] {
  const paramsOf = new Map<Json, Json>();
  const answers: GivenAnswer[] = [];
  for (const line of lines) {
    if (!isObject(line)) continue;
    if (isIntent(line)) paramsOf.set(line.id as Json, line.params as Json);
    const params = line.kind === "receipt" ? paramsOf.get(line.intent as Json) : undefined;
    if (params === undefined) continue;
    const { effect, payload, error } = line;
    if (payload === undefined && error === undefined) continue;
    answers.push({
      effect: String(effect),
      params,
      ...(payload === undefined ? {} : { payload }),
      ...(error === undefined ? {} : { error }),
    });
  }
  return answers;
}

function isIntent(line: Json): boolean {
  return isObject(line) && line.kind === "intent" && line.do === "effect";
}
