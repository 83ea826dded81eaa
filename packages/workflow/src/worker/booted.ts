// Imported by the entry before anything else: the Worker boots while the rest of this process is still being loaded.
import { startBundleWorker } from "#realm/start-bundle-worker.ts";

export const booted = startBundleWorker();
