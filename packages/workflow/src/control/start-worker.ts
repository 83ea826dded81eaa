// Finds the worker of a bundle, or starts one: connect, else spawn detached; who loses the lock leaves, and we ask the
// winner.
import { homedir } from "node:os";
import { type ErrorReport, errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { BundleId } from "#contract/ids.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { fileMode, makePrivate, readWhole } from "#disk/whole-file.ts";
import { LOCK_LOST, START_FAILED } from "#protocol/exit-codes.ts";
import { takeEarly } from "./early-worker.ts";
import { WorkerClient } from "./worker-client.ts";
import { workerCommand, workerEnv } from "./worker-command.ts";

const PATIENCE_MS = 15_000;

/** `worker`: the file to start, where the program brings its own. */
export type WorkerHome = { home: string; layout: Layout; worker?: URL | undefined };

export async function reachWorker(at: WorkerHome, id: BundleId): Promise<WorkerClient> {
  const early = takeEarly(at.home, id);
  if (early !== null) makePrivate(at.layout.workerLog(id));
  // No socket, no worker: it is spawned before anything is awaited, so that it boots while the caller writes the journal.
  const listening = connect(at, id);
  const present = listening === null ? null : await listening;
  if (present !== null) return present;
  const deadline = performance.now() + PATIENCE_MS;
  let spawned = early ?? spawnWorker(at, id);
  while (performance.now() < deadline) {
    await Bun.sleep(1);
    const client = await connect(at, id);
    if (client !== null) return client;
    if (spawned.exitCode === LOCK_LOST || spawned.exitCode === 0) {
      // The holder is not listening yet, or is about to leave.
      await Bun.sleep(5);
      spawned = spawnWorker(at, id);
    } else if (spawned.exitCode !== null || spawned.signalCode !== null) {
      throw diedAtStart(at, id, spawned);
    }
  }
  throw new WorkflowError("IO_FAILED", `the worker of ${id} did not come up within ${PATIENCE_MS / 1000} s`, {
    hint: `look at ${at.layout.workerLog(id)}`,
  });
}

/** Null when nobody listens there. While a worker boots this is asked many times, and a look is cheaper than a call that fails. */
function connect({ layout }: WorkerHome, id: BundleId): Promise<WorkerClient | null> | null {
  return fileMode(layout.socket(id)) === null ? null : WorkerClient.connect(layout.socket(id));
}

/** A process with the same flags that replays or simulates. It writes its result to stdout and ends. */
export function spawnReplay(
  at: WorkerHome,
  request: string,
  how: "--replay" | "--sim" = "--replay",
): Bun.Subprocess<Blob, "pipe", "pipe"> {
  return Bun.spawn([...workerCommand(at.worker), at.home, how], {
    stdin: new Blob([request]),
    stdout: "pipe",
    stderr: "pipe",
    cwd: homedir(),
    env: workerEnv(),
  });
}

function spawnWorker(at: WorkerHome, id: BundleId): Bun.Subprocess {
  ensureDirectory(at.layout.run);
  makePrivate(at.layout.workerLog(id));
  const child = Bun.spawn([...workerCommand(at.worker), at.home, id], {
    detached: true,
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(at.layout.workerLog(id)),
    cwd: homedir(),
    env: workerEnv(at.layout.holder(id)),
  });
  child.unref();
  return child;
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
