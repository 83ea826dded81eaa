import { type Descriptor, exec, must, now, random, type ThreadInput } from "@uncaged/workflow";

// Strict: a thread that comes back runs from the top, and every yield is held against the record. So time, chance and
// the world come in through yields only; Date.now() in a yielded value would be a REPLAY_DIVERGENCE.
export default async function* ({ prompt }: ThreadInput) {
  const begun = yield* now();
  const ticket = `T-${yield* random(4)}`;
  yield { role: "opener", content: `${ticket}: ${prompt}`, meta: { ticket, begun } };

  // Says something else each time it runs. A replay does not run it.
  const { exitCode, stdout } = must(yield* exec(["date", "-u", "+%FT%TZ"], { class: "read" }));
  const clock = exitCode === 0 ? stdout.trim() : "unknown";
  yield { role: "worker", content: `The clock of the machine says ${clock}`, meta: { clock } };

  const elapsedMs = (yield* now()) - begun;
  yield { role: "closer", content: `Closed after ${elapsedMs} ms`, meta: { ticket, elapsedMs } };
  return { returnCode: 0, summary: `${ticket} closed` };
}

export const descriptor = {
  description: "Opens a ticket, looks at the clock, closes the ticket",
  roles: {
    opener: { description: "Gives the ticket its number" },
    worker: { description: "Asks the machine for the time" },
    closer: { description: "Says how long it took" },
  },
  determinism: "strict",
  effects: ["sys/exec@1"],
} satisfies Descriptor;
