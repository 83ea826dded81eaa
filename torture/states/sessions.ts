// Two stores, made by commands: one from nothing, one with effects, approvals and time.
import { join } from "node:path";
import { Ledger } from "../../tests/support/ledger.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { flowSource, type Round } from "../effects/flow.ts";
import { recordSession, type Session } from "./session.ts";

const FLOW = (steps: number) => `export default async function* ({ steps }) {
  for (let n = steps.length; n < ${steps}; n++) yield { role: "r", content: crypto.randomUUID(), meta: { n } };
  return { returnCode: 0, summary: "" };
}
`;

const WAITS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* ({ prompt }) {
  if (prompt === "asks") yield { do: "approve", prompt: "well?", onDeny: "deliver" };
  else yield { do: "sleep", ms: 3600000 };
  yield { role: "r", content: crypto.randomUUID(), meta: {} };
  return { returnCode: 0, summary: "" };
}
`;

/** add, run, fork, a second version, rollback, thread rm, remove: in a home that is not there yet. */
export async function recordNames(home: TempHome): Promise<Session> {
  const first = await home.bundle("first", FLOW(3));
  const second = await home.bundle("second", FLOW(4));
  return recordSession(home, [
    () => ["add", "flow", first, "--json"],
    () => ["run", "flow", "--prompt", "a", "--json"],
    ([, ran]) => ["fork", ran.executionId, "--from-step", "2", "--json"],
    () => ["add", "flow", second, "--json"],
    () => ["run", "flow", "--prompt", "b", "--json"],
    ([added]) => ["rollback", "flow", added.hash, "--json"],
    ([, ran]) => ["thread", "rm", ran.executionId, "--json"],
    () => ["add", "other", first, "--json"],
    () => ["remove", "flow", "--json"],
  ]);
}

/** Effects of every class, a yes, a no, a kill, and time that passes. */
export async function recordEffects(home: TempHome): Promise<Session> {
  await Ledger.open(home);
  await home.add("strict", flowSource(true));
  await home.add("waits", WAITS);
  const rounds: Round[] = [{ do: "keyed" }, { do: "once" }, { do: "all" }, { do: "any" }];
  const prompt = JSON.stringify({ seen: join(home.dir, "seen"), rounds });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  return recordSession(home, [
    () => ["run", "strict", "--prompt", prompt, "--json"],
    () => ["run", "waits", "--prompt", "asks", "--json"],
    ([, asked]) => ["approve", asked.executionId, "--json"],
    () => ["run", "waits", "--prompt", "sleeps", "--json"],
    () => ["tick", "--now", tomorrow, "--json"],
    () => ["run", "waits", "--prompt", "asks", "--json"],
    ([, , , , , asked]) => ["kill", asked.executionId, "--json"],
  ]);
}
