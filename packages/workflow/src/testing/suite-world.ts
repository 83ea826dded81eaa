// What a suite gives to an engine: a clock that stands still until it is told, effects and who performs them.
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executed, ExecutorCall } from "#contract/effect.ts";
import type { Clock } from "#contract/ports.ts";

type Timer = { due: number; call: () => void };

export class SuiteClock implements Clock {
  private elapsed = 0;
  private timers: Timer[] = [];

  readonly now = (): number => BEGUN_AT + this.elapsed;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { due: this.elapsed + Math.max(ms, 0), call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  /** Timers that are due fire, in their order. */
  pass(ms: number): void {
    const until = this.elapsed + ms;
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.elapsed = Math.max(this.elapsed, next.due);
      next.call();
    }
    this.elapsed = until;
  }
}

const BEGUN_AT = 1_790_000_000_000;

/** What was handed over: the outside ledger that an engine is held against. */
export type Sent = { effect: string; key: string; intent: string; label: string };

export class SuiteWorld {
  readonly clock = new SuiteClock();
  readonly sent: Sent[] = [];
  /** Called with every call before it is answered; a case may wait here, crash the engine, or say what the answer is. */
  onCall: (call: ExecutorCall, label: string) => Promise<Executed | undefined> | Executed | undefined = () =>
    undefined;

  readonly perform = async (call: ExecutorCall): Promise<Executed> => {
    const { label } = call.params as { label: string };
    const { effect, intent, idempotencyKey: key } = call;
    this.sent.push({ effect, key, intent, label });
    const said = await this.onCall(call, label);
    return said ?? { status: "ok", payload: { label, nth: this.sent.length } };
  };

  labels(): string[] {
    return this.sent.map(({ label }) => label);
  }
}

const PARAMS = {
  type: "object",
  properties: { label: { type: "string" } },
  required: ["label"],
  additionalProperties: false,
} as const satisfies Json;

function definition(
  name: string,
  cls: EffectDefinition["class"],
  risk: EffectDefinition["risk"],
): EffectDefinition {
  return {
    name,
    class: cls,
    risk,
    params: PARAMS,
    receipt: { type: "object" },
    executor: "suite",
    acceptsKey: true,
  };
}

/** `suite/gated@1` needs a person's yes. */
export const SUITE_EFFECTS: ReadonlyMap<string, EffectDefinition> = new Map(
  [
    definition("suite/read@1", "read", "read"),
    definition("suite/put@1", "idempotent", "write"),
    definition("suite/pay@1", "once", "write"),
    definition("suite/gated@1", "idempotent", "destructive"),
  ].map((one) => [one.name, one]),
);
