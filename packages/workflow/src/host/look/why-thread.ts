// why: what a thread waits for, or why it ended as it did, in words, and what to type next.
import { authorsFrames } from "#codec/authors-frames.ts";
import { WAITS, waitsOn } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { Failure } from "#replay/failure-of.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { retryOf } from "./find-retry.ts";
import type { Waiting } from "./read-waiting.ts";
import { openReceipts } from "./receipt-schemas.ts";
import { outlineThread, type ThreadOutline } from "./view-thread.ts";
import { type Obstacle, obstacleOf } from "./why-interrupted.ts";

/** `cause` is a word to act on, `message` the same in prose. */
export type Why = {
  threadId: string;
  status: string;
  cause: string;
  message: string;
  hint: string;
  /** Of an interrupted thread: what keeps it from going on, or ended it the last time. */
  error?: ErrorReport;
  /** Of a thread that failed after an effect did: the effect's last words. */
  failure?: FailedEffect;
};

export type FailedEffect = Failure & { stepId: string; effect: string };

export async function whyThread(store: Store, typed: string): Promise<Why> {
  const place = findThread(store, typed);
  const view = await outlineThread(store, typed);
  const obstacle = view.status === "interrupted" ? await obstacleOf(store, place, view) : null;
  const example = view.status === "waiting" ? await exampleFor(store, view.waiting[0]) : "null";
  const explained = explain(view, obstacle, example);
  const retry = view.status === "completed" ? null : retryOf(store, place);
  return {
    threadId: view.threadId,
    status: view.status,
    ...explained,
    ...(retry === null ? {} : wentOn(explained, retry)),
  };
}

type Explained = Omit<Why, "threadId" | "status">;

/** A thread that was retried is looked after there. */
function wentOn({ message }: Explained, retry: ThreadPlace): Pick<Explained, "message" | "hint"> {
  const status = foldThread(retry).fold.result?.status ?? "not ended";
  return {
    message: `${message}\nit was retried as ${retry.threadId} (${status})`,
    hint: `uncaged-workflow ${status === "completed" ? "thread" : "why"} ${retry.threadId}`,
  };
}

function explain(view: ThreadOutline, obstacle: Obstacle | null, example: string): Explained {
  const id = view.threadId;
  const verb = (name: string) => `uncaged-workflow ${name} ${id}`;
  switch (view.status) {
    case "running":
      return working(view);
    case "queued":
      return {
        cause: "queued",
        message: "its bundle limits how many threads run at once, and it waits for its turn",
        hint: verb("follow"),
      };
    case "waiting":
      return orLost(view, waiting(view, example));
    case "paused":
      return orLost(view, {
        cause: "paused",
        message: `it was paused after step ${view.steps}`,
        hint: verb("resume"),
      });
    case "interrupted":
      return orLost(view, interrupted(view, obstacle));
    case "completed":
      return {
        cause: "completed",
        message: view.result?.summary ?? "it completed",
        hint: verb("thread"),
      };
    default:
      return failed(view, verb("retry"));
  }
}

/** Nothing of what it waits for can reach it any more. */
function orLost(view: ThreadOutline, why: Explained): Explained {
  if (view.lost !== true) return why;
  const isAsked = view.waiting.some(({ kind }) => kind === "approval");
  return {
    cause: why.cause,
    message: `${why.message}\nits worker is gone, and its bundle never reads \`steps\`: it cannot go on, only end, or begin anew with \`resume --from-start\``,
    hint: `uncaged-workflow ${isAsked ? "deny" : "cancel"} ${view.threadId}`,
  };
}

function interrupted({ threadId, steps }: ThreadOutline, obstacle: Obstacle | null): Explained {
  const resume = `uncaged-workflow resume ${threadId}`;
  if (obstacle === null) {
    const message = `the process that ran it ended without a result; steps recorded: ${steps}`;
    return { cause: "interrupted", message, hint: resume };
  }
  const { now, error } = obstacle;
  const { code, message, hint } = error;
  const said = `${code}: ${message}`;
  if (now)
    return {
      cause: "cannot_be_hosted",
      message: `it cannot be taken up: ${said}`,
      hint: hint === undefined ? resume : `${hint}; then ${resume}`,
      error,
    };
  if (code === "REPLAY_DIVERGENCE")
    return { cause: "diverged", message: `it diverged: ${said}`, hint: hint ?? resume, error };
  return { cause: "interrupted", message: `it stopped without a result: ${said}`, hint: resume, error };
}

