import { expect, test } from "bun:test";
import type { CommandRecord } from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import { type SettlePorts, settleCommand } from "#engine/settle-command.ts";
import { foldYield, type YieldState } from "#replay/fold-yield.ts";

const AT = { n: 2, group: { type: "any", of: 2 }, timestamp: 1, origin: "workflow" } as const;
const ASKED = {
  ...AT,
  kind: "intent",
  do: "approve",
  index: 0,
  id: "a".repeat(64),
  prompt: "may it?",
  items: [],
  ttlMs: 1000,
  tokenHash: "none",
  expiresAt: 1000,
};
const SENT = {
  ...AT,
  kind: "intent",
  do: "effect",
  index: 1,
  id: "b".repeat(64),
  effect: "x/y@1",
  attempt: 1,
};
const RECEIVED = {
  ...AT,
  kind: "receipt",
  index: 1,
  intent: SENT.id,
  effect: "x/y@1",
  status: "ok",
  attempt: 1,
};

function stateOf(...records: object[]): YieldState | null {
  let state: YieldState | null = null;
  for (const [index, record] of records.entries())
    state = foldYield(state, record as unknown as CommandRecord, index + 2);
  return state;
}

const ports = {
  identity: { thread: "01T", workflow: "w", hash: "h", key: null, epoch: 0 },
  now: 5,
  actor: "ann",
  owner: "ann",
  admins: [],
  wasGivenOut: () => false,
  hasIntent: () => true,
} as unknown as SettlePorts;

const deny: Settlement = { type: "decide", decision: "deny" };

test("COMMAND-4: a decision about one of an `any` is taken while it is open, and comes too late once another won", async () => {
  const open = await settleCommand(stateOf(ASKED, SENT), deny, ports);
  expect(open.records).toMatchObject([{ kind: "decision", decision: "deny", index: 0 }]);
  const won = stateOf(ASKED, SENT, RECEIVED);
  await expect(settleCommand(won, deny, ports)).rejects.toThrow("does not wait for an approval");
  expect(await settleCommand(won, { type: "wake", now: 5_000 }, ports)).toEqual({ records: [] });
});
