// OPS-98, OPS-99: whoever stops a thread is rid of what it started, even if that does not hear SIGTERM.
import { expect, test } from "bun:test";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";
import { effectFlow } from "./effect-flow.ts";

const gone = (ledger: Ledger) =>
  until(async () => (ledger.running().length === 0 ? true : null), "its program to be gone");

async function deaf(home: TempHome): Promise<{ ledger: Ledger; id: string }> {
  const ledger = await Ledger.open(home);
  await home.add("flow", effectFlow());
  const id = await home.start("flow", "--prompt", "ledger/once@1|n|before|deaf");
  await ledger.untilAt("n");
  return { ledger, id };
}

for (const [verb, status] of [
  ["cancel", "cancelled"],
  ["kill", "killed"],
] as const) {
  test.concurrent(`OPS-98, OPS-99: after ${verb}, a program that ignores SIGTERM is gone, and the worker stays until it is`, async () => {
    await using home = await TempHome.create();
    const { ledger, id } = await deaf(home);
    expect((await home.uw([verb, id, "--json"])).json.status).toBe(status);
    await home.untilQuiet();
    expect(ledger.running()).toEqual([]);
    expect(ledger.applied()).toEqual([]);
    const kinds = (await home.records(id)).slice(1).map((record) => record.kind);
    expect(kinds).toEqual(["intent", "control", "result", "seal"]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });

  test.concurrent(`OPS-99: ${verb} of a thread whose worker died ends the program that worker left behind`, async () => {
    await using home = await TempHome.create();
    const { ledger, id } = await deaf(home);
    await home.crash();
    expect(ledger.running()).not.toEqual([]);
    expect((await home.uw([verb, id, "--json"])).json.status).toBe(status);
    expect(ledger.running()).toEqual([]);
    expect(ledger.applied()).toEqual([]);
  });
}

test.concurrent("OPS-99: a program that a dead worker left behind is ended before its effect is sent again", async () => {
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home);
  await home.add("flow", effectFlow());
  const id = await home.start("flow", "--prompt", "ledger/keyed@1|n|before|deaf");
  await ledger.untilAt("n");
  await home.crash();
  const resumed = await home.uw(["resume", id, "--json"]);
  expect(resumed.json.status).toBe("ok");
  await gone(ledger);
  expect(ledger.called("n").map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(ledger.applied("n")).toHaveLength(1);
});