function working(view: ThreadOutline): Explained {
  const hint = `uncaged-workflow follow ${view.threadId}`;
  const open = view.inflight[0];
  if (open === undefined)
    return { cause: "running", message: `it is working on step ${view.steps + 1}`, hint };
  const message = `it waits for the receipt of ${open.effect ?? open.do} (${open.stepId}, attempt ${open.attempt})`;
  return { cause: "waiting_receipt", message, hint };
}

function failed(view: ThreadOutline, next: string): Explained {
  const { stepId, effect = "", failure } = lastFailed(view) ?? {};
  return {
    cause: causeOf(view),
    message: failureText(view),
    hint: view.error?.hint ?? next,
    ...(view.status !== "failed" || stepId === undefined || failure === undefined
      ? {}
      : { failure: { stepId, effect, ...failure } }),
  };
}

/** Of the last yield with answers, the command that failed; else its last one. */
function lastFailed({ commands }: ThreadOutline): ThreadOutline["commands"][number] | undefined {
  const last = commands.findLast((entry) => entry.receipt !== undefined);
  const beside = commands.filter(({ n, receipt }) => n === last?.n && receipt !== undefined);
  return beside.findLast(({ failure }) => failure !== undefined) ?? last;
}

/** A stop is its own cause; a failure is the last effect's, if that failed, or the workflow's. */
function causeOf({ status, error, commands }: ThreadOutline): string {
  if (status !== "failed") return status;
  if (error?.code === "RECEIPT_FAULT") return "adapter_error";
  if (error?.code !== "WORKFLOW_FAILED") return error === null ? "unknown_failure" : "invariant_violation";
  const last = commands.findLast((entry) => entry.receipt !== undefined)?.receipt;
  if (last === "timeout") return "adapter_timeout";
  return last === "error" || last === "fault" ? "adapter_error" : "unknown_failure";
}

function waiting(view: ThreadOutline, example: string): Explained {
  const { threadId, wakeAt, waitingOn } = view;
  if (waitingOn === null) throw new WorkflowError("INTERNAL", `the thread ${threadId} waits for nothing`);
  const { cause, message, hint } = WAITS[waitingOn];
  const asked = view.waiting[0];
  const open = view.inflight.find(({ do: word }) => waitsOn(word).includes(waitingOn));
  const { stepId = "", asked: of = null } =
    view.commands.findLast(({ stepId: id, completedAt }) => id === open?.stepId && completedAt === null) ??
    {};
  return {
    cause,
    message: message({
      stepId: asked?.stepId ?? stepId,
      prompt: asked === undefined ? "" : `: ${asked.prompt}${sessionText(asked)}`,
      asked: of,
      wakeAt,
    }),
    hint: hint(threadId, example),
  };
}

/** A coding agent had begun: its session has what it did until then. */
function sessionText(waiting: Waiting | undefined): string {
  const { session, folder } = toldOf(waiting);
  return session === undefined
    ? ""
    : ` Its session was ${session}${folder === undefined ? "" : `, in ${folder}`}.`;
}

function toldOf(waiting: Waiting | undefined): { session?: string; folder?: string } {
  return (waiting?.items[0] ?? {}) as { session?: string; folder?: string };
}

/** JSON that may be typed as it stands: the defaults, or the plainest value that fits what is asked for. */
async function exampleFor(store: Store, asked: Waiting | undefined): Promise<string> {
  if (asked?.defaults !== undefined) return quoted(asked.defaults);
  const effect = asked?.kind === "reconcile" ? effectOf(asked) : null;
  const schema = effect === null ? asked?.schema : (await openReceipts(store))(effect);
  const { session, folder } = toldOf(asked);
  // With its session the next turn goes on from there.
  if (session !== undefined)
    return quoted({ text: "", session, exitCode: 0, ...(folder === undefined ? {} : { folder }) });
  // A pattern may take long to find a text for; a schema of that size is nobody's to type.
  const text = JSON.stringify(schema ?? null);
  if (schema === undefined || schema === null || text.length > 4_000 || text.includes('"pattern"'))
    return "{}";
  const { stubValue } = await import("#effects/stub/stub-value.ts");
  return quoted(stubValue(schema) ?? {});
}

function effectOf({ items }: Waiting): string | null {
  const { effect } = (items[0] ?? {}) as { effect?: string };
  return effect ?? null;
}

function quoted(value: Json): string {
  return JSON.stringify(value).replaceAll("'", "'\\''");
}

function failureText({ error, result, status }: ThreadOutline): string {
  if (error === null) return result?.summary ?? status;
  const stack = error.details?.stack;
  const where = typeof stack === "string" ? authorsFrames(stack).slice(0, FRAMES_SHOWN) : [];
  return [`${error.code}: ${error.message}`, ...where].join("\n");
}

const FRAMES_SHOWN = 3;
