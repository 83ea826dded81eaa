// The door for a worker file: it registers executors and calls startWorker() (docs/client.md#executors). Who starts workers
// names that file.
import { WorkflowError } from "#contract/errors.ts";
import { START_FAILED } from "#protocol/exit-codes.ts";
import { startBundleWorker } from "#realm/start-bundle-worker.ts";

export { registerExecutor, registerExecutors } from "#effects/registry.ts";

/** This process becomes a worker, or repeats or simulates threads, as its arguments say. It ends by itself. */
export function startWorker(argv: readonly string[] = process.argv.slice(2)): void {
  const [home, id] = argv;
  if (home === undefined || id === undefined)
    throw new Error("usage: <worker> <home> <bundle id> | --replay | --sim");
  // It boots while the rest of this process is still being loaded.
  const booted = startBundleWorker();
  // Not awaited by the caller at its top: dist/ is CommonJS, which has no such await.
  begin(home, id, booted).catch((error: unknown) => {
    // For whoever started us: they read the last line of the log.
    const report =
      error instanceof WorkflowError ? error.toReport() : { code: "INTERNAL", message: String(error) };
    console.error(error);
    console.error(JSON.stringify({ error: report }));
    process.exit(START_FAILED);
  });
}

async function begin(home: string, id: string, booted: Worker): Promise<void> {
  if (id === "--sim") {
    const { runSim } = await import("#worker/sim-main.ts");
    return runSim(home, booted);
  }
  if (id === "--replay") {
    const { runReplay } = await import("#worker/replay-main.ts");
    return runReplay(home, booted);
  }
  const { runWorker } = await import("#worker/main.ts");
  return runWorker(home, id, booted);
}
