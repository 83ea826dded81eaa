import { runWorker } from "./main.ts";

const [home, id] = process.argv.slice(2);
if (home === undefined || id === undefined) throw new Error("usage: entry.ts <home> <bundle id>");
await runWorker(home, id);
