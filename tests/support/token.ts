// Starts a thread and listens as whoever starts it does: to them, and to nobody else, an approval's token is told.
import { openStore } from "../../packages/workflow/src/host/open/store.ts";
import { startThread } from "../../packages/workflow/src/host/start/start-thread.ts";
import { type TempHome, until } from "./temp-home.ts";

/** Answers when it waits for a person. */
export async function startForToken(
  home: TempHome,
  name: string,
  prompt = "",
): Promise<{ id: string; token: string }> {
  const { place, client } = await startThread(openStore({ home: home.home }), { name, prompt });
  const { threadId } = place;
  const token = await until(
    async () => Object.values(client.noticeOf(threadId)?.tokens ?? {})[0] ?? null,
    "a token",
  );
  await home.untilStatus(threadId, "waiting");
  client.close();
  return { id: threadId, token };
}
