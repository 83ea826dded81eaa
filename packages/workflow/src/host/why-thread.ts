// why: what a thread waits for, or why it ended as it did, in words, and what to type next.
import type { House } from "./house.ts";
import { type ThreadView, viewThread } from "./view-thread.ts";

export type Why = { threadId: string; status: string; cause: string; hint: string };

export async function whyThread(house: House, typed: string): Promise<Why> {
  const view = await viewThread(house, typed);
  return { threadId: view.threadId, status: view.status, ...explain(view) };
}

function explain(view: ThreadView): { cause: string; hint: string } {
  const id = view.threadId;
  const verb = (name: string) => `uncaged-workflow ${name} ${id}`;
  switch (view.status) {
    case "running":
      return { cause: `it is working on step ${view.steps.length + 1}`, hint: verb("follow") };
    case "queued":
      return {
        cause: "its bundle limits how many threads run at once, and it waits for its turn",
        hint: verb("follow"),
      };
    case "paused":
      return { cause: `it was paused after step ${view.steps.length}`, hint: verb("resume") };
    case "interrupted":
      return {
        cause: `the process that ran it ended without a result; steps recorded: ${view.steps.length}`,
        hint: verb("resume"),
      };
    case "completed":
      return { cause: view.result?.summary ?? "it completed", hint: verb("thread") };
    default:
      return { cause: failureOf(view), hint: view.error?.hint ?? verb("fork") };
  }
}

function failureOf(view: ThreadView): string {
  const { error, result } = view;
  if (error === null) return result?.summary ?? view.status;
  const stack = error.details?.stack;
  const where = typeof stack === "string" ? authorsLine(stack) : null;
  return `${error.code}: ${error.message}${where === null ? "" : `\n${where}`}`;
}

/** The first place in the author's own files. */
function authorsLine(stack: string): string | null {
  return (
    stack
      .split("\n")
      .find((line) => /^\s+at /.test(line) && !line.includes("(unknown)"))
      ?.trim() ?? null
  );
}
