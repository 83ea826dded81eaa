import { openStore } from "../../packages/workflow/src/host/open/store.ts";
import { startThread } from "../../packages/workflow/src/host/start/start-thread.ts";
import type { TempHome } from "./temp-home.ts";

const AT_ONCE = 20;

/** As `run --detach` does it, from one process: thousands of processes would take most of an hour. Answers their ids. */
export async function startMany(home: TempHome, name: string, prompts: readonly string[]): Promise<string[]> {
  const store = openStore({ home: home.home });
  const ids: string[] = [];
  for (let from = 0; from < prompts.length; from += AT_ONCE) {
    const started = await Promise.all(
      prompts.slice(from, from + AT_ONCE).map((prompt) => startThread(store, { name, prompt })),
    );
    for (const { place, client } of started) {
      ids.push(place.threadId);
      client.close();
    }
  }
  store.close();
  return ids;
}
