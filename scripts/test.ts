// bun run test: every check, the demo and every test, each told as it ends. The last line is `N passed, N failed`, alone.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { CHECKS, type Check, runChecks } from "./check.ts";
import { closingLine } from "./count-tests.ts";
import { runTestFiles } from "./run-test-files.ts";

const REPO = resolve(import.meta.dir, "..");

/** torture/ and bench/ have commands of their own. Folders with the longest files come first, so that none is left over at the end. */
const FOLDERS = ["packages/workflow/test/worker", "tests", "packages", "examples", "bundles"];

/** Most tests wait for processes, so three files at a time are faster even on two cores. */
const FILES_AT_ONCE = 3;

/** Only ends a test that hangs. Bun has no such setting in bunfig.toml. */
const TIMEOUT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), "uncaged-test-"));
try {
  process.exitCode = await testEverything();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function testEverything(): Promise<number> {
  const steps = [...CHECKS, demo()];
  const failedSteps = await runChecks(steps);
  const tests = await runTestFiles(await testFiles(), {
    root: REPO,
    folder,
    filesAtOnce: FILES_AT_ONCE,
    timeoutMs: TIMEOUT_MS,
    tell: console.log,
  });
  const failures = [...failedSteps.map((name) => `check: ${name}`), ...tests.failures];
  if (failures.length > 0) console.log(`\nfailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
  const passed = tests.passed + steps.length - failedSteps.length;
  console.log(`\n${closingLine({ passed, failures, skipped: tests.skipped })}`);
  return failures.length === 0 ? 0 : 1;
}

function demo(): Check {
  const command = [process.execPath, join(REPO, "scripts/demo.ts")];
  return { name: "demo", command, env: { UNCAGED_HOME: join(folder, "home") } };
}

async function testFiles(): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    const files = await Array.fromAsync(new Glob(`${folder}/**/*.test.ts`).scan({ cwd: REPO }));
    for (const path of files.sort()) if (!path.includes("node_modules/")) found.add(path);
  }
  return [...found];
}
