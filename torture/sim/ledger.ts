// The world outside: it does what it is sent, keeps a ledger of it, and survives every crash of the engine.
import type { EffectDefinition, Executed, Executor, ExecutorCall } from "@uncaged/workflow/executor";
import type { SimMachine } from "../../packages/workflow/src/sim/machine.ts";
import type { Random } from "../../packages/workflow/src/sim/random.ts";

export type Sent = { effect: string; intent: string; label: string; key: string; attempt: number };

export type LedgerCounts = { sent: number; late: number; double: number; appliedAfterCrash: number };

type InFlight = { intent: string; apply: () => void; isApplied: boolean };

export class Ledger {
  readonly sent: Sent[] = [];
  /** How often each key was really acted upon. */
  readonly applied = new Map<string, number>();
  /** What was answered for an intent, ever. */
  readonly answers = new Map<string, Set<string>>();
  readonly counts: LedgerCounts = { sent: 0, late: 0, double: 0, appliedAfterCrash: 0 };
  /** Nothing goes wrong any more: the thread is to come to its end. */
  isCalm = false;
  private readonly kept = new Map<string, string>();
  private inFlight = new Set<InFlight>();
  /** What a dead machine left running, until somebody ends it. */
  readonly left = new Set<string>();

  constructor(
    private readonly machine: SimMachine,
    private readonly random: Random,
    private readonly onSent: (sent: Sent) => void,
  ) {}

  readonly executorOf = async (definition: EffectDefinition): Promise<Executor> => {
    return (call) => this.perform(definition, call);
  };

  /** What was on its way when the machine died arrives all the same, or not. */
  crashed(): void {
    for (const call of this.inFlight) {
      this.left.add(call.intent);
      if (call.isApplied || !this.random.chance(0.5)) continue;
      this.counts.appliedAfterCrash += 1;
      call.apply();
    }
    this.inFlight = new Set();
  }

  /** Somebody ends what runs for these intents. */
  end(intents: ReadonlySet<string>): void {
    for (const intent of intents) this.left.delete(intent);
    for (const flight of this.inFlight) if (intents.has(flight.intent)) this.inFlight.delete(flight);
  }

  private perform(definition: EffectDefinition, call: ExecutorCall): Promise<Executed> {
    const { machine, random } = this;
    machine.moment(`call of ${call.effect}`);
    const { label } = call.params as { label: string };
    const { effect, intent, idempotencyKey: key, attempt } = call;
    this.counts.sent += 1;
    this.sent.push({ effect, intent, label, key, attempt });
    this.onSent(this.sent.at(-1) as Sent);
    const nonce = Buffer.from(random.bytes(6)).toString("hex");
    const flight: InFlight = {
      intent,
      isApplied: false,
      apply: () => {
        flight.isApplied = true;
        // Who hands the key on applies once per key, and answers as it did.
        const known = definition.acceptsKey ? this.kept.get(key) : undefined;
        if (known === undefined) this.applied.set(key, (this.applied.get(key) ?? 0) + 1);
        this.kept.set(key, known ?? nonce);
      },
    };
    this.inFlight.add(flight);
    return new Promise((resolve) => this.play(call, flight, resolve));
  }

  private play(call: ExecutorCall, flight: InFlight, resolve: (executed: Executed) => void): void {
    const { machine, random } = this;
    const { scheduler } = machine;
    const act = random.pick(this.isCalm ? CALM : ACTS);
    const arrive = (then: () => void) => {
      const doIt = () => {
        if (act !== "flaky" && act !== "fails") {
          flight.apply();
          machine.moment(`${call.effect} applied`);
        }
        then();
      };
      if (act === "slow") scheduler.after(random.int(0, 2 * call.timeoutMs + 4_000), doIt);
      else scheduler.soon(doIt);
    };
    const answer = () => {
      machine.moment(`answer of ${call.effect}`);
      // An effect that is over has ended all it started, earlier attempts too.
      for (const one of this.inFlight) if (one.intent === flight.intent) this.inFlight.delete(one);
      if (call.signal.aborted) this.counts.late += 1;
      const executed = this.executedOf(act, call);
      resolve(executed);
      if (act !== "double") return;
      this.counts.double += 1;
      resolve(executed);
    };
    if (act !== "never") arrive(() => (random.chance(0.5) ? scheduler.soon(answer) : answer()));
  }

  private executedOf(act: Act, { idempotencyKey, intent }: ExecutorCall): Executed {
    if (act === "flaky" || act === "lost")
      return { status: "error", error: { code: "BUSY", message: "come again", retryable: true } };
    if (act === "fails") return { status: "error", error: { code: "NO", message: "it does not work" } };
    if (act === "bad") return { status: "ok", payload: { other: true } };
    const nonce = this.kept.get(idempotencyKey) ?? "";
    const known = this.answers.get(intent) ?? new Set();
    this.answers.set(intent, known.add(nonce));
    return { status: "ok", payload: { nonce } };
  }
}

/** lost: it was done, and its answer says otherwise. bad: an answer that does not fit its schema. */
type Act = "ok" | "slow" | "flaky" | "lost" | "double" | "never" | "fails" | "bad";

const CALM: readonly Act[] = ["ok"];
const ACTS: readonly Act[] = [
  ...Array<Act>(8).fill("ok"),
  ...Array<Act>(5).fill("slow"),
  ...Array<Act>(4).fill("flaky"),
  "lost",
  "lost",
  "double",
  "double",
  "never",
  "fails",
  ...(["bad"] as const),
];
