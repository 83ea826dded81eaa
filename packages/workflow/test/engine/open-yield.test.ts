import { describe, expect, test } from "bun:test";
import type { SingleCommand } from "#contract/command.ts";
import type { EffectIntent, ReceiptRecord } from "#contract/record.ts";
import { type OpenYieldPorts, openYield, verdictBehind } from "#engine/open-yield.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import { admitted, folded, opened, openingPorts, TOOLS } from "../commands/command-rig.ts";

const effect = (params: string, more: object = {}): SingleCommand =>
  ({ do: "effect", effect: "test/do@1", params, ...more }) as SingleCommand;
const AT = { n: 3, yieldHash: "0000000000000", firstSeq: 9 };

function portsWith(other: Partial<OpenYieldPorts> = {}): OpenYieldPorts {
  return {
    ...openingPorts(),
    sign: TOOLS.sign,
    finished: new FinishedEffects(() => true),
    guard: { block: () => null },
    parallelMax: 2,
    ...other,
  };
}

async function asked(commands: SingleCommand[], rules = {}) {
  const leaves = await Promise.all(commands.map((command) => admitted(command, rules)));
  const group = commands.length === 1 ? null : { type: "all" as const, of: commands.length };
  return { group, leaves };
}

test("COMMAND-1: every command has its line, and the first says what was yielded", async () => {
  const { records } = await openYield(await asked([effect("a"), { do: "now" }]), AT, null, portsWith());
  expect(records).toMatchObject([
    { kind: "intent", do: "effect", n: 3, index: 0, group: { type: "all", of: 2 }, yield: AT.yieldHash },
    { kind: "intent", do: "now", n: 3, index: 1 },
  ]);
  expect(records[1]).not.toHaveProperty("yield");
});

test("as many effects as may run at once are handed over with their line", async () => {
  const { records, dispatched } = await openYield(
    await asked([effect("a"), effect("b"), effect("c")]),
    AT,
    null,
    portsWith(),
  );
  expect(dispatched).toEqual([0, 1]);
  expect(records.map((record) => "attempt" in record)).toEqual([true, true, false]);
});

test("one that policy holds back is not", async () => {
  const gated = await asked([effect("a")], { policy: { write: "approve" } });
  const { records, dispatched } = await openYield(gated, AT, null, portsWith());
  expect(dispatched).toEqual([]);
  expect(records).toMatchObject([{ gate: { tokenHash: expect.any(String) } }]);
});

test("a yield that was opened in part has lines for the rest only, none of them the first", async () => {
  const group = { type: "all" as const, of: 2 };
  const known = folded(await opened(effect("a"), { place: { ...AT, index: 0, group, seq: 9 } }));
  const { records } = await openYield(await asked([effect("a"), effect("b")]), AT, known, portsWith());
  expect(records).toMatchObject([{ index: 1 }]);
  expect(records[0]).not.toHaveProperty("yield");
});

test("a checkpoint names the line it will be", async () => {
  const { records } = await openYield(
    await asked([{ do: "now" }, { do: "checkpoint", state: 1 }]),
    AT,
    null,
    portsWith(),
  );
  expect(records[1]).toMatchObject({ kind: "checkpoint", seq: 10 });
});

describe("an effect that is not performed has its receipt right behind its line", () => {
  test("when a limit holds it back", async () => {
    const guard = { block: () => ({ code: "LOOP_DETECTED" as const, message: "again" }) };
    const { records, dispatched } = await openYield(
      await asked([effect("a")]),
      AT,
      null,
      portsWith({ guard }),
    );
    expect(records).toMatchObject([
      { kind: "intent", blocked: "LOOP_DETECTED" },
      {
        kind: "receipt",
        status: "error",
        error: { code: "LOOP_DETECTED", message: "again" },
        executor: "guard",
        attempt: 0,
      },
    ]);
    expect(dispatched).toEqual([]);
  });

  test("when it was finished on a way the thread left, and that once", async () => {
    const line = await opened<EffectIntent>(effect("a"));
    const receipt = {
      kind: "receipt",
      n: 3,
      index: 0,
      intent: line.id,
      status: "ok",
      payload: 5,
      attempt: 1,
      executor: "test",
    };
    const finished = new FinishedEffects(() => true);
    finished.leave(folded(line, receipt));
    const { records } = await openYield(
      await asked([effect("a"), effect("a")]),
      AT,
      null,
      portsWith({ finished }),
    );
    expect(records).toMatchObject([
      { kind: "intent", reused: line.id },
      { kind: "receipt", status: "ok", payload: 5 },
      { kind: "intent", attempt: 1 },
    ]);
  });

  test("COMMAND-5: a crash that tore the receipt off does not make it performed", async () => {
    const finished = new FinishedEffects(() => true);
    expect(verdictBehind({ blocked: "LOOP_DETECTED" }, finished)).toMatchObject({
      status: "error",
      executor: "guard",
    });
    expect(verdictBehind({}, finished)).toBeNull();
    expect(verdictBehind({ reused: "x" }, finished)).toBeNull();
  });
});

test("what may have been done on another way, and nobody knows, waits for a person", async () => {
  const line = await opened<EffectIntent>(effect("a"));
  const finished = new FinishedEffects(() => true);
  finished.leave(folded(line, { kind: "attempt", n: 3, index: 0, attempt: 1, status: "unknown" }));
  const { records, dispatched } = await openYield(
    await asked([effect("a")]),
    AT,
    null,
    portsWith({ finished }),
  );
  expect(records).toMatchObject([{ kind: "intent", inDoubt: line.id }]);
  expect(dispatched).toEqual([]);
});

test("what was sent before with a key is sent with that key", async () => {
  const again = effect("a", { class: "idempotent" });
  const line = await opened<EffectIntent>(again);
  const finished = new FinishedEffects(() => true);
  const late: Partial<ReceiptRecord> = {
    kind: "receipt",
    n: 3,
    index: 0,
    intent: line.id,
    status: "timeout",
    attempt: 1,
  };
  finished.leave(folded(line, { kind: "attempt", n: 3, index: 0, attempt: 1, status: "started" }, late));
  const { records } = await openYield(await asked([again]), AT, null, portsWith({ finished }));
  expect(records).toMatchObject([{ kind: "intent", sentAs: line.id, attempt: 1 }]);
});
