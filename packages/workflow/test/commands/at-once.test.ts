// Commands that have their answer in the line that opens them.
import { describe, expect, test } from "bun:test";
import { sha256Hex } from "#codec/sha256.ts";
import { continueWith } from "#commands/continue.ts";
import { fileOf } from "#commands/registry.ts";
import type { SingleCommand } from "#contract/command.ts";
import type { CheckpointRecord } from "#contract/record.ts";
import { answerOf } from "#replay/answer-of.ts";
import { admit, folded, NOTHING_FITS, NOW, opened, rulesWith } from "./command-rig.ts";

test.each<[SingleCommand, unknown]>([
  [{ do: "now" }, NOW],
  [{ do: "random", bytes: 3 }, "070707"],
  [{ do: "context" }, { seq: 1 }],
  [{ do: "checkpoint", state: { a: 1 } }, { seq: 9 }],
  [{ do: "annotate", a: 1 }, undefined],
])("%j is answered by its line", async (command, answer) => {
  expect(answerOf(folded(await opened(command)))).toEqual(answer as never);
});

test("a checkpoint holds its state and the digest of it", async () => {
  expect(await opened<CheckpointRecord>({ do: "checkpoint", state: { b: 1, a: 2 } })).toMatchObject({
    kind: "checkpoint",
    state: { b: 1, a: 2 },
    stateHash: sha256Hex('{"a":2,"b":1}'),
    seq: 9,
  });
});

test("a note is everything but `do`", async () => {
  expect(await opened({ do: "annotate", a: 1, b: [2] })).toMatchObject({ note: { a: 1, b: [2] } });
});

describe("the descriptor has a say", () => {
  test("a state and a note must fit it, and the field is named", async () => {
    const rules = { ...NOTHING_FITS, stateSchema: {}, annotationsSchema: {} };
    expect(await admit({ do: "checkpoint", state: 1 }, rules)).toMatchObject({
      code: "SCHEMA_INVALID",
      message: "the state does not fit descriptor.state: `a.b` must be 1",
      details: { field: "state.a.b" },
    });
    expect(await admit({ do: "annotate" }, rules)).toMatchObject({
      message: "the note does not fit descriptor.annotations: `a.b` must be 1",
      details: { field: "note.a.b" },
    });
    expect(await continueWith.refusal(1, rulesWith(rules))).toMatchObject({ code: "SCHEMA_INVALID" });
  });

  test("what it does not describe fits", async () => {
    expect(await admit({ do: "checkpoint", state: 1 }, NOTHING_FITS)).toMatchObject({ asked: { state: 1 } });
    expect(await continueWith.refusal(1, rulesWith(NOTHING_FITS))).toBeNull();
  });

  test("a bundle that says it never asks for its context does not get it", async () => {
    expect(await admit({ do: "context" }, { context: false })).toMatchObject({ code: "EFFECT_NOT_DECLARED" });
    expect(await admit({ do: "context" }, { context: true })).toMatchObject({ asked: { do: "context" } });
  });
});

test("continue opens an epoch at its own place, with no index of a list", () => {
  expect(continueWith.open({ n: 1 }, 7, 20)).toEqual({
    kind: "checkpoint",
    n: 7,
    index: 0,
    state: { n: 1 },
    stateHash: sha256Hex('{"n":1}'),
    seq: 20,
    epoch: true,
  });
});

test("in a unit test each has its answer, the same in every drive", () => {
  const drive = {
    now: 5,
    seq: 4,
    key: "k",
    hex: (seed: string, bytes: number) => `${seed}/${bytes}`,
    draw: () => 2,
  };
  const answer = (command: SingleCommand) => fileOf(command).standIn.answer?.(command, drive as never);
  expect(answer({ do: "now" })).toBe(5);
  expect(answer({ do: "random", bytes: 8 })).toBe("random 2/8");
  expect(answer({ do: "checkpoint", state: 1 })).toEqual({ seq: 4 });
  expect(answer({ do: "annotate" })).toBeNull();
  expect(answer({ do: "context" })).toMatchObject({
    now: 5,
    seq: 4,
    key: "k",
    cellMode: true,
    entropy: "entropy/64",
  });
});
