import { describe, expect, test } from "bun:test";
import { tokenHash } from "#commands/approval-token.ts";
import type { ApproveCommand, InputCommand } from "#contract/command.ts";
import type { ApproveIntent } from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import { settleCommand } from "#engine/settle-command.ts";
import { folded, NOW, opened, openingPorts, PLACE, settlePorts } from "../commands/command-rig.ts";

const approve: ApproveCommand = { do: "approve", prompt: "may it?" };
const input: InputCommand = { do: "input", prompt: "which?", schema: {} };
const at = (index: number, type: "all" | "any" = "all") => ({ ...PLACE, index, group: { type, of: 2 } });
const yes = (more: object = {}): Settlement => ({ type: "decide", decision: "approve", ...more });
const answer = (more: object = {}): Settlement => ({ type: "answer", value: 1, ...more });

async function two(type: "all" | "any" = "all") {
  const ports = openingPorts();
  const lines = [
    await opened<ApproveIntent>({ ...approve, id: "first" }, { place: at(0, type), ports }),
    await opened<ApproveIntent>(
      { ...approve, id: "second" },
      { place: at(1, type), ports: { ...ports, random: (n) => new Uint8Array(n).fill(9) } },
    ),
  ] as const;
  return { lines, tokens: ports.tokens, state: folded(...lines) };
}

describe("which command is meant", () => {
  test("is clear when one waits; with several it has to be said", async () => {
    const alone = folded(await opened(approve));
    expect((await settleCommand(alone, yes(), settlePorts())).records).toHaveLength(1);
    const { state } = await two();
    await expect(settleCommand(state, yes(), settlePorts())).rejects.toMatchObject({
      code: "STATE_INVALID",
      message: "2 commands wait: first, second",
      hint: "--step says which",
    });
  });

  test("by its name, or by the first characters of its intent", async () => {
    const { state, lines } = await two();
    expect((await settleCommand(state, yes({ stepId: "second" }), settlePorts())).records).toMatchObject([
      { index: 1 },
    ]);
    const short = lines[0].id.slice(0, 8).toUpperCase();
    expect((await settleCommand(state, yes({ stepId: short }), settlePorts())).records).toMatchObject([
      { index: 0 },
    ]);
    await expect(
      settleCommand(state, yes({ stepId: lines[0].id.slice(0, 7) }), settlePorts()),
    ).rejects.toThrow("does not wait; first, second does");
  });

  test("by its token, taken exactly", async () => {
    const { state, tokens } = await two();
    const token = tokens.get("second") as string;
    expect((await settleCommand(state, yes({ token }), settlePorts())).records).toMatchObject([{ index: 1 }]);
    await expect(settleCommand(state, yes({ token, stepId: "first" }), settlePorts())).rejects.toMatchObject({
      code: "RESUME_MISMATCH",
    });
    await expect(
      settleCommand(state, yes({ token: token.toLowerCase() }), settlePorts()),
    ).rejects.toMatchObject({
      code: "RESUME_MISMATCH",
    });
  });

  test("A7: a token serves once, also of an approval that is long answered", async () => {
    const { lines, tokens } = await two();
    const token = tokens.get("first") as string;
    const decided = { kind: "decision", n: 3, index: 0, decision: "approve", actor: "ann", at: "" };
    const used = folded(...lines, decided);
    await expect(settleCommand(used, yes({ token }), settlePorts())).rejects.toMatchObject({
      code: "TOKEN_CONSUMED",
    });
    const wasGivenOut = (hash: string) => hash === tokenHash(token);
    await expect(settleCommand(null, yes({ token }), settlePorts({ wasGivenOut }))).rejects.toMatchObject({
      code: "TOKEN_CONSUMED",
    });
  });
});

test("what nothing waits for is refused, and says what the thread does not wait for", async () => {
  await expect(settleCommand(null, yes(), settlePorts())).rejects.toThrow("does not wait for an approval");
  await expect(settleCommand(null, answer(), settlePorts())).rejects.toThrow("does not wait for an input");
  const state = folded(await opened(input));
  await expect(
    settleCommand(state, { type: "reconcile", how: { retry: true } }, settlePorts()),
  ).rejects.toThrow("does not wait for word of an outcome");
  expect((await settleCommand(state, answer(), settlePorts())).records).toMatchObject([
    { decision: "answer" },
  ]);
});

describe("reconcile", () => {
  const retry = (intent: string): Settlement => ({ type: "reconcile", intent, how: { retry: true } });

  test("of an intent that is settled changes nothing; of one that never was is refused", async () => {
    expect(await settleCommand(null, retry("abc"), settlePorts())).toEqual({ records: [], ignored: true });
    await expect(
      settleCommand(null, retry("abc"), settlePorts({ hasIntent: () => false })),
    ).rejects.toMatchObject({
      code: "UNKNOWN_RECEIPT",
    });
  });

  test("of one that is being worked on is too early", async () => {
    const line = await opened<ApproveIntent>({ do: "effect", effect: "test/do@1", params: {} });
    await expect(settleCommand(folded(line), retry(line.id), settlePorts())).rejects.toMatchObject({
      code: "STATE_INVALID",
    });
  });
});

describe("the time", () => {
  const wake = (now: number, type: "wake" | "expire" = "wake"): Settlement => ({ type, now });

  test("brings everything that is due, in the order it became due", async () => {
    const sleep = (ms: number, index: number) => opened({ do: "sleep", ms }, { place: at(index) });
    const state = folded(await sleep(20, 0), await sleep(10, 1));
    expect((await settleCommand(state, wake(NOW + 20), settlePorts())).records).toMatchObject([
      { index: 1 },
      { index: 0 },
    ]);
    expect((await settleCommand(state, wake(NOW + 15), settlePorts())).records).toMatchObject([{ index: 1 }]);
    expect(await settleCommand(state, wake(NOW), settlePorts())).toEqual({ records: [] });
  });

  test("of an `any` brings the first only", async () => {
    const sleep = (ms: number, index: number) => opened({ do: "sleep", ms }, { place: at(index, "any") });
    const state = folded(await sleep(20, 0), await sleep(10, 1));
    expect((await settleCommand(state, wake(NOW + 99), settlePorts())).records).toMatchObject([{ index: 1 }]);
  });

  test("`expire` looks at approvals alone", async () => {
    const state = folded(
      await opened({ do: "sleep", ms: 1 }, { place: at(0) }),
      await opened({ ...approve, ttlMs: 5 }, { place: at(1) }),
    );
    expect((await settleCommand(state, wake(NOW + 9, "expire"), settlePorts())).records).toMatchObject([
      { kind: "decision", decision: "deny", index: 1 },
    ]);
  });

  test("of an effect that failed writes nothing, and lets the thread go on", async () => {
    const failed = { kind: "attempt", n: 3, index: 0, attempt: 1, status: "failed", delayMs: 5 };
    const state = folded(
      await opened({ do: "effect", effect: "test/do@1", params: {}, class: "read" }),
      failed,
    );
    expect(await settleCommand(state, wake(NOW + 5), settlePorts())).toEqual({ records: [], isDue: true });
  });
});
