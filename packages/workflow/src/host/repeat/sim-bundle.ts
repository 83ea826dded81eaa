// sim: a bundle is run with stubs for the world, and brought back from every place at which it could have died.
import type { Json } from "#contract/command.ts";
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import { spawnReplay } from "#control/start-worker.ts";
import type { SimAnswer, SimFinding, SimRequest } from "#protocol/sim-messages.ts";
import type { Store } from "../open/store.ts";
import { findBundle } from "../workflows/find-bundle.ts";

export type Simulated = {
  bundle: string;
  determinism: "strict" | "steps";
  seeds: number;
  crashPoints: number;
  reached: number;
  status: "same" | "differs" | "inconclusive";
  findings: SimFinding[];
};

export type SimOptions = { seeds: number; seed: number; prompt: string; receipts: Json[] };

/** `typed`: a file, an entry that is built first, a name or a bundle's id. `failed`: threads that failed by themselves. */
export async function simulateBundle(
  store: Store,
  typed: string,
  options: SimOptions,
): Promise<{ simulated: Simulated; failed: { seed: number; message: string }[] }> {
  const bundle = await findBundle(store, typed);
  const token = crypto.randomUUID();
  const request: SimRequest = { bundle: bundle.id, name: "sim", token, ...options };
  const { failed, ...report } = await ask(store, request);
  return { simulated: { bundle: bundle.id, ...report }, failed };
}

async function ask(store: Store, request: SimRequest) {
  const child = spawnReplay(store, JSON.stringify(request), "--sim");
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const line = out.split("\n").findLast((one) => one.startsWith(`${request.token} `));
  if (line === undefined) throw ended(err, exitCode, child.signalCode);
  const answer = JSON.parse(line.slice(request.token.length + 1)) as SimAnswer;
  if (!answer.ok) throw errorFromReport(answer.error);
  return answer.report;
}

/** Its process is the code's, too: code can end it. */
function ended(err: string, exitCode: number, signal: string | number | null): WorkflowError {
  const how = signal === null ? `exit ${exitCode}` : signal;
  const said = err.trim().split("\n").slice(-4).join("\n");
  return new WorkflowError("WORKFLOW_FAILED", `the simulation did not answer (${how})\n${said}`.trim());
}
