// Tells a waiting thread something, without a process for the command line: two can be told in the same moment.
import { WorkflowError } from "@uncaged/workflow/host";
import { openStore, type Store } from "../../packages/workflow/src/host/open/store.ts";
import { type Settlement, settleThread } from "../../packages/workflow/src/host/people/settle-thread.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** Answers "ok", or the code it was refused with. */
export async function settle(home: TempHome, threadId: string, settlement: Settlement): Promise<string> {
  try {
    const { client } = await settleThread(storeOf(home), threadId, settlement);
    client?.close();
    return "ok";
  } catch (error) {
    if (error instanceof WorkflowError) return error.code;
    throw error;
  }
}

const stores = new WeakMap<TempHome, Store>();

function storeOf(home: TempHome): Store {
  const store = stores.get(home) ?? openStore({ home: home.home });
  stores.set(home, store);
  return store;
}
