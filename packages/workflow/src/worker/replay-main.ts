// A process that repeats threads and tells what it saw: bun <flags> entry.ts <home> --replay, a request on stdin, one JSON
// line per thread on stdout. It holds no lock and writes nothing but a private copy of the code.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { openDatabase } from "#disk/database.ts";
import { ensureDirectory } from "#disk/directory.ts";
import { layoutOf } from "#disk/layout.ts";
import { appendUnsynced, removeFiles } from "#disk/whole-file.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import type { ReplayAnswer, ReplayRequest } from "#protocol/repeat-messages.ts";
import { planFork } from "#repeat/plan-run.ts";
import { type ReplayBundle, replayThread } from "#repeat/replay-run.ts";
import { getBundle } from "#store/bundle-store.ts";
import { factsOf } from "./bundle-facts.ts";
import { admissionRules } from "./command-ports.ts";

/** `booted`: a Worker that was started while this process was. */
export async function runReplay(home: string, booted: Worker): Promise<void> {
  const { bundle: id, threads } = (await Bun.stdin.json()) as ReplayRequest;
  const layout = layoutOf(home);
  const bundle = getBundle(layout, id);
  const facts = await factsOf(layout, openDatabase(layout.database), bundle, Date.now());
  ensureDirectory(layout.run);
  const file = layout.replayedBundle(id, process.pid);
  appendUnsynced(file, bundle.bytes);
  try {
    const rules = await admissionRules(
      layout,
      facts.descriptor,
      facts.descriptor?.limits?.maxCommands ?? LIMITS.commandsMax,
    );
    // One object for all: the Worker that was booted serves the first thread only.
    const loaded: ReplayBundle = { file, facts, booted };
    for (const thread of threads) say(await answer(thread, layout.sealKey, loaded, rules));
  } finally {
    removeFiles(file);
  }
  process.exit(0);
}

async function answer(
  { threadId, path, fork }: ReplayRequest["threads"][number],
  sealKey: string,
  bundle: ReplayBundle,
  rules: AdmissionRules,
): Promise<ReplayAnswer> {
  try {
    if (fork !== undefined) return { ok: true, plan: await planFork(path, sealKey, fork, bundle, rules) };
    return { ok: true, thread: await replayThread(path, sealKey, bundle, rules) };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { ok: false, threadId, error: error.toReport() };
  }
}

function say(message: ReplayAnswer): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
