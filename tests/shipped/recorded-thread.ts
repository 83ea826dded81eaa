// The recorded thread of a bundle we ship, held against the bundle as it is today.
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  approved,
  denied,
  driveWorkflow,
  errorReceipt,
  type Flow,
  okReceipt,
} from "@uncaged/workflow/testing";
import { THREAD_ID } from "../../packages/workflow/src/testing/receipts.ts";
import { recordedFile } from "../../scripts/scene.ts";
import { TempHome } from "../support/temp-home.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of many kinds
type Rec = any;

/** What `verify` finds wrong with the file: sums, seals, receipts. That its bundle is not in this home is no fault. */
export async function problemsOf(name: string): Promise<string[]> {
  await using home = await TempHome.create();
  const text = await readFile(recordedFile(name, "thread.jsonl"), "utf8");
  const { hash, threadId } = JSON.parse(text.slice(0, text.indexOf("\n")));
  const path = home.layout.journal(hash, threadId);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const { json } = await home.uw(["verify", threadId, "--json"]);
  return (json.problems as { code: string; message: string }[])
    .filter(({ code }) => code !== "NOT_FOUND")
    .map(({ code, message }) => `${code} ${message}`);
}

export type Reenacted = { recorded: Told; today: Told };
type Told = { asked: unknown[]; steps: unknown[]; result: unknown };

/** The code of today, given the recorded answers: it must ask for the same, and come to the same. */
export async function reenact(name: string, flow: Flow): Promise<Reenacted> {
  const text = await readFile(recordedFile(name, "thread.jsonl"), "utf8");
  const { threadId } = JSON.parse(text.slice(0, text.indexOf("\n")));
  // A drive has a thread id of its own, and what a bundle asks for may name it.
  const same = text
    .replaceAll(threadId, THREAD_ID)
    .replaceAll(threadId.toLowerCase(), THREAD_ID.toLowerCase());
  const records: Rec[] = same
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [start] = records;
  const intents = records.filter((one) => one.kind === "intent");
  const { yields, steps, result } = await driveWorkflow(flow, {
    prompt: start.parameters.prompt,
    variables: start.parameters.variables ?? {},
    answers: intents.map((intent) => answerTo(intent, records)),
  });
  const end = records.find((one) => one.kind === "result");
  return {
    recorded: {
      asked: intents.map((intent) => questionOf(intent, intent.params)),
      steps: records
        .filter((one) => "role" in one)
        .map(({ role, content, meta }) => ({ role, content, meta })),
      result: { returnCode: end.returnCode, summary: end.summary },
    },
    today: {
      asked: (yields.flat() as Rec[])
        .filter((one) => "do" in one)
        .map((command, index) => questionOf(command, filledIn(command.params, intents[index]?.params))),
      steps,
      result: { returnCode: result.returnCode, summary: result.summary },
    },
  };
}

function answerTo({ id }: Rec, records: Rec[]): unknown {
  const answer = records.find(
    (one) => one.intent === id && (one.kind === "receipt" || one.kind === "decision"),
  );
  if (answer === undefined) throw new Error(`the recorded intent ${id} has no answer`);
  if (answer.kind === "decision")
    return (answer.decision === "approve" ? approved : denied)(answer.actor, answer.reason);
  const { status, payload, error } = answer;
  if (status === "ok") return okReceipt(payload);
  const { code, message, ...more } = error;
  return errorReceipt(code, message, { ...more, ...(payload === undefined ? {} : { payload }) });
}

function questionOf({ effect, prompt, items }: Rec, params: unknown): unknown {
  return effect === undefined ? { prompt, items: items ?? [] } : { effect, params };
}

/** What the engine completes in params that a command left out. */
const COMPLETED = ["stream", "temperature", "access", "args", "argv", "encoding"];

function filledIn(params: Rec, recorded: Rec): unknown {
  const added = Object.entries(recorded ?? {}).filter(([key]) => COMPLETED.includes(key));
  return params === undefined ? params : { ...Object.fromEntries(added), ...params };
}
