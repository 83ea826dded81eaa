import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { Compiled } from "./compile-entry.ts";
import { mapStack } from "./map-stack.ts";

const TIMEOUT_MS = 30_000;

/**
 * Runs the author's own code in a process of its own and returns its descriptor as JSON. Only `build` does this; `add` and
 * `validate` never run a file.
 */
export async function evaluateDescriptor(compiled: Compiled, folder: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "uncaged-descriptor-"));
  const bundle = join(dir, "bundle.mjs");
  const answer = join(dir, "answer.json");
  try {
    await Bun.write(bundle, compiled.code);
    const child = Bun.spawn([process.execPath, ...FLAGS, "-e", SCRIPT, bundle, answer], {
      cwd: folder,
      stdio: ["ignore", "ignore", "ignore"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    await child.exited;
    const file = Bun.file(answer);
    if (!(await file.exists()))
      throw failed(`its process ended without an answer (${child.signalCode ?? child.exitCode})`);
    const { json, error }: { json?: string; error?: string } = await file.json();
    if (json === undefined) throw failed(mapStack(error ?? "it is undefined", bundle, compiled.map));
    return json;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const FLAGS = ["--no-install", "--no-env-file", "--config=/dev/null"];

/** The answer goes into a file, since the author's code may print. What JSON would drop or change in silence is refused. */
const SCRIPT = `
const [bundle, answer] = process.argv.slice(-2);
const strict = (key, value) => {
  if (["function", "symbol", "bigint"].includes(typeof value) || (typeof value === "number" && !Number.isFinite(value)))
    throw new TypeError("descriptor: " + JSON.stringify(key) + " is not JSON data");
  return value;
};
let told;
try {
  const { descriptor } = await import(bundle);
  told = { json: JSON.stringify(descriptor, strict) };
} catch (error) {
  told = { error: String(error?.stack ?? error) };
}
await Bun.write(answer, JSON.stringify(told));
process.exit(0);
`;

function failed(why: string): WorkflowError {
  return new WorkflowError("DESCRIPTOR_INVALID", `the descriptor could not be evaluated: ${why}`);
}
