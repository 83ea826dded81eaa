import { expect, test } from "bun:test";
import { join } from "node:path";
import { findThread } from "#host/open/find-thread.ts";
import { readWithWorker } from "#host/open/is-live.ts";
import { foldThread } from "#host/open/read-thread.ts";
import { openStore } from "#host/open/store.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

for (const determinism of ["strict", "steps"])
  test(`a thread that completes between the look at its journal and the question to its worker is not called interrupted (${determinism})`, async () => {
    await using home = await TempHome.create();
    const calm = join(home.dir, "calm");
    await home.add(
      "flow",
      `import { existsSync } from "node:fs";
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}" };
export default async function* ({ steps }) {
  if (steps.length === 0) yield { role: "r", content: "one", meta: {} };
  while (!existsSync(${JSON.stringify(calm)})) await new Promise((resolve) => setTimeout(resolve, 10));
  return { returnCode: 0, summary: "done" };
}`,
    );
    const id = await home.start("flow");
    await home.untilSteps(id, 1);
    const store = openStore({ home: home.home });
    try {
      const place = findThread(store, id);
      const stale = foldThread(place);
      expect(stale.fold.result).toBeNull();
      await home.file("calm", "");
      await home.untilQuiet();
      let looks = 0;
      const read = await readWithWorker(store, place, (at) => (looks++ === 0 ? stale : foldThread(at)));
      expect([deriveStatus(read.fold, read.live), looks]).toEqual(["completed", 2]);
    } finally {
      store.close();
    }
  });
