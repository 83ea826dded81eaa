// What waits for a person, in full: whoever decides sees what will be done, not a part of it.
import { WAITS, type Waiting } from "@uncaged/workflow/host";
import { escapeText } from "./escape.ts";
import type { Paint } from "./paint.ts";
import { duration } from "./time.ts";

/** `id`: what to type to mean this one. `lost`: the thread, when nothing can bring it on any more. */
export function waitingLines(
  waiting: Waiting,
  id: string,
  now: number,
  paint: Paint,
  lost: string | null = null,
): string[] {
  const lines = askedLines(waiting, paint);
  if (waiting.schema !== undefined)
    lines.push(paint.dim(`  an answer fits ${escapeText(JSON.stringify(waiting.schema))}`));
  if (waiting.defaults !== undefined)
    lines.push(paint.dim(`  what is left out is ${escapeText(JSON.stringify(waiting.defaults))}`));
  lines.push(...expiryLines(waiting, now, paint));
  if (lost !== null)
    lines.push(paint.yellow("  its worker is gone and its bundle never reads `steps`: it cannot go on"));
  const next = lost === null ? WAITS[waiting.kind].next(id) : lastCommands(waiting, id, lost);
  for (const [index, command] of next.entries())
    lines.push(`${paint.dim(index === 0 ? "  next" : "   or ")} uncaged-workflow ${command}`);
  return lines;
}

/** The question and every item of it. */
export function askedLines({ prompt, items }: Waiting, paint: Paint): string[] {
  return [
    ...quoted(prompt, paint),
    ...items.flatMap((item, index) => itemLines(item, index, items.length, paint)),
  ];
}

export function expiryLines({ expiresAt }: Waiting, now: number, paint: Paint): string[] {
  return expiresAt === null ? [] : [paint.dim(`  ${expiry(expiresAt, now)}`)];
}

/** A bar before each line of data: nothing in it can pass for a line of ours. */
function quoted(text: string, paint: Paint): string[] {
  return escapeText(text)
    .split("\n")
    .map((line) => `  ${paint.dim("│")} ${paint.bold(line)}`);
}

function itemLines(item: unknown, index: number, count: number, paint: Paint): string[] {
  const label = `${index + 1}/${count}`;
  const text = typeof item === "string" ? item : JSON.stringify(item, null, isShort(item) ? 0 : 2);
  return escapeText(text)
    .split("\n")
    .map(
      (line, at) => `  ${paint.dim("│")} ${paint.dim(at === 0 ? label : " ".repeat(label.length))} ${line}`,
    );
}

function isShort(item: unknown): boolean {
  return JSON.stringify(item).length <= 72;
}

function expiry(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  return left <= 0
    ? `ran out at ${expiresAt}`
    : `until ${expiresAt}, ${duration(left)} from now; then it is a no`;
}

/** What is left to do with a thread that cannot go on. */
function lastCommands({ kind }: Waiting, id: string, threadId: string): string[] {
  const deny = kind === "approval" ? [`deny ${id} --reason "..."`] : [];
  return [...deny, `cancel ${threadId}`, `resume ${threadId} --from-start`];
}
