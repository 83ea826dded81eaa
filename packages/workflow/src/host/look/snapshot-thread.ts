// thread --snapshot: everything a thread was given and everything it did, in one document for an audit or a diff.
import type { Json } from "#contract/command.ts";
import type { ResultRecord, StartRecord } from "#contract/record.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { checkHeader } from "#journal/check-header.ts";
import type { CommandEntry } from "#replay/command-log.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { Step } from "#replay/fold-thread.ts";
import { findThread } from "../open/find-thread.ts";
import { readWithWorker } from "../open/is-live.ts";
import { readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";

/** `settings`: of a step that asked a model or an agent, what it was asked with besides the words. */
export type SnapshotStep = {
  stepId: string;
  n: number;
  index: number;
  do: string;
  effect?: string;
  settings?: Json;
  input: Json;
  output: Json;
  status: CommandEntry["status"];
  attempts: number;
};

export type Snapshot = {
  threadId: string;
  name: string;
  hash: string;
  sha256: string;
  status: ThreadStatus;
  trigger: StartRecord["trigger"] | null;
  initiator: StartRecord["initiator"] | null;
  prompt: string;
  variables: Record<string, string>;
  parameters: StartRecord["parameters"];
  /** Where HEAD of the workspace stood, when it is a checkout. */
  commit: string | null;
  forkFrom: StartRecord["forkFrom"] | null;
  steps: SnapshotStep[];
  result: Pick<ResultRecord, "status" | "returnCode" | "summary" | "output" | "error"> | null;
};

export async function snapshotThread(store: Store, typed: string): Promise<Snapshot> {
  const place = findThread(store, typed);
  const { fold, steps, commands, live } = await readWithWorker(store, place, readThread);
  const start = checkHeader(fold.start, place);
  const { parameters } = start;
  return {
    threadId: place.threadId,
    name: start.name,
    hash: start.hash,
    sha256: start.sha256,
    status: deriveStatus(fold, live),
    trigger: start.trigger ?? null,
    initiator: start.initiator ?? null,
    prompt: parameters.prompt,
    variables: parameters.variables ?? {},
    parameters,
    commit: parameters.workspace?.commit ?? null,
    forkFrom: start.forkFrom ?? null,
    steps: [...steps.map(stepOf), ...commands.current.map(commandOf)].sort(byPlace),
    result: fold.result === null ? null : resultOf(fold.result),
  };
}

function stepOf({ n, role, content, meta }: Step): SnapshotStep {
  const output = { role, content, meta } as unknown as Json;
  return { stepId: `n${n}`, n, index: 0, do: "role", input: null, output, status: "completed", attempts: 1 };
}

function commandOf(entry: CommandEntry): SnapshotStep {
  const { stepId, n, index, effect, asked, answer, status, attempts } = entry;
  return {
    stepId,
    n,
    index,
    do: entry.do,
    ...(effect === undefined ? {} : { effect }),
    ...settingsOf(effect, asked),
    input: asked,
    output: answer,
    status,
    attempts: attempts.length,
  };
}

const MODELS: ReadonlySet<string | undefined> = new Set(["sys/llm.generate@1", "sys/agent.run@1"]);
const WORDS: ReadonlySet<string> = new Set(["messages", "prompt", "system"]);

function settingsOf(effect: string | undefined, asked: Json): { settings?: Json } {
  if (!MODELS.has(effect) || typeof asked !== "object" || asked === null || Array.isArray(asked)) return {};
  return { settings: Object.fromEntries(Object.entries(asked).filter(([key]) => !WORDS.has(key))) };
}

function resultOf({ status, returnCode, summary, output, error }: ResultRecord): Snapshot["result"] {
  return {
    status,
    returnCode,
    summary,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  };
}

function byPlace(a: SnapshotStep, b: SnapshotStep): number {
  return a.n - b.n || a.index - b.index;
}
