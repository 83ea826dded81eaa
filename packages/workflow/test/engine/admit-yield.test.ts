import { expect, test } from "bun:test";
import type { Json } from "#contract/command.ts";
import { admitYield } from "#engine/admit-yield.ts";
import { NOTHING_FITS, rulesWith } from "../commands/command-rig.ts";

const effect = { do: "effect", effect: "test/do@1", params: 1 };
const admit = (value: Json, other = {}) => admitYield(value, rulesWith(other));

test("a command, a list and an `any` are admitted with the group they stand in", async () => {
  expect(await admit(effect)).toMatchObject({
    asked: { group: null, leaves: [{ asked: { do: "effect" } }] },
  });
  expect(await admit([effect, { do: "now" }])).toMatchObject({ asked: { group: { type: "all", of: 2 } } });
  expect(await admit({ do: "any", of: [effect] })).toMatchObject({
    asked: { group: { type: "any", of: 1 } },
  });
});

test("a `continue` has its state, and nothing to be carried out", async () => {
  expect(await admit({ do: "continue", state: { n: 1 } })).toEqual({
    asked: { group: null, leaves: [], epochState: { n: 1 } },
  });
  const misfit = await admit({ do: "continue", state: 1 }, { ...NOTHING_FITS, stateSchema: {} });
  expect(misfit).toMatchObject({ refused: { index: 0, do: "continue", error: { code: "SCHEMA_INVALID" } } });
});

test("ADMIT-2: a refusal of one command refuses the whole yield, and says which it was", async () => {
  expect(await admit([{ do: "now" }, { ...effect, effect: "other/do@1" }])).toMatchObject({
    refused: { index: 1, do: "effect", effect: "other/do@1", error: { code: "EFFECT_NOT_DECLARED" } },
  });
});

test("ADMIT-1: the shape of every command comes before what any of them asks for", async () => {
  expect(await admit([{ ...effect, effect: "other/do@1" }, { do: "sleep" }])).toMatchObject({
    refused: { index: 1, do: "sleep", error: { code: "SCHEMA_INVALID", details: { field: "[1].ms" } } },
  });
  expect(await admit({ do: "any", of: [effect, { do: "random" }] })).toMatchObject({
    refused: { index: 1, do: "any", error: { details: { field: "of[1].bytes" } } },
  });
});

test("AOS-9: so many commands in a yield, and no more", async () => {
  expect(await admit([effect, effect, effect], { commandsMax: 2 })).toMatchObject({
    refused: { index: 0, error: { code: "OUTPUT_LIMIT_EXCEEDED" } },
  });
});
