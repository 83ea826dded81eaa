// fork --matrix model=a,b,c: the variants run as threads, side by side, and end up as one table.
import {
  type Forked,
  type ForkRequest,
  type Variables,
  type Variant,
  verbs,
  WorkflowError,
} from "@uncaged/workflow/host";
import { Leaving } from "../follow/leaving.ts";
import { ndjsonView } from "../follow/ndjson-view.ts";
import { oneLine } from "../render/escape.ts";
import { type Cell, type Column, fitTable } from "../render/fit-table.ts";
import type { Paint } from "../render/paint.ts";
import { costText } from "../render/spent.ts";
import { paintAs, statusText } from "../render/status.ts";
import { duration } from "../render/time.ts";
import type { CommandAnswer, Invocation } from "../verb/command.ts";

type Started = { variables: Variables; forked: Forked };

export async function forkMatrix(invocation: Invocation, request: ForkRequest): Promise<CommandAnswer> {
  const { store, isSet, paint, terminal } = invocation;
  if (isSet("plan")) throw new WorkflowError("USAGE", "--plan is of one fork: leave --matrix out");
  const { combinations, compareVariant, forkVariant } = await verbs.sweep();
  const { findThread } = await verbs.find();
  const origin = findThread(store, request.thread).threadId;
  const variants = combinations(readMatrix(invocation));
  using leaving = new Leaving();
  const started: Started[] = [];
  for (const variables of variants)
    started.push({ variables, forked: await forkVariant(store, request, variables) });
  if (isSet("detach")) return detached(origin, started);
  const left = await Promise.all(started.map(({ forked }) => watch(invocation, forked, leaving.signal)));
  if (leaving.signal.aborted) return detached(origin, started, left);
  const compared = started.map(({ variables, forked }) => compareVariant(store, origin, variables, forked));
  const failed = compared.some(({ status }) => status !== "completed");
  return {
    json: { origin, variants: compared },
    text: renderVariants(compared, paint, terminal.isInteractive ? terminal.columns : Infinity),
    exitCode: failed ? 1 : 0,
  };
}

/** --matrix name=a,b,c, as often as wanted. */
function readMatrix({ flags }: Invocation): Record<string, string[]> {
  const matrix: Record<string, string[]> = {};
  for (const given of flags("matrix")) {
    const [, name, list] = /^([A-Za-z][A-Za-z0-9_.-]*)=(.+)$/s.exec(given) ?? [];
    const values = list?.split(",") ?? [];
    if (name === undefined || values.some((value) => value === "") || new Set(values).size < values.length)
      throw new WorkflowError("USAGE", `--matrix takes name=a,b,c with different values, not "${given}"`, {
        details: { flag: "--matrix" },
      });
    if (Object.hasOwn(matrix, name)) throw new WorkflowError("USAGE", `--matrix ${name} is given twice`);
    matrix[name] = values;
  }
  return matrix;
}

/** Waits until the thread leaves its worker. Returns its status, or null when this process leaves first. With --json it also writes the events of the thread. */
async function watch(
  { terminal, json, paint }: Invocation,
  { place, client, ...forked }: Forked,
  signal: AbortSignal,
): Promise<string | null> {
  const since = forked.since();
  const { followThread } = await verbs.follow();
  const viewer = json ? await ndjsonView(terminal, place.threadId, "execution.started", since.fold) : null;
  let status: string | null = null;
  await viewer?.begin();
  for await (const event of followThread(place, client, since, signal))
    if (event.type === "lines") await viewer?.lines(event.lines, client.noticeOf(place.threadId)?.tokens);
    else status = event.status;
  client.close();
  const { envelopeOf } = await verbs.envelope();
  await viewer?.end(status === null ? "running" : envelopeOf(place).status);
  if (!json && status !== null) await terminal.err(`${paint.dim(`${place.threadId} ${status}`)}\n`);
  return status;
}

function detached(
  origin: string,
  started: readonly Started[],
  left: readonly (string | null)[] = [],
): CommandAnswer {
  for (const { forked } of started) forked.client.close();
  const variants = started.map(({ variables, forked }, index) => ({
    variables,
    executionId: forked.place.threadId,
    status: left[index] ?? "running",
  }));
  return {
    json: { origin, variants },
    text: variants.map(({ variables, executionId }) => `${executionId}  ${nameOf(variables)}`).join("\n"),
  };
}

function renderVariants(variants: readonly Variant[], paint: Paint, columns: number): string {
  const rows = variants.map((one): Cell[] => [
    oneLine(nameOf(one.variables), columns),
    one.executionId,
    { text: statusText(one.status), paint: (text) => paintAs(one.status, text, paint) },
    String(one.steps),
    one.tokens.toLocaleString("en"),
    costText(one.costUsd, one.unpriced),
    duration(one.ms),
    one.firstDifference === null ? "-" : `at step ${one.firstDifference}`,
    oneLine(one.summary ?? one.error ?? "", columns),
  ]);
  return fitTable(HEAD, rows, columns, paint.dim);
}

/** On a screen, what the variants say gives way first, and what can be seen in their threads goes. */
const HEAD: readonly Column[] = [
  { title: "VARIANT", rank: 2, least: 10 },
  { title: "THREAD" },
  { title: "STATUS", rank: 3, least: 9 },
  { title: "STEPS", goes: 1 },
  { title: "TOKENS", goes: 3 },
  { title: "COST", goes: 6 },
  { title: "TIME", goes: 2 },
  { title: "DIFFERS", goes: 5 },
  { title: "RESULT", rank: 1, least: 10, goes: 4 },
];

function nameOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
