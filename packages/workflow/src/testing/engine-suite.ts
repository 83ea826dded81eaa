// What every engine must do, whatever keeps its lines: files, memory, batches, a cluster. Run it with any test runner:
//
//   for (const { name, run } of engineCases(factory)) test(name, run);
import type { EngineFactory } from "./engine-under-test.ts";
import { CRASH_CASES } from "./suite-crashes.ts";
import { PEOPLE_CASES } from "./suite-people.ts";
import { STEP_CASES } from "./suite-steps.ts";
import { SuiteWorld } from "./suite-world.ts";

export type EngineCase = { name: string; run(): Promise<void> };

export function engineCases(factory: EngineFactory): EngineCase[] {
  const cases = { ...STEP_CASES, ...PEOPLE_CASES, ...CRASH_CASES };
  return Object.entries(cases).map(([name, run]) => ({
    name,
    async run() {
      const world = new SuiteWorld();
      const engine = await factory(world);
      try {
        await run(engine, world);
      } finally {
        await engine.close();
      }
    },
  }));
}
