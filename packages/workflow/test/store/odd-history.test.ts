// REGISTRY-4: an entry of a history that is no version is kept, shown and warned about, and in nobody's way.
import { describe, expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** As RFC-001 shows it, section 4. Its third hash is more than 64 bits. */
const EXAMPLE = `workflows:
  solve-issue:
    hash: "C9NMV6V2TQT81"
    timestamp: 1714963200000
    history:
      - hash: "A7BKR3M1NPQ40"
        timestamp: 1714876800000
      - hash: "X2FGH8J4KLM56"
        timestamp: 1714790400000
`;
const ODD = `      - hash: "X2FGH8J4KLM56"
        timestamp: 1714790400000
`;

async function withRegistry(text: string): Promise<TempHome> {
  const home = await TempHome.create();
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  await writeFile(home.layout.registry, text, { mode: 0o600 });
  return home;
}

describe("the registry of RFC-001", () => {
  test("RFC-35, RFC-57: list, show and history show it, with a warning", async () => {
    await using home = await withRegistry(EXAMPLE);
    const listed = (await home.uw(["list", "--json"])).json;
    expect(listed.workflows).toMatchObject([{ name: "solve-issue", hash: "C9NMV6V2TQT81", versions: 3 }]);
    expect(listed.warnings).toEqual([expect.stringContaining("history[1].hash is not a bundle id")]);
    const history = await home.uw(["history", "solve-issue", "--json"]);
    expect(history.json.versions).toEqual([
      { hash: "C9NMV6V2TQT81", timestamp: 1714963200000, current: true },
      { hash: "A7BKR3M1NPQ40", timestamp: 1714876800000, current: false },
      { hash: "X2FGH8J4KLM56", timestamp: 1714790400000, unreadable: true, current: false },
    ]);
    const text = await home.uw(["history", "solve-issue"]);
    expect(text.stdout).toMatch(/X2FGH8J4KLM56.*unreadable/);
    expect(text.stderr).toContain("kept as it is");
    expect(await readFile(home.layout.registry, "utf8")).toBe(EXAMPLE);
  });

  test("RFC-35, RFC-58: add, rollback, run, remove and fsck work beside it, and its bytes stay", async () => {
    await using home = await withRegistry(EXAMPLE);
    const kept = async () => (await readFile(home.layout.registry, "utf8")).includes(ODD);
    const first = await home.add("solve-issue", counting(1));
    expect(await kept()).toBe(true);
    const second = await home.add("solve-issue", counting(2));
    const back = (await home.uw(["rollback", "solve-issue", "--json"])).json;
    expect(back).toMatchObject({ hash: first, previous: second });
    expect(back.warnings).toHaveLength(1);
    expect(await kept()).toBe(true);
    const shown = (await home.uw(["show", "solve-issue", "--json"])).json;
    expect(shown.history.map((one: { hash: string }) => one.hash)).toEqual([
      second,
      "C9NMV6V2TQT81",
      "A7BKR3M1NPQ40",
      "X2FGH8J4KLM56",
    ]);
    const ran = (await home.uw(["run", "solve-issue", "--json"])).json;
    expect([ran.status, ran.warnings.length]).toEqual(["ok", 1]);
    const refused = await home.uw(["rollback", "solve-issue", "X2FGH8J4KLM56", "--json"]);
    expect([refused.exitCode, refused.json.error.code]).toEqual([20, "STATE_INVALID"]);
    expect(refused.json.error.message).toContain("no bundle's id");
    expect(refused.json.error.hint).toContain("history solve-issue");
    const { problems } = (await home.uw(["fsck", "--json"])).json;
    expect(problems.map((one: { code: string }) => one.code)).toContain("VERSION_UNREADABLE");
    await home.add("other", counting(3));
    expect(await kept()).toBe(true);
    expect((await home.uw(["remove", "solve-issue", "--json"])).exitCode).toBe(0);
  });
});

test.each([
  ["an id without quotes, which is a number", `- hash: 0E12345678901\n        timestamp: 5`, "0E12345678901"],
  ["a word", `- "once upon a time"`, "once upon a time"],
  ["a map without a hash", `- when: "yesterday"`, '{"when":"yesterday"}'],
  ["a time that is none", `- hash: "A7BKR3M1NPQ40"\n        timestamp: "noon"`, "A7BKR3M1NPQ40"],
  ["a list", `- [1,"two"]`, '[1,"two"]'],
])("REGISTRY-4: %s is kept to the byte", async (_what, entry, shown) => {
  await using home = await withRegistry(
    `workflows:\n  flow:\n    hash: "C9NMV6V2TQT81"\n    timestamp: 7\n    history:\n      ${entry}\n`,
  );
  const { versions } = (await home.uw(["history", "flow", "--json"])).json;
  expect(versions[1]).toMatchObject({ hash: shown, unreadable: true });
  const refused = await home.uw(["rollback", "flow", "--json"]);
  expect([refused.exitCode, refused.json.error.code]).toEqual([20, "STATE_INVALID"]);
  await home.add("flow", counting(1));
  await home.add("flow", counting(2));
  expect(await readFile(home.layout.registry, "utf8")).toContain(`      ${entry}\n`);
});

test("REGISTRY-2: a current version that cannot be read closes the file, as before", async () => {
  await using home = await withRegistry(
    `workflows:\n  flow:\n    hash: 0E12345678901\n    timestamp: 7\n    history: []\n`,
  );
  const ran = await home.uw(["list", "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([10, "REGISTRY_INVALID"]);
});
