import { describe, expect, test } from "bun:test";
import { tokenHash } from "#commands/approval-token.ts";
import { approval, approve } from "#commands/approve.ts";
import { deciderRefusal, gateOf } from "#commands/decide.ts";
import type { ApproveCommand } from "#contract/command.ts";
import { TIMES } from "#contract/limits.ts";
import type { ApproveIntent, DecisionRecord } from "#contract/record.ts";
import {
  admitted,
  folded,
  leafOf,
  NOW,
  opened,
  openingPorts,
  PLACE,
  settlePorts,
  TOOLS,
} from "./command-rig.ts";

const ask: ApproveCommand = { do: "approve", prompt: "may it?" };
const waiting = approve.waiting ?? expect.unreachable("it waits");
const open = (more: Partial<ApproveCommand> = {}) => opened<ApproveIntent>({ ...ask, ...more });
const yes = { type: "decide", decision: "approve" } as const;

test("what is left out has its default, and `differentApprover: false` is the same as nothing", async () => {
  expect((await admitted(ask)).asked).toEqual({
    do: "approve",
    prompt: "may it?",
    items: [],
    ttlMs: TIMES.approvalMs,
  });
  expect((await admitted({ ...ask, differentApprover: false })).asked).not.toHaveProperty(
    "differentApprover",
  );
  expect((await admitted({ ...ask, differentApprover: true, id: "x" })).asked).toMatchObject({
    differentApprover: true,
    stepId: "x",
  });
});

test("C23: its token is given out by its name, and only the digest is written", async () => {
  const ports = openingPorts();
  const line = await opened<ApproveIntent>({ ...ask, id: "ship" }, { ports });
  const token = ports.tokens.get("ship") as string;
  expect(token).toStartWith("wrf_rt_");
  expect(line.tokenHash).toBe(tokenHash(token));
  expect(JSON.stringify(line)).not.toContain(token);
  expect(gateOf(line)).toBe(line);
  const inList = openingPorts();
  await opened(ask, { ports: inList, place: { ...PLACE, index: 1, group: { type: "all", of: 2 } } });
  expect([...inList.tokens.keys()]).toEqual(["n3.1"]);
});

test("it waits until its time is over, and is then a no by the system", async () => {
  const line = await open({ ttlMs: 50 });
  expect(waiting.waitOf(leafOf(line))).toEqual({ on: "approval", wakeAt: NOW + 50 });
  const [expired] = (await waiting.due(leafOf(line), { ...TOOLS, now: NOW + 50 })) ?? [];
  expect(expired).toMatchObject({
    decision: "deny",
    actor: "system",
    reason: "approval_timeout",
    intent: line.id,
  });
  expect(folded(line, expired as object).denial).not.toBeNull();
});

test("a no ends the thread, unless the generator wants to hear it and still can", async () => {
  const no = {
    kind: "decision",
    n: 3,
    index: 0,
    decision: "deny",
    actor: "ann",
    at: "",
  } as Partial<DecisionRecord>;
  const heard = await open({ onDeny: "deliver" });
  expect(folded(await open(), no).denial).not.toBeNull();
  expect(folded(heard, no).denial).toBeNull();
  expect(folded(heard, { ...no, ends: true }).denial).not.toBeNull();
  expect(waiting.hearsNo(heard)).toBe(true);
});

describe("a decision", () => {
  test("is a line with who, when and why", async () => {
    const leaf = leafOf<ApproveIntent>(await open());
    const { records } = await waiting.settle(leaf, { ...yes, reason: "fine" }, settlePorts());
    expect(records).toEqual([
      {
        kind: "decision",
        n: 3,
        index: 0,
        intent: leaf.opening.id,
        decision: "approve",
        actor: "ann",
        at: new Date(NOW).toISOString(),
        reason: "fine",
      },
    ]);
  });

  test("SETTLE-2: that comes too late records the expiry, and is refused", async () => {
    const leaf = leafOf<ApproveIntent>(await open({ ttlMs: 1 }));
    const { records, error } = await waiting.settle(leaf, yes, settlePorts({ now: NOW + 1 }));
    expect(records).toMatchObject([{ decision: "deny", reason: "approval_timeout" }]);
    expect(error).toMatchObject({ code: "TOKEN_EXPIRED" });
  });

  test("what is no decision is our own mistake", async () => {
    const settled = waiting.settle(leafOf(await open()), { type: "answer", value: 1 }, settlePorts());
    await expect(settled).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

describe("OPS-95: who may decide", () => {
  test.each([
    [{}, { actor: "ann" }, null],
    [{}, { actor: "bob" }, "allowed: ann"],
    [{}, { actor: "bob", admins: ["bob"] }, null],
    [{}, { actor: "bob", admins: ["cid"] }, "allowed: ann, cid"],
    [{}, { actor: "bob", owner: null }, null],
    [{ approvers: ["bob"] }, { actor: "ann" }, "allowed: bob"],
    [{ approvers: ["bob"] }, { actor: "bob" }, null],
    [{ differentApprover: true }, { actor: "ann", admins: ["bob"] }, "allowed: bob"],
    [{ differentApprover: true }, { actor: "ann" }, "nobody may decide: who started the thread may not"],
    [{ differentApprover: true }, { actor: "ann", owner: null }, "anybody else than who started the thread"],
    [
      { differentApprover: true, approvers: ["ann"] },
      { actor: "ann" },
      "nobody may decide: everybody in `approvers` started",
    ],
  ])("%j, asked by %j", async (more: Partial<ApproveCommand>, by, hint) => {
    const refusal = deciderRefusal(await open(more), settlePorts(by));
    if (hint === null) expect(refusal).toBeNull();
    else expect(refusal).toMatchObject({ code: "APPROVER_NOT_ALLOWED", hint: expect.stringContaining(hint) });
  });
});

test("a dry run and a simulation say yes", async () => {
  const leaf = leafOf<ApproveIntent>(await open());
  expect(
    await waiting.dryRun(leaf, { ...TOOLS, events: undefined, stub: async () => undefined }),
  ).toMatchObject([{ decision: "approve", actor: "dry-run", simulated: true }]);
  expect(await waiting.simulate(leaf, {} as never)).toEqual({ ...yes, stepId: leaf.opening.id });
});

test("what a person and a program are shown is what was asked", async () => {
  const line = await open({ items: [{ a: 1 }] });
  expect(waiting.question(leafOf(line), "approval")).toEqual({
    kind: "approval",
    prompt: "may it?",
    items: [{ a: 1 }],
  });
  expect(waiting.required(line)).toMatchObject({
    type: "approval.required",
    items: [{ a: 1 }],
    resumeToken: null,
  });
  expect(approve.shown.opened(line, "ship")).toEqual({ isAsk: true, text: "ship asks: may it?" });
  expect(approval.message({ stepId: "ship", prompt: ": may it?", asked: null, wakeAt: null })).toBe(
    "it waits for a person to approve ship: may it?",
  );
});

test.each([
  [undefined, "nobody has answered it"],
  ["deny", "it was answered with a no"],
  ["approve", "it comes after what is kept, and is asked again"],
] as const)("in a plan: %s", (decision, why) => {
  expect(approve.shown.again?.(decision)).toBe(why);
});
