// receive: the thread is given an event that was sent to it. It takes the oldest in its mailbox that fits, or parks until
// one comes, or until its time is over.
import { isAmount, isTime } from "#codec/field-forms.ts";
import { present } from "#codec/present.ts";
import type { Json, ReceiveCommand } from "#contract/command.ts";
import { EVENT_NAME } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { EventRecord, ReceiveIntent, Unstamped } from "#contract/record.ts";
import type { AdmissionRules } from "./admission.ts";
import type { CommandFile } from "./command.ts";
import { isString, isText, wholeNumber } from "./field-checks.ts";
import { isEvent, waitingLine } from "./line-shape.ts";
import { intentBase } from "./opening.ts";
import { decisionOf, neverDue, unheard } from "./settlement.ts";
import { CENTURY_MS, type CommandProblem, invalid, shape } from "./shape.ts";
import type { WaitFacts } from "./wait-facts.ts";

type Asked = Pick<ReceiveIntent, "do" | "event" | "timeoutMs" | "stepId">;
type EventRequired = { type: "event.required"; event: string; expiresAt: string | null };

export const receive: CommandFile<ReceiveCommand, Asked, ReceiveIntent, EventRequired> = {
  word: "receive",
  answeredBy: "event",
  shape: shape(
    { event: isString },
    { timeoutMs: wholeNumber({ min: 0, max: CENTURY_MS }), id: isText },
    { misfit: nameProblem },
  ),
  admit({ event, timeoutMs, id }, rules) {
    if (rules.events?.has(event) !== true) return notDeclared(event, rules);
    const asked: Asked = { do: "receive", event, ...present({ timeoutMs, stepId: id }) };
    return { asked };
  },
  line: {
    kind: "intent",
    shape: waitingLine({ event: isEvent }, { timeoutMs: isAmount, until: isTime }),
  },
  open({ asked }, place, ports) {
    const { timeoutMs } = asked;
    const until = timeoutMs === undefined ? undefined : ports.now() + timeoutMs;
    return { ...intentBase(asked, place, ports), ...asked, ...present({ until }) };
  },
  askedOf({ event, timeoutMs, stepId }) {
    return { ...present({ stepId }), do: "receive", event, ...present({ timeoutMs }) };
  },
  answerIn: () => null,
  waiting: {
    on: ["event"],
    waitOf: ({ opening }) => ({ on: "event", wakeAt: opening.until ?? null }),
    yesLetsGo: false,
    hearsNo: () => false,
    async due({ opening }, { now }) {
      if (opening.until === undefined) return neverDue(opening);
      const none = decisionOf(opening, "answer", { now, actor: "system" }, "receive_timeout");
      return [{ ...none, value: null }];
    },
    async settle(_leaf, said) {
      throw unheard("receive", said);
    },
    async dryRun({ opening }, { stub, events }) {
      const value = await stub(events?.get(opening.event) ?? {});
      if (value === undefined)
        return {
          unanswerable: {
            code: "STUB_NOT_FOUND",
            message: `no value was found that fits the event ${opening.event}`,
            hint: "correct its schema in descriptor.events",
          },
        };
      return [{ ...eventOf(opening, value), simulated: true }];
    },
    async simulate({ opening }, { stub, events, noStub }) {
      const value = await stub(events?.get(opening.event) ?? {});
      if (value === undefined) throw noStub(`the event ${opening.event}`);
      const { kind: _kind, ...event } = eventOf(opening, value);
      return { type: "deliver", ...event };
    },
    takes: (opening, { event }) => event === opening.event,
    question: () => null,
    required: ({ event, until }) => ({ type: "event.required", event, expiresAt: isoOf(until) }),
  },
  shown: {
    status: () => "waiting",
    asked: ({ event, until }) => ({ event, ...present({ until }) }),
    brief: (asked) => `${eventIn(asked)}${untilIn(asked)}`,
    outcome: "value",
    opened: ({ event }, name) => ({ isAsk: true, text: `${name} waits for the event ${event}` }),
    resting: ({ event, until }, _name, left) =>
      `waits for the event ${event}${until === undefined ? "" : `, ${left(until)} left`}`,
    done: "received",
    again: () => "it waits for its event again",
  },
  standIn: { answer: null, is: "value" },
};

export const event: WaitFacts<"event"> = {
  on: "event",
  rank: 1,
  by: "event",
  staysNear: true,
  envelope: "waiting",
  cause: "waiting_event",
  message: ({ stepId, asked }) => `it waits for the event ${eventIn(asked)} (${stepId})${untilIn(asked)}`,
  hint: (threadId) => `uncaged-workflow thread ${threadId}`,
  verb: null,
  next: () => [],
  plan: (wakeAt) => `for an event${wakeAt === null ? "" : `, until ${isoOf(wakeAt)}`}`,
  wanted: "an event",
};

/** Where nobody sends anything: the first event of the store. */
function eventOf(opening: ReceiveIntent, value: Json): Unstamped<EventRecord> {
  return { kind: "event", event: opening.event, value, key: null, seq: 1 };
}

function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function eventIn(asked: Json): string {
  return (asked as { event?: string } | null)?.event ?? "";
}

function untilIn(asked: Json): string {
  const { until } = (asked ?? {}) as { until?: number };
  return until === undefined ? "" : `, until ${isoOf(until)}`;
}

function nameProblem({ event: name }: Record<string, unknown>): CommandProblem | null {
  if (EVENT_NAME.test(name as string)) return null;
  const shown = JSON.stringify((name as string).slice(0, 80));
  return invalid(`${shown} is not the name of an event; names look like shop/Paid@1`, "event");
}

function notDeclared(name: string, { events }: AdmissionRules): ErrorReport {
  const known = [...(events?.keys() ?? [])].sort();
  return {
    code: "EFFECT_NOT_DECLARED",
    message: `the bundle did not declare the event ${name}`,
    hint: `describe it in descriptor.events${known.length === 0 ? "" : ` (declared: ${known.join(", ")})`}`,
    details: { event: name, declared: known },
  };
}
