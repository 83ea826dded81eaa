// A worker process boots: bun <flags> main.ts <home> <bundle id>
//
// WORKER-1. One worker per bundle: whoever does not get the lock leaves with 75, and who started it asks the holder instead.
// WORKER-2. The file that is loaded is written from the bytes that were verified; the one in bundles/ may change meanwhile.
// WORKER-3. It stops listening while it still holds the lock, so a new worker never finds two of them answering.
import { dirname } from "node:path";
import { monotonicUlid } from "#codec/ulid.ts";
import { LIMITS } from "#contract/limits.ts";
import { assertNoLink } from "#disk/database.ts";
import { assertOwnFolder, ensureDirectory } from "#disk/directory.ts";
import { type Layout, layoutOf, overflowSocketDir } from "#disk/layout.ts";
import { tryLock } from "#disk/lock.ts";
import { writeHolder } from "#disk/process/holder-file.ts";
import { ownIdentity } from "#disk/process/process-identity.ts";
import { appendUnsynced, fileNumber, readWhole, removeFiles } from "#disk/whole-file.ts";
import { assertPerformed } from "#effects/assert-performed.ts";
import { openInfoLog } from "#journal/info-log.ts";
import { LOCK_LOST } from "#protocol/exit-codes.ts";
import { getBundle, type StoredBundle } from "#store/bundle-store.ts";
import { sweepScratch } from "#store/sweep-scratch.ts";
import { factsOf } from "./bundle-facts.ts";
import { IndexWriter } from "./index-writer.ts";
import { redactor } from "./redact.ts";
import { serveSocket } from "./socket-server.ts";
import { Supervisor } from "./supervisor.ts";

/** `booted`: the Worker for the bundle, booting beside us while we take the lock and open the database. */
export async function runWorker(home: string, id: string, booted: Worker): Promise<void> {
  const layout = layoutOf(home);
  ensureDirectory(layout.run);
  const lock = tryLock(layout.lock(id));
  if (lock === null) process.exit(LOCK_LOST);

  sweepScratch(layout, id);
  const clock = { now: () => Date.now() };
  const worker = monotonicUlid()(clock.now());
  const bundle = getBundle(layout, id);
  assertNoLink(layout.database);
  const index = new IndexWriter({
    path: layout.database,
    hash: id,
    onBehind: (threads, said) => {
      for (const thread of threads)
        openInfoLog(layout.info(id, thread), clock, redactor(process.env)).say(
          "K2X9D4QH",
          `the index could not be written and is made good later: ${said}`,
        );
    },
  });
  const facts = await factsOf(layout, index.database, bundle, clock.now());
  assertPerformed(facts.descriptor?.effects ?? [], () => textOf(layout.effects));
  const leave = () => {
    socket.stop();
    supervisor.shutDown();
    removeFiles(layout.socket(id), layout.holder(id), layout.workerLog(id), layout.runningBundle(id));
    lock.release();
    process.exit(0);
  };
  const bundleFile = privateCopy(layout, bundle);
  const ports = { layout, index, clock, worker, bundle, bundleFile, facts, booted };
  const held = fileNumber(layout.lock(id));
  const supervisor = new Supervisor({
    ...ports,
    idle: leave,
    isHomeGone: () => fileNumber(layout.lock(id)) !== held,
    vanish: () => process.exit(0),
  });
  writeHolder(layout.holder(id), { ...ownIdentity(), worker });
  if (!layout.socket(id).startsWith(layout.run)) {
    ensureDirectory(overflowSocketDir());
    assertOwnFolder(overflowSocketDir());
  }
  removeFiles(layout.socket(id));
  const socket = serveSocket(layout.socket(id), supervisor);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, leave);
  process.on("SIGHUP", () => supervisor.dismiss());
}

/** Bun loads files only, when code generation from strings is off. This one is ours alone, and as long as the lock is. */
function privateCopy(layout: Layout, bundle: StoredBundle): string {
  const file = layout.runningBundle(bundle.id);
  ensureDirectory(dirname(file));
  removeFiles(file);
  // Not synced: it is made anew by every worker.
  appendUnsynced(file, bundle.bytes);
  return file;
}

function textOf(path: string): string | null {
  const bytes = readWhole(path, LIMITS.yamlBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
