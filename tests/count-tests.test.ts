import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closingLine, countReport } from "../scripts/count-tests.ts";
import { runTestFiles } from "../scripts/run-test-files.ts";

const REPORT = `<testsuites>
  <testsuite name="a.test.ts" file="a.test.ts">
    <testcase name="fine" classname="" file="a.test.ts" />
    <testcase name="skipped" classname="" file="a.test.ts"><skipped /></testcase>
    <testsuite name="group">
      <testcase name="a &lt;b&gt; &amp; c" classname="group" file="a.test.ts">
        <failure type="Error" message="no" />
      </testcase>
      <testcase name="after a failure" classname="group" file="a.test.ts" />
    </testsuite>
  </testsuite>
</testsuites>`;

test("passed, failed and skipped are told apart", () => {
  expect(countReport(REPORT, ["a.test.ts"], 1)).toEqual({
    passed: 2,
    failures: ["a.test.ts: group > a <b> & c"],
    skipped: 1,
  });
});

test("a file that is absent from the report is a failure", () => {
  const { failures } = countReport(REPORT, ["a.test.ts", "b.test.ts"], 1);
  expect(failures).toContain("b.test.ts: it could not be loaded, or holds no test");
});

test("no report at all is a failure of every file", () => {
  expect(countReport("", ["a.test.ts", "b.test.ts"], 1).failures).toHaveLength(2);
});

test("a bad exit code without a failed test is a failure", () => {
  const xml = '<testcase name="fine" classname="" file="a.test.ts" />';
  expect(countReport(xml, ["a.test.ts"], 0).failures).toEqual([]);
  expect(countReport(xml, ["a.test.ts"], 3).failures).toEqual(["a.test.ts: bun test ended with exit code 3"]);
});

test("the closing line names skipped tests only when there are some", () => {
  expect(closingLine({ passed: 3, failures: [], skipped: 0 })).toBe("3 passed, 0 failed");
  expect(closingLine({ passed: 3, failures: ["x"], skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});

const FILES: Record<string, string> = {
  "fine.test.ts": `import { test } from "bun:test";
test("a", () => {}); test("b", () => {}); test.skip("c", () => {});`,
  "bad.test.ts": `import { expect, test } from "bun:test";
test("fine", () => {}); test("wrong", () => expect("the value").toBe("another"));`,
  "unloadable.test.ts": `import "./nowhere.ts";`,
  "crashing.test.ts": `import { test } from "bun:test";
test("fine", () => {}); setTimeout(() => process.exit(7), 0); test("never", () => new Promise(() => {}));`,
};

test("every file is told as it ends, what failed is shown, and all is counted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "uw-run-tests-"));
  const told: string[] = [];
  try {
    for (const [name, text] of Object.entries(FILES)) await Bun.write(join(folder, name), text);
    const run = { root: folder, folder, filesAtOnce: 2, timeoutMs: 60_000 };
    const counts = await runTestFiles(Object.keys(FILES), { ...run, tell: (text) => told.push(text) });
    expect([counts.passed, counts.skipped]).toEqual([3, 1]);
    expect(counts.failures.sort()).toEqual([
      "bad.test.ts: wrong",
      "crashing.test.ts: it could not be loaded, or holds no test",
      "unloadable.test.ts: it could not be loaded, or holds no test",
    ]);
    const lines = told.filter((text) => /^\d\/4 /.test(text));
    expect(lines.map((line) => line.slice(0, 3))).toEqual(["1/4", "2/4", "3/4", "4/4"]);
    expect(lines.find((line) => line.includes("fine.test.ts"))).toMatch(
      /ok +fine\.test\.ts \(2 passed, 1 skipped, /,
    );
    expect(lines.find((line) => line.includes("bad.test.ts"))).toMatch(
      /failed bad\.test\.ts \(1 passed, 1 failed, /,
    );
    expect(told.join("\n")).toContain("the value");
    expect(told.join("\n")).toContain("nowhere.ts");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
