// Finds the worker of a bundle, or starts one: connect, else spawn detached; who loses the lock leaves, and we ask the
// winner.
import { homedir } from "node:os";
import { DIST_DIR } from "#contract/dist.ts";
import { EFFECT_MARK } from "#contract/effect.ts";
import { type ErrorReport, errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { BundleId } from "#contract/ids.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { fileMode, readWhole, touchPrivate } from "#disk/whole-file.ts";
import { LOCK_LOST, START_FAILED } from "#worker/exit-codes.ts";
import { WorkerClient } from "./worker-client.ts";

const PATIENCE_MS = 15_000;

/** Without these Bun would fetch missing packages, run a foreign bunfig's preload, load a stranger's .env and allow eval. */
const BUN_FLAGS = [
  "--no-install",
  "--no-env-file",
  "--config=/dev/null",
  "--disallow-code-generation-from-strings=strict",
];

/** fdatasync of many journals overlaps only as far as the thread pool is wide. */
const SYNCS_AT_ONCE = "16";

export type WorkerHome = { home: string; layout: Layout };

export async function reachWorker(at: WorkerHome, id: BundleId): Promise<WorkerClient> {
  // No socket, no worker: it is spawned before anything is awaited, so that it boots while the caller writes the journal.
  const present =
    fileMode(at.layout.socket(id)) === null ? null : await WorkerClient.connect(at.layout.socket(id));
  if (present !== null) return present;
  const deadline = performance.now() + PATIENCE_MS;
  let spawned = spawnWorker(at, id);
  while (performance.now() < deadline) {
    await Bun.sleep(1);
    const client = await WorkerClient.connect(at.layout.socket(id));
    if (client !== null) return client;
    if (spawned.exitCode === LOCK_LOST || spawned.exitCode === 0) {
      // The holder is not listening yet, or is about to leave.
      await Bun.sleep(5);
      spawned = spawnWorker(at, id);
    } else if (spawned.exitCode !== null || spawned.signalCode !== null) {
      throw diedAtStart(at, id, spawned);
    }
  }
  throw new WorkflowError("INTERNAL", `the worker of ${id} did not come up within ${PATIENCE_MS / 1000} s`, {
    hint: `look at ${at.layout.workerLog(id)}`,
  });
}

/** A process of the same kind, with the same flags, that repeats threads; it answers on its stdout and ends. */
export function spawnReplay(at: WorkerHome, request: string): Bun.Subprocess<Blob, "pipe", "pipe"> {
  return Bun.spawn([...workerCommand(), at.home, "--replay"], {
    stdin: new Blob([request]),
    stdout: "pipe",
    stderr: "pipe",
    cwd: homedir(),
    env: { ...process.env, [EFFECT_MARK]: undefined },
  });
}

function spawnWorker(at: WorkerHome, id: BundleId): Bun.Subprocess {
  ensureDirectory(at.layout.run);
  touchPrivate(at.layout.workerLog(id));
  const child = Bun.spawn([...workerCommand(), at.home, id], {
    detached: true,
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(at.layout.workerLog(id)),
    cwd: homedir(),
    // Started by an effect of another workflow, it serves others too: it is not part of that effect.
    env: { ...process.env, UV_THREADPOOL_SIZE: SYNCS_AT_ONCE, [EFFECT_MARK]: undefined },
  });
  child.unref();
  return child;
}

/** In a compiled binary the executable is its own worker. */
function workerCommand(): string[] {
  if (import.meta.path.startsWith("/$bunfs/")) return [process.execPath, "__worker"];
  const entry =
    DIST_DIR === null ? new URL("../worker/entry.ts", import.meta.url).pathname : `${DIST_DIR}/worker.js`;
  return [process.execPath, ...BUN_FLAGS, entry];
}

function diedAtStart(at: WorkerHome, id: BundleId, child: Bun.Subprocess): WorkflowError {
  const log = readWhole(at.layout.workerLog(id), 1024 * 1024);
  const lines = log === null ? [] : new TextDecoder().decode(log).trim().split("\n");
  if (child.exitCode === START_FAILED) {
    const report = reportIn(lines.at(-1) ?? "");
    if (report !== null) return errorFromReport(report);
  }
  const how = child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
  return new WorkflowError(
    "IO_FAILED",
    [`the worker of ${id} ended at start (${how})`, ...lines.slice(-12)].join("\n").trim(),
    { details: { exitCode: child.exitCode, signal: child.signalCode } },
  );
}

function reportIn(line: string): ErrorReport | null {
  try {
    return (JSON.parse(line) as { error: ErrorReport }).error;
  } catch {
    return null;
  }
}
