// A process that simulates a bundle and tells what it saw: bun <flags> entry.ts <home> --sim, a request on stdin, one
// answer on stdout behind the request's token, whatever the code prints. It writes nothing but a private copy of the code.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { openDatabase } from "#disk/database.ts";
import { ensureDirectory } from "#disk/directory.ts";
import { layoutOf } from "#disk/layout.ts";
import { appendUnsynced, removeFiles } from "#disk/whole-file.ts";
import type { SimAnswer, SimReport, SimRequest } from "#protocol/sim-messages.ts";
import { simBundle } from "#sim/sim-bundle.ts";
import { getBundle } from "#store/bundle-store.ts";
import { factsOf } from "./bundle-facts.ts";
import { admissionRules } from "./command-ports.ts";

/** `booted`: a Worker that was started while this process was. */
export async function runSim(home: string, booted: Worker): Promise<void> {
  const request = (await Bun.stdin.json()) as SimRequest;
  const answer = await answerOf(home, request, booted);
  // On a line of its own: the code may have written to stdout by itself.
  process.stdout.write(`\n${request.token} ${JSON.stringify(answer)}\n`, () => process.exit(0));
}

async function answerOf(home: string, request: SimRequest, booted: Worker): Promise<SimAnswer> {
  try {
    return { ok: true, report: await simulate(home, request, booted) };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { ok: false, error: error.toReport() };
  }
}

async function simulate(home: string, request: SimRequest, booted: Worker): Promise<SimReport> {
  const layout = layoutOf(home);
  const bundle = getBundle(layout, request.bundle);
  const facts = await factsOf(layout, openDatabase(layout.database), bundle, Date.now());
  ensureDirectory(layout.run);
  const file = layout.replayedBundle(bundle.id, process.pid);
  appendUnsynced(file, bundle.bytes);
  try {
    const { descriptor } = facts;
    const commandsMax = descriptor?.limits?.maxCommands ?? LIMITS.commandsMax;
    const rules = await admissionRules(layout, descriptor, commandsMax);
    return await simBundle({ id: bundle.id, file, facts, rules }, request, booted);
  } finally {
    removeFiles(file);
  }
}
