// Threads by what a person types.
import { expect, test } from "bun:test";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

async function threads(home: TempHome, count: number): Promise<string[]> {
  await home.add("flow", counting(1));
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await cli(home, ["run", "flow", "--json"])).json.executionId);
  return ids;
}

async function found(home: TempHome, typed: string): Promise<string> {
  const ran = await cli(home, ["thread", typed, "--json"]);
  return ran.json.threadId ?? ran.json.error.code;
}

test("an id is found in any case, with o, i and l for 0 and 1, and by a prefix of six", async () => {
  await using home = await TempHome.create();
  const [id = ""] = await threads(home, 1);
  for (const typed of [
    id,
    id.toLowerCase(),
    id.replaceAll("0", "O").replaceAll("1", "l"),
    id.slice(0, 6),
    id.slice(0, 6).toLowerCase(),
    id.slice(0, 25),
  ])
    expect([typed, await found(home, typed)]).toEqual([typed, id]);
});

test("five characters are too short, and the refusal says so", async () => {
  await using home = await TempHome.create();
  const [id = ""] = await threads(home, 1);
  const ran = await cli(home, ["thread", id.slice(0, 5), "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
  expect(ran.json.error.message).toContain("too short");
});

test("a prefix that fits several threads lists them", async () => {
  await using home = await TempHome.create();
  const ids = await threads(home, 3);
  // The first six characters change every 17 minutes, so two neighbours of three share them.
  const [a = "", b = ""] = ids.filter((id, index) =>
    [ids[index - 1], ids[index + 1]].some((near) => near?.slice(0, 6) === id.slice(0, 6)),
  );
  const ran = await cli(home, ["thread", a.slice(0, 6), "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
  expect(ran.json.error.details.candidates).toEqual(expect.arrayContaining([a, b]));
  const text = await cli(home, ["thread", a.slice(0, 6)]);
  expect(text.stderr).toContain(a);
  expect(text.stderr).toContain(b);
});

test("the shortest prefix that fits one thread finds it", async () => {
  await using home = await TempHome.create();
  const ids = await threads(home, 3);
  for (const id of ids) {
    const length = Array.from({ length: 26 }, (_, n) => n + 1).find(
      (n) => n >= 6 && ids.filter((other) => other.startsWith(id.slice(0, n))).length === 1,
    );
    expect(await found(home, id.slice(0, length))).toBe(id);
  }
});

test.each([
  ["with U", "01KQXKU1", "USAGE"],
  ["empty", "", "USAGE"],
  ["too long", "01KQXKW18CT8G75T53R8F4G7YG0", "USAGE"],
  ["with a dash", "01KQXK-W18", "USAGE"],
  ["a path", "../../etc/passwd", "USAGE"],
  ["with a percent sign, which SQL could take for anything", "01KQX%%", "USAGE"],
  ["with an underscore", "01KQX____", "USAGE"],
  ["with a blank", "01KQXKW1 ", "USAGE"],
  ["with a newline", "01KQXKW1\n", "USAGE"],
  ["in full width digits", "０１KQXKW1", "USAGE"],
  ["that nobody has", "7ZZZZZZZZZ", "NOT_FOUND"],
])("an id %s is refused, exit 10", async (_name, typed, code) => {
  await using home = await TempHome.create();
  await threads(home, 1);
  const ran = await cli(home, ["thread", typed, "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, code]);
});

test("an id is found though the index was lost", async () => {
  await using home = await TempHome.create();
  const [id = ""] = await threads(home, 1);
  await home.untilQuiet();
  for (const suffix of ["", "-wal", "-shm"])
    await Bun.file(`${home.layout.database}${suffix}`)
      .delete()
      .catch(() => {});
  expect((await home.uw(["thread", id.slice(0, 8), "--json"])).json.threadId).toBe(id);
});
