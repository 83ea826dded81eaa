// sleep: the time passes. A near wake-up is waited for; a far one parks, and `tick` wakes the thread.
import { isAmount, isLabel, isTime } from "#codec/field-forms.ts";
import { present } from "#codec/present.ts";
import type { SleepCommand } from "#contract/command.ts";
import type { SleepIntent } from "#contract/record.ts";
import type { CommandFile, Lines, LineTools } from "./command.ts";
import { isInstant, isText, wholeNumber } from "./field-checks.ts";
import { isEffect, waitingLine } from "./line-shape.ts";
import { makeReceipt } from "./make-receipt.ts";
import { intentBase } from "./opening.ts";
import { unheard } from "./settlement.ts";
import { CENTURY_MS, type CommandProblem, invalid, shape } from "./shape.ts";
import type { WaitFacts } from "./wait-facts.ts";

export type AskedSleep = { do: "sleep"; ms?: number; until?: number; stepId?: string };

/** The name its receipt has, by which it can be asked for as an effect, too. */
export const TIMER = "sys/timer.set@1";

export const sleep: CommandFile<SleepCommand, AskedSleep, SleepIntent> = {
  word: "sleep",
  answeredBy: "time",
  shape: shape(
    {},
    { ms: wholeNumber({ min: 0, max: CENTURY_MS }), until: isInstant, id: isText },
    { misfit: spanProblem },
  ),
  admit(command) {
    const step = present({ stepId: command.id });
    const asked: AskedSleep =
      "ms" in command
        ? { do: "sleep", ms: command.ms, ...step }
        : { do: "sleep", until: new Date(command.until).getTime(), ...step };
    return { asked };
  },
  line: {
    kind: "intent",
    shape: waitingLine({ effect: isEffect, executor: isLabel, until: isTime }, { ms: isAmount }),
  },
  open({ asked }, place, ports) {
    const { ms, stepId } = asked;
    return {
      ...intentBase(asked, place, ports),
      do: "sleep",
      effect: TIMER,
      executor: "engine",
      until: asked.until ?? ports.now() + (ms ?? 0),
      ...present({ ms, stepId }),
    };
  },
  askedOf({ ms, until, stepId }) {
    return { ...present({ stepId }), do: "sleep", ...(ms === undefined ? { until } : { ms }) };
  },
  answerIn: () => null,
  waiting: {
    on: ["timer"],
    waitOf: ({ opening }) => ({ on: "timer", wakeAt: opening.until }),
    yesLetsGo: false,
    hearsNo: () => false,
    due: ({ opening }, tools) => woken(opening, tools),
    async settle(_leaf, said) {
      throw unheard("sleep", said);
    },
    dryRun: ({ opening }, tools) => woken(opening, tools),
    simulate: async () => null,
    takes: null,
    question: () => null,
    required: () => null,
  },
  shown: {
    status: () => "waiting",
    asked: ({ until }) => ({ until }),
    brief: (asked) => `until ${new Date((asked as { until?: number } | null)?.until ?? 0).toISOString()}`,
    outcome: "nothing",
    opened({ until, timestamp }) {
      if (until - timestamp < 1_000) return null;
      return { isAsk: false, text: `sleeps until ${new Date(until).toISOString()}` };
    },
    resting: ({ until }, _name, left) => `sleeps, ${left(until)} left`,
    done: "slept",
    again: () => "it begins anew",
  },
  standIn: {
    answer(command, drive) {
      drive.passTo(endOf(command, drive.now));
      return drive.receipt();
    },
    is: "timer",
  },
};

export const timer: WaitFacts<"timer"> = {
  on: "timer",
  rank: 0,
  by: "time",
  staysNear: true,
  envelope: "waiting",
  cause: "waiting_timer",
  message: ({ wakeAt }) => `it sleeps until ${wakeAt ?? "later"}`,
  hint: () => "uncaged-workflow tick",
  verb: null,
  next: () => [],
  plan: (wakeAt) => `until ${new Date(wakeAt ?? 0).toISOString()}`,
  wanted: "the time",
};

async function woken(intent: SleepIntent, { identity, sign }: LineTools): Promise<Lines> {
  const verdict = { status: "ok" as const, payload: { until: intent.until }, attempt: 1 };
  return [await makeReceipt(intent, verdict, identity, sign)];
}

function spanProblem({ ms, until }: Record<string, unknown>): CommandProblem | null {
  if (ms === undefined && until === undefined)
    return invalid('the command "sleep" needs `ms` or `until`', "ms");
  if (ms !== undefined && until !== undefined)
    return invalid('the command "sleep" takes `ms` or `until`, not both', "until");
  return null;
}

function endOf(command: SleepCommand, now: number): number {
  if ("ms" in command) return now + command.ms;
  return typeof command.until === "number" ? command.until : Date.parse(command.until);
}
