import { WorkflowError } from "#contract/errors.ts";
import { START_FAILED } from "#protocol/exit-codes.ts";
import { booted } from "./booted.ts";
import { runWorker } from "./main.ts";

const [home, id] = process.argv.slice(2);
if (home === undefined || id === undefined)
  throw new Error("usage: entry.ts <home> <bundle id> | --replay | --sim");
// Not awaited at the top: dist/ is CommonJS, which has no such await.
begin(home, id).catch((error: unknown) => {
  // For whoever started us: they read the last line of the log.
  const report =
    error instanceof WorkflowError ? error.toReport() : { code: "INTERNAL", message: String(error) };
  console.error(error);
  console.error(JSON.stringify({ error: report }));
  process.exit(START_FAILED);
});

async function begin(home: string, id: string): Promise<void> {
  if (id === "--sim") {
    const { runSim } = await import("./sim-main.ts");
    return runSim(home, booted);
  }
  if (id !== "--replay") return runWorker(home, id, booted);
  const { runReplay } = await import("./replay-main.ts");
  return runReplay(home, booted);
}
