// Many command lines at once (P1, P2).
import { expect, test } from "bun:test";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

test("P1: of 50 adds at once, all 50 are kept", async () => {
  await using home = await TempHome.create();
  const names = Array.from({ length: 50 }, (_, n) => `flow-${n}`);
  const files = await Promise.all(names.map((name, n) => home.bundle(name, counting(n))));
  const ran = await Promise.all(names.map((name, n) => home.uw(["add", name, files[n] as string, "--json"])));
  expect(ran.map((one) => one.exitCode)).toEqual(names.map(() => 0));
  const { workflows } = (await home.uw(["list", "--json"])).json;
  expect(workflows.map((one: { name: string }) => one.name)).toEqual([...names].sort());
  expect((await home.uw(["fsck", "--json"])).json).toMatchObject({ ok: true, problems: [] });
}, 60_000);

test("P1: of 8 versions added at once under one name, one is current and all others are history", async () => {
  await using home = await TempHome.create();
  const files = await Promise.all(Array.from({ length: 8 }, (_, n) => home.bundle(`v${n}`, counting(n))));
  const ran = await Promise.all(files.map((file) => home.uw(["add", "flow", file, "--json"])));
  const { versions } = (await home.uw(["history", "flow", "--json"])).json;
  const hashes: string[] = versions.map((version: { hash: string }) => version.hash);
  expect(hashes.sort()).toEqual(ran.map((one) => one.json.hash).sort());
});

test("P2: add, rollback and remove at once leave a registry that is the work of some order of them", async () => {
  await using home = await TempHome.create();
  for (const name of ["one", "two"]) for (const count of [1, 2]) await home.add(name, counting(count));
  const third = await home.bundle("third", counting(3));
  const acts = [
    ["add", "one", third],
    ["rollback", "one"],
    ["remove", "two"],
    ["add", "three", third],
    ["rollback", "two"],
    ["remove", "three"],
    ["rollback", "one"],
    ["add", "two", third],
  ];
  const ran = await Promise.all(acts.map((args) => home.uw([...args, "--json"])));
  const codes = ran.map((one) => (one.exitCode === 0 ? "ok" : one.json.error.code));
  expect(codes.filter((code) => !["ok", "NOT_FOUND", "STATE_INVALID"].includes(code))).toEqual([]);
  expect(codes[0]).toBe("ok");
  expect([codes[2], codes[3]]).toEqual(["ok", "ok"]);

  const { workflows } = (await home.uw(["list", "--json"])).json;
  const versions = Object.fromEntries(
    workflows.map((one: { name: string; versions: number }) => [one.name, one.versions]),
  );
  // An add makes one version more; a rollback only lets two of them change places.
  expect(versions.one).toBe(3);
  expect(["three" in versions, codes[5]]).toEqual(codes[5] === "ok" ? [false, "ok"] : [true, "NOT_FOUND"]);
  expect((await home.uw(["fsck", "--json"])).json.problems).toEqual([]);
});

test("P1: adds at once of the same bytes keep one bundle", async () => {
  await using home = await TempHome.create();
  const file = await home.bundle("same", counting(1));
  const ran = await Promise.all(["a", "b", "c", "d"].map((name) => home.uw(["add", name, file, "--json"])));
  expect(new Set(ran.map((one) => one.json.hash)).size).toBe(1);
  expect((await home.uw(["list", "--json"])).json.workflows).toHaveLength(4);
});
