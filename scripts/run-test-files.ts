// Test files, each in a process of its own, a few at a time. Each is told as it ends, with what it printed when it failed.
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Counts, countReport } from "./count-tests.ts";

export type TestRun = {
  /** The files are named from here. */
  root: string;
  /** Where the reports go. */
  folder: string;
  filesAtOnce: number;
  /** Of one test. */
  timeoutMs: number;
  tell(text: string): void;
};

export async function runTestFiles(files: readonly string[], run: TestRun): Promise<Counts> {
  const counts: Counts = { passed: 0, failures: [], skipped: 0 };
  const waiting = [...files.entries()];
  let ended = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const { output, ms, ...found } = await runFile(file, join(run.folder, `report-${index}.xml`), run);
      counts.passed += found.passed;
      counts.skipped += found.skipped;
      counts.failures.push(...found.failures);
      ended += 1;
      const at = `${String(ended).padStart(String(files.length).length)}/${files.length}`;
      run.tell(`${at} ${lineOf(file, found, ms)}`);
      if (found.failures.length > 0) run.tell(output.replace(/^/gm, "       "));
    }
  };
  await Promise.all(Array.from({ length: run.filesAtOnce }, work));
  return counts;
}

type FileRun = Counts & { output: string; ms: number };

async function runFile(file: string, report: string, { root, timeoutMs }: TestRun): Promise<FileRun> {
  const begun = performance.now();
  const flags = [
    `--timeout=${timeoutMs}`,
    "--only-failures",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
  ];
  // Into a file: a pipe would stay open as long as any process that a test left behind.
  const printed = `${report}.out`;
  const fd = openSync(printed, "a");
  const child = Bun.spawn([process.execPath, "test", ...flags, `./${file}`], {
    cwd: root,
    stdin: "ignore",
    stdout: fd,
    stderr: fd,
  });
  const exitCode = await child.exited;
  closeSync(fd);
  const xml = Bun.file(report);
  const counts = countReport((await xml.exists()) ? await xml.text() : "", [file], exitCode);
  return { ...counts, output: readFileSync(printed, "utf8").trim(), ms: performance.now() - begun };
}

function lineOf(file: string, { passed, failures, skipped }: Counts, ms: number): string {
  const facts = [
    `${passed} passed`,
    ...(failures.length === 0 ? [] : [`${failures.length} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    `${(ms / 1000).toFixed(1)} s`,
  ];
  return `${failures.length === 0 ? "ok    " : "failed"} ${file} (${facts.join(", ")})`;
}
