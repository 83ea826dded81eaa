// RFC-001 section 3, "ID Encoding": Crockford Base32 everywhere. The codecs have tests of their own in ../codec.
import { expect, test } from "bun:test";
import { decodeTime } from "ulid";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

async function oneThread(home: TempHome): Promise<string> {
  await home.add("flow", counting(1));
  return (await home.uw(["run", "flow", "--json"])).json.executionId;
}

test("RFC-32: ids are printed in upper case and accepted in lower case", async () => {
  await using home = await TempHome.create();
  const id = await oneThread(home);
  expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect((await home.uw(["thread", id.toLowerCase(), "--json"])).json.threadId).toBe(id);
  const mixed = [...id].map((char, index) => (index % 2 ? char.toLowerCase() : char)).join("");
  expect((await home.uw(["why", mixed, "--json"])).json.threadId).toBe(id);
});

test("RFC-32: a bundle's hash is accepted in lower case", async () => {
  await using home = await TempHome.create();
  const old = await home.add("flow", counting(1));
  await home.add("flow", counting(2));
  const ran = await home.uw(["rollback", "flow", old.toLowerCase(), "--json"]);
  expect([ran.exitCode, ran.json.hash]).toEqual([0, old]);
});

test("RFC-33: a thread id carries the time of its start, and later threads sort after earlier ones", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const before = Date.now();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await home.start("flow"));
  const after = Date.now();
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) {
    expect(decodeTime(id)).toBeWithin(before, after + 1);
    expect((await home.records(id))[0].timestamp).toBeWithin(decodeTime(id), after + 1);
  }
});

test("RFC-34: o, i and l typed for 0 and 1 find the same thread", async () => {
  await using home = await TempHome.create();
  const id = await oneThread(home);
  for (const one of ["i", "I", "l", "L"]) {
    const typed = id.replaceAll("0", "o").replaceAll("1", one);
    expect(typed).not.toBe(id);
    expect((await home.uw(["thread", typed, "--json"])).json.threadId).toBe(id);
  }
});

test("RFC-34: an id with U is refused with exit 10", async () => {
  await using home = await TempHome.create();
  const id = await oneThread(home);
  for (const typed of [`U${id.slice(1)}`, `${id.slice(0, -1)}u`]) {
    const ran = await home.uw(["thread", typed, "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
    expect(ran.json.error.message).toContain("is not a thread id");
  }
});
