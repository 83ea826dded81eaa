import { runWorker } from "./main.ts";

const [home, id] = process.argv.slice(2);
if (home === undefined || id === undefined) throw new Error("usage: entry.ts <home> <bundle id>");
// Not awaited at the top: dist/ is CommonJS, which has no such await.
void runWorker(home, id);
