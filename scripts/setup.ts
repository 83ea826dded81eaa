// bun run setup: after an install, does what install scripts do, where none were run (npm 12, `ignore-scripts=true`): the
// package `bun` gets its program, so that `bun` in node_modules/.bin is one, and dist/ is built.
import { resolve } from "node:path";
import { buildDist, isFresh } from "./build-dist.ts";
import { placeBun } from "./place-bun.ts";

placeBun(resolve(import.meta.dir, "../node_modules/bun/bin"));
if (!isFresh()) await buildDist();
