// A2: the worker goes away while it is told of a decision, and another decision was recorded meanwhile.
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";

/** Somebody answers `approve` in the worker's place: they wait until `deny` or `approve` was said to a real one, and hang up. */
async function approveWhile(home: TempHome, meanwhile: "approve" | "deny"): Promise<Ran> {
  const ask = `yield { do: "approve", prompt: "well?", id: "a", onDeny: "deliver" };`;
  const hash = await home.add(
    "asks",
    yielding(
      `${ask} yield { role: "r", content: "", meta: {} }; yield { do: "approve", prompt: "and then?", id: "b" };`,
    ),
  );
  const id = (await home.uw(["run", "asks", "--json"])).json.executionId;
  await home.untilQuiet();
  const path = home.layout.socket(hash);
  const listener = Bun.listen({
    unix: path,
    socket: {
      async data(socket) {
        listener.stop();
        rmSync(path, { force: true });
        await home.uw([meanwhile, id, "--step", "a", "--detach"]);
        await home.untilQuiet();
        socket.end();
      },
    },
  });
  return home.uw(["approve", id, "--step", "a", "--detach", "--json"]);
}

test("A2: a yes is refused when a no was recorded before it came", async () => {
  await using home = await TempHome.create();
  const { json } = await approveWhile(home, "deny");
  expect(json.error.code).toBe("STATE_INVALID");
});

test("A2: a yes that may have been recorded is told of as such", async () => {
  await using home = await TempHome.create();
  const { json } = await approveWhile(home, "approve");
  expect(json.error).toMatchObject({ code: "IO_FAILED", message: expect.stringContaining("went away") });
});
