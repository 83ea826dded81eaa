// The suite that every engine must pass, on the engines that need no server.
import { describe, test } from "bun:test";
import { engineCases } from "#testing/engine-suite.ts";
import { localEngine } from "#testing/local-engine.ts";
import { batchKeeper, memoryKeeper } from "#testing/log-keepers.ts";
import { fileKeeper } from "./file-keeper.ts";

const KEEPERS = { memory: memoryKeeper, batches: batchKeeper, files: fileKeeper };

for (const [name, keeper] of Object.entries(KEEPERS))
  describe(name, () => {
    for (const one of engineCases(async (world) => localEngine(keeper(), world))) test(one.name, one.run);
  });
