import { expect, test } from "bun:test";
import type { AskedEffect } from "#commands/admit-effect.ts";
import type { EffectIntent } from "#contract/record.ts";
import { type Budget, Guard } from "#engine/guard.ts";
import { nothingSpent, type Spent } from "#replay/fold-spent.ts";

const FREE: Budget = {
  costMax: Infinity,
  tokensMax: Infinity,
  mustKnowCost: false,
  mustKnowTokens: false,
  callsMax: Infinity,
  callsMaxOf: {},
  loop: null,
  breaker: 3,
};

const guard = (budget: Partial<Budget>, spent: Partial<Spent> = {}) =>
  new Guard({ ...FREE, ...budget }, "T1", () => ({ ...nothingSpent(), ...spent }));
const asked = (effect: string, params = {}) => ({ do: "effect", effect, params }) as unknown as AskedEffect;
const intent = (n: number, effect: string, params = {}) =>
  ({ kind: "intent", do: "effect", n, effect, params }) as unknown as EffectIntent;

test("what is reached is used up, and one millionth less is not", () => {
  expect(guard({ costMax: 2 }, { microUsd: 1_999_999 }).over()).toBeNull();
  const { error } = guard({ costMax: 2 }, { microUsd: 2_000_000 }).over() ?? {};
  expect(error).toMatchObject({
    code: "WORKFLOW_BUDGET_EXCEEDED",
    details: { limit: "max_cost" },
    hint: expect.stringContaining("fork T1 --max-cost"),
  });
  expect(guard({ tokensMax: 10 }, { tokens: 9 }).over()).toBeNull();
  expect(guard({ tokensMax: 10 }, { tokens: 10 }).over()?.error?.details).toMatchObject({
    limit: "max_tokens",
  });
});

test("a call of which nobody knows the cost is the last only where the cost must be known", () => {
  expect(guard({ costMax: 5 }, { unpricedAnswers: 1 }).over()).toBeNull();
  const end = guard({ costMax: 5, mustKnowCost: true }, { unpricedAnswers: 2 }).over();
  expect(end?.summary).toContain("2 calls did not say what it cost");
  expect(end?.error?.hint).toContain("--allow-unpriced");
  const tokens = guard({ tokensMax: 5, mustKnowTokens: true }, { uncountedAnswers: 1 }).over();
  expect(tokens?.error?.details).toMatchObject({ limit: "max_tokens", spent: "unknown" });
});

test("an effect may be used so often; those of the same yield count, and those that were blocked do not", () => {
  const two = guard({ callsMax: 2 }, { calls: 1 });
  expect(two.block(asked("a/b@1"), 1, [])).toBeNull();
  expect(two.block(asked("a/b@1"), 1, [intent(1, "x/y@1")])?.code).toBe("WORKFLOW_BUDGET_EXCEEDED");
  const blocked = { ...intent(1, "x/y@1"), blocked: "LOOP_DETECTED" } as EffectIntent;
  expect(two.block(asked("a/b@1"), 1, [blocked])).toBeNull();
  const named = guard({ callsMaxOf: { "a/b@1": 1 } }, { callsOf: new Map([["a/b@1", 1]]) });
  expect(named.block(asked("a/b@1"), 1, [])?.message).toContain("1 times");
  expect(named.block(asked("c/d@1"), 1, [])).toBeNull();
});

test("the same effect with the same params within the window is a loop", () => {
  const loop = { window: 5, threshold: 3 };
  const recent = [intent(6, "a/b@1", { x: 1 }), intent(8, "a/b@1", { x: 1 }), intent(9, "a/b@1", { x: 2 })];
  const watched = guard({ loop }, { recent });
  expect(watched.block(asked("a/b@1", { x: 1 }), 10, [])?.code).toBe("LOOP_DETECTED");
  expect(watched.block(asked("a/b@1", { x: 2 }), 10, [])).toBeNull();
  // The first is out of the window by then.
  expect(watched.block(asked("a/b@1", { x: 1 }), 12, [])).toBeNull();
  expect(watched.block(asked("a/b@1", { x: 1 }), 12, [intent(12, "a/b@1", { x: 1 })])?.code).toBe(
    "LOOP_DETECTED",
  );
});

test("a thread that was held back too often is killed", () => {
  expect(guard({ breaker: 3 }, { blocked: 2 }).tripped()).toBeNull();
  expect(guard({ breaker: 3 }, { blocked: 3 }).tripped()).toMatchObject({ status: "killed" });
});
