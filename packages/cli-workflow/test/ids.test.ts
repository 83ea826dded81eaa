// Threads by what a person types.
import { expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { commanding, counting, gated } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";
import { threadNamer } from "../src/render/thread-name.ts";

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

test("six characters of its end find a thread, as typed and as lists show them", async () => {
  await using home = await TempHome.create();
  const ids = await threads(home, 3);
  for (const id of ids)
    for (const typed of [
      id.slice(-6),
      id.slice(-6).toLowerCase(),
      id.slice(-12),
      `…${id.slice(-6)}`,
      `...${id.slice(-6)}`,
    ])
      expect([typed, await found(home, typed)]).toEqual([typed, id]);
  expect(await found(home, ids[0]?.slice(-5) ?? "")).toBe("USAGE");
});

test("an end that fits several threads lists them", async () => {
  await using home = await TempHome.create();
  const [id = ""] = await threads(home, 1);
  await home.untilQuiet();
  const path = await home.journalPath(id);
  const twin = `${id.slice(0, 9)}${id[9] === "0" ? "1" : "0"}${id.slice(10)}`;
  await copyFile(path, path.replace(id, twin));
  expect((await cli(home, ["fsck", "--rebuild", "--json"])).json.rebuilt).toBe(2);
  const ran = await cli(home, ["thread", id.slice(-8), "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
  expect(ran.json.error.details.candidates.sort()).toEqual([id, twin].sort());
  expect(await found(home, id)).toBe(id);
});

test("last is the newest thread, and after a fork the fork, wherever an id is accepted", async () => {
  await using home = await TempHome.create();
  expect((await cli(home, ["thread", "last", "--json"])).json.error.code).toBe("NOT_FOUND");
  const ids = await threads(home, 2);
  expect(await found(home, "last")).toBe(ids[1] ?? "");
  const fork = (await cli(home, ["fork", "LAST", "--json"])).json.executionId;
  expect(await found(home, "last")).toBe(fork);
  expect((await cli(home, ["verify", "last", "--json"])).json.threadId).toBe(fork);
  expect((await cli(home, ["diff", ids[0] ?? "", "last", "--json"])).exitCode).toBe(0);
  // What is deleted has to be named: typed twice, `last` would be two threads.
  expect((await cli(home, ["thread", "rm", "last", "--json"])).json.error.code).toBe("USAGE");
  expect((await cli(home, ["thread", "rm", fork, "--json"])).json.threadId).toBe(fork);
  expect(await found(home, "last")).toBe(ids[1] ?? "");
});

test("last is found in the moment it was started", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(1));
  for (let n = 0; n < 3; n++) {
    const id = await home.start("flow", "--prompt", home.dir);
    expect(await found(home, "last")).toBe(id);
  }
  await home.open(1);
});

test("on a screen, lists show the end of an id; programs get all of it", async () => {
  await using home = await TempHome.create();
  await home.add("flow", commanding([`{ do: "approve", prompt: "Release?" }`]));
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) ids.push((await cli(home, ["run", "flow", "--json"])).json.executionId);
  for (const verb of ["threads", "approvals"]) {
    const shown = await cli(home, [verb], { isInteractive: true, columns: 80, rows: 50 });
    const piped = await cli(home, [verb]);
    for (const id of ids) {
      expect(shown.stdout).toContain(`…${id.slice(-6)}`);
      expect(shown.stdout).not.toContain(id);
      expect(piped.stdout).toContain(id);
    }
  }
});

test("ids that end alike are shown longer, until they differ", () => {
  const ids = ["01KQXKW18CT8G75T53R8F4G7YG", "01KQXKW18CT8G75T53X8F4G7YG", "01KQXKW18CT8G75T53R8F4G7YG"];
  const nameOf = threadNamer(ids, { isInteractive: true });
  expect(ids.map(nameOf)).toEqual(["…R8F4G7YG", "…X8F4G7YG", "…R8F4G7YG"]);
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
