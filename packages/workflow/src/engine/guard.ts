// What holds a thread back: a budget that is used up ends it before the next call is made; an effect that goes round in
// circles, or is asked for too often, is answered with an error instead of being performed, and too many of those end the
// thread.
import { plainJson } from "#codec/plain-json.ts";
import type { AskedEffect } from "#commands/admit-effect.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { CommandRecord, EffectIntent, Unstamped } from "#contract/record.ts";
import type { Spent } from "#replay/fold-spent.ts";
import { failedWith, type Outcome, stoppedBy } from "./outcome.ts";

export type Budget = {
  /** Dollars. Reached is used up: what the last call costs is known only after it. */
  costMax: number;
  tokensMax: number;
  /** A call of which nobody knows what it cost, or how many tokens it took, is the last. */
  mustKnowCost: boolean;
  mustKnowTokens: boolean;
  callsMax: number;
  callsMaxOf: Readonly<Record<string, number>>;
  /** The same effect with the same params, `threshold` times within so many yields. */
  loop: { window: number; threshold: number } | null;
  /** So many blocked effects end the thread. */
  breaker: number;
};

export type Block = { code: "LOOP_DETECTED" | "WORKFLOW_BUDGET_EXCEEDED"; message: string };

export class Guard {
  constructor(
    private readonly budget: Budget,
    private readonly threadId: string,
    private readonly spent: () => Spent,
  ) {}

  /** How the thread ends because its money or its tokens are used up; null while there is some left. */
  over(): Outcome | null {
    const { microUsd, tokens } = this.spent();
    const { costMax, tokensMax } = this.budget;
    if (microUsd >= costMax * 1_000_000)
      return this.exceeded("max_cost", `$${costMax}`, `$${microUsd / 1_000_000}`, "--max-cost <dollars>");
    if (tokens >= tokensMax)
      return this.exceeded("max_tokens", `${tokensMax} tokens`, `${tokens}`, "--max-tokens <n>");
    return this.unknown();
  }

  /** What a call cost that nobody knows of cannot be held against a budget: it may be used up already. */
  private unknown(): Outcome | null {
    const { unpricedAnswers, uncountedAnswers } = this.spent();
    const { costMax, tokensMax, mustKnowCost, mustKnowTokens } = this.budget;
    if (unpricedAnswers > 0 && mustKnowCost)
      return this.cannotTell("max_cost", `$${costMax}`, unpricedAnswers, "what it cost");
    if (uncountedAnswers > 0 && mustKnowTokens)
      return this.cannotTell(
        "max_tokens",
        `${tokensMax} tokens`,
        uncountedAnswers,
        "how many tokens it took",
      );
    return null;
  }

  /** `before`: lines of the same yield that are about to be written. */
  block(asked: AskedEffect, n: number, before: readonly Unstamped<CommandRecord>[]): Block | null {
    const { loop, callsMax, callsMaxOf } = this.budget;
    if (loop === null && callsMax === Infinity && callsMaxOf[asked.effect] === undefined) return null;
    const beside = before.filter(
      (record) => record.kind === "intent" && record.do === "effect",
    ) as EffectIntent[];
    return this.loop(asked, n, beside) ?? this.cap(asked, beside);
  }

  /** The thread was held back too often. */
  tripped(): Outcome | null {
    const { blocked } = this.spent();
    if (blocked < this.budget.breaker) return null;
    return stoppedBy("kill", `${blocked} effects were blocked, and that is where the circuit breaker is set`);
  }

  private loop(asked: AskedEffect, n: number, beside: readonly EffectIntent[]): Block | null {
    const { loop } = this.budget;
    if (loop === null) return null;
    const before = this.spent().recent.filter((intent) => intent.n > n - loop.window && intent.n < n);
    const times = [...before, ...beside].filter((intent) => isSame(intent, asked)).length + 1;
    if (times < loop.threshold) return null;
    const message = `${asked.effect} with these params for the ${times}. time within ${loop.window} yields: it was not performed`;
    return { code: "LOOP_DETECTED", message };
  }

  private cap(asked: AskedEffect, beside: readonly EffectIntent[]): Block | null {
    const { callsMax, callsMaxOf } = this.budget;
    const { calls, callsOf } = this.spent();
    const code = "WORKFLOW_BUDGET_EXCEEDED" as const;
    const pending = beside.filter((intent) => intent.blocked === undefined);
    if (calls + pending.length >= callsMax)
      return {
        code,
        message: `the thread's ${callsMax} effects are used up: ${asked.effect} was not performed`,
      };
    const most = callsMaxOf[asked.effect] ?? Infinity;
    const same = pending.filter(({ effect }) => effect === asked.effect).length;
    if ((callsOf.get(asked.effect) ?? 0) + same < most) return null;
    return { code, message: `${asked.effect} may be used ${most} times in a thread: it was not performed` };
  }

  private cannotTell(limit: string, allowed: string, calls: number, what: string): Outcome {
    const subject = calls === 1 ? "a call did not say" : `${calls} calls did not say`;
    return failedWith({
      code: "WORKFLOW_BUDGET_EXCEEDED",
      message: `the budget of ${allowed} may be used up: ${subject} ${what}`,
      hint: `uncaged-workflow fork ${this.threadId} --allow-unpriced`,
      details: { limit, allowed, spent: "unknown", calls },
    });
  }

  private exceeded(limit: string, allowed: string, spent: string, flag: string): Outcome {
    const code: ErrorCode = "WORKFLOW_BUDGET_EXCEEDED";
    return failedWith({
      code,
      message: `the budget of ${allowed} is used up: ${spent} were spent`,
      hint: `uncaged-workflow fork ${this.threadId} ${flag}`,
      details: { limit, allowed, spent },
    });
  }
}

function isSame(intent: EffectIntent, asked: AskedEffect): boolean {
  return intent.effect === asked.effect && plainJson(intent.params) === plainJson(asked.params);
}
