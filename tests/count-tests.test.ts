import { expect, test } from "bun:test";
import { closingLine, countReport } from "../scripts/count-tests.ts";

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
  expect(countReport(xml, ["a.test.ts"], 3).failures).toEqual(["bun test ended with exit code 3"]);
});

test("the closing line names skipped tests only when there are some", () => {
  expect(closingLine({ passed: 3, failures: [], skipped: 0 })).toBe("3 passed, 0 failed");
  expect(closingLine({ passed: 3, failures: ["x"], skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});
