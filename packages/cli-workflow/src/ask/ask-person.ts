// A thread that waits for a person asks the one who watches it, if that one may decide. What is said goes the same way as
// with approve, deny, answer and reconcile, so who said it, who may and what fits are told and recorded alike.
import {
  type OpenQuestions,
  type Question,
  type Settlement,
  type ThreadPlace,
  verbs,
  WorkflowError,
} from "@uncaged/workflow/host";
import type { Followed } from "../follow/followed.ts";
import { renderError } from "../render/error.ts";
import { escapePrinted, escapeText } from "../render/escape.ts";
import { askedLines, expiryLines } from "../render/waiting.ts";
import type { Asker } from "../terminal/terminal.ts";
import type { Invocation } from "../verb/command.ts";
import { askSettlement } from "./ask-settlement.ts";
import { type Conversation, Later } from "./ask-value.ts";

/** The thread as it goes on; or it stays parked, with what there is to say about that. */
export type Asked = { goesOn: Followed } | { notes: string[] };

export async function askPerson(
  invocation: Invocation,
  place: ThreadPlace,
  leaving: AbortSignal,
): Promise<Asked> {
  const { readQuestions } = await verbs.questions();
  const open = await readQuestions(invocation.store, place, actorOf(invocation));
  const question = open.questions.find(({ refusal }) => refusal === null);
  if (open.lost || invocation.terminal.openAsker === undefined) return { notes: [] };
  if (question === undefined) return { notes: open.questions.flatMap(refusalNote) };
  using asker = await invocation.terminal.openAsker();
  return await askUntilSettled(invocation, asker, open, question, leaving);
}

/** Where a thread waits already: it is followed from there. */
export async function joinWaiting(invocation: Invocation, typed: string): Promise<Followed> {
  const { findQuestions } = await verbs.questions();
  const { place, since } = await findQuestions(invocation.store, typed, actorOf(invocation));
  return rejoin(invocation, { place, since });
}

async function rejoin({ store }: Invocation, { place, since }: Pick<OpenQuestions, "place" | "since">) {
  const { watchThread } = await verbs.follow();
  return { place, client: await watchThread(store, place), since: () => since };
}

function actorOf({ flag, store }: Invocation): string {
  return flag("actor") ?? store.actor;
}

function refusalNote({ refusal }: Question): string[] {
  return refusal === null ? [] : [`${refusal.message}; ${refusal.hint}`];
}

async function askUntilSettled(
  invocation: Invocation,
  asker: Asker,
  open: OpenQuestions,
  question: Question,
  leaving: AbortSignal,
): Promise<Asked> {
  const { store, paint, terminal } = invocation;
  const { settleThread } = await verbs.settle();
  using elsewhere = new Elsewhere(open.place, question.intent, (await verbs.questions()).stillWaits);
  const signal = AbortSignal.any([leaving, elsewhere.signal]);
  const talk: Conversation = {
    show: (text) => terminal.out(escapePrinted(text, terminal.hasColor)),
    async line(text) {
      const line = await asker.line(escapeText(text), signal);
      if (line === null) throw new Later();
      return line;
    },
  };
  await talk.show(`${headOf(invocation, question).join("\n")}\n`);
  const typed = `${open.place.hash}/${open.place.threadId}`;
  let said: Settlement | undefined;
  for (;;)
    try {
      said = await askSettlement(talk, question, said);
      const settled = await settleThread(store, typed, said, invocation.flag("actor"));
      return { goesOn: settled.ignored ? await rejoin(invocation, open) : settled };
    } catch (error) {
      const isSettled = elsewhere.isSettled();
      if (error instanceof Later && (leaving.aborted || !isSettled)) return { notes: [] };
      if (isSettled) {
        const why =
          error instanceof WorkflowError && error.code === "TOKEN_EXPIRED" ? error.message : DECIDED;
        await talk.show(paint.yellow(`  ${why}\n`));
        return { goesOn: await rejoin(invocation, open) };
      }
      if (!(error instanceof WorkflowError) || !CAN_BE_MENDED.has(error.code)) throw error;
      await terminal.err(renderError(error, paint));
    }
}

const DECIDED = "that was decided meanwhile, by somebody else or by the time";

/** What was typed is at fault, and the question stays open. */
const CAN_BE_MENDED: ReadonlySet<string> = new Set([
  "SCHEMA_INVALID",
  "SECRET_IN_DATA",
  "NON_CANONICAL_VALUE",
  "USAGE",
]);

function headOf({ paint, store }: Invocation, question: Question): string[] {
  const { kind, stepId } = question;
  return [
    `${paint.yellow(kind)} ${paint.bold(escapeText(stepId))}`,
    ...askedLines(question, paint),
    ...expiryLines(question, store.clock.now(), paint),
  ];
}

const LOOK_MS = 300;

/** Looks whether somebody else settles it while it is asked here. */
class Elsewhere implements Disposable {
  private readonly settled = new AbortController();
  private readonly waits: () => boolean;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    place: ThreadPlace,
    intent: string,
    stillWaits: (place: ThreadPlace, intent: string) => () => boolean,
  ) {
    this.waits = stillWaits(place, intent);
    this.timer = setInterval(() => this.isSettled(), LOOK_MS);
  }

  get signal(): AbortSignal {
    return this.settled.signal;
  }

  isSettled(): boolean {
    if (!this.waits()) this.settled.abort();
    return this.settled.signal.aborted;
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }
}
