// People who act at moments of the seed: they approve, deny, answer and say what became of an effect; some do it twice,
// with an old token, or stop the thread.
import { WorkflowError } from "../../packages/workflow/src/contract/errors.ts";
import type { Settlement } from "../../packages/workflow/src/contract/settlement.ts";
import { waitOfLeaf } from "../../packages/workflow/src/replay/fold-yield.ts";
import { MachineDied } from "../../packages/workflow/src/sim/machine.ts";
import type { Random } from "../../packages/workflow/src/sim/random.ts";
import { OWNER } from "../../packages/workflow/src/sim/sim-host.ts";
import type { ThreadHost } from "../../packages/workflow/src/thread/thread-host.ts";

/** Codes a person may be answered with; anything else is not theirs to see. */
const REFUSALS = new Set([
  "TOKEN_CONSUMED",
  "TOKEN_EXPIRED",
  "RESUME_MISMATCH",
  "STATE_INVALID",
  "UNKNOWN_RECEIPT",
  "IO_FAILED",
]);

export class People {
  acts = 0;
  /** A stop that was acknowledged. */
  stopped: "kill" | "cancel" | null = null;
  private readonly tokens = new Map<string, string>();
  private readonly used = new Map<string, number>();

  constructor(
    private readonly random: Random,
    private readonly complain: (problem: string) => void,
  ) {}

  /** Told with every notice: a token is nowhere else. */
  hear(tokens: ReadonlyMap<string, string>): void {
    for (const [stepId, token] of tokens) this.tokens.set(stepId, token);
  }

  /** What somebody could tell the thread now; null when nobody has anything to say. */
  next(host: ThreadHost): Settlement | null {
    const open = [...(host.fold.current?.leaves.values() ?? [])].filter((leaf) => leaf.settled === null);
    const { random } = this;
    for (const leaf of open) {
      const on = waitOfLeaf(leaf)?.on;
      const nonce = Buffer.from(random.bytes(4)).toString("hex");
      const opening = leaf.opening as { stepId?: string; id?: string };
      const stepId = opening.id ?? "";
      if (on === "input") return { type: "answer", value: { nonce }, stepId };
      if (on === "reconcile") return this.reconcile(opening.id ?? "", nonce);
      if (on === "approval") return this.decide(stepId);
    }
    return null;
  }

  /** Something foolish: a token that served before, or never. */
  foolish(): Settlement {
    const { random } = this;
    const known = [...this.tokens.values()];
    const token =
      known.length > 0 && random.chance(0.8) ? random.pick(known) : "wrf_rt_00000000000000000000000000";
    if (random.chance(0.3)) return this.reconcile("f".repeat(64), "none");
    return { type: "decide", decision: random.pick(["approve", "deny"]), token };
  }

  async tell(host: ThreadHost, settlement: Settlement): Promise<boolean> {
    this.acts += 1;
    try {
      const { goesOn, ignored, error } = await host.settle(settlement, { actor: OWNER, admins: [] });
      if (error === undefined && !ignored && goesOn) this.accepted(settlement);
      return goesOn && !host.isPaused;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  async stop(host: ThreadHost, action: "kill" | "cancel"): Promise<void> {
    try {
      await host.stop(action, { actor: OWNER });
      this.stopped ??= action;
    } catch (error) {
      this.refused(error);
    }
  }

  async pause(host: ThreadHost): Promise<void> {
    await host.pause(OWNER).catch((error: unknown) => this.refused(error));
  }

  private decide(stepId: string): Settlement {
    const { random } = this;
    const decision = random.chance(0.85) ? "approve" : "deny";
    const token = random.chance(0.6)
      ? [...this.tokens].find(([, value]) => !this.used.has(value))?.[1]
      : undefined;
    return { type: "decide", decision, ...(token === undefined ? { stepId } : { token }) };
  }

  private reconcile(intent: string, nonce: string): Settlement {
    const how = this.random.pick([
      { ok: { nonce } },
      { error: "it never arrived" },
      { retry: true as const },
    ]);
    return { type: "reconcile", intent, how };
  }

  private accepted(settlement: Settlement): void {
    if (settlement.type !== "decide" || settlement.token === undefined) return;
    const times = (this.used.get(settlement.token) ?? 0) + 1;
    this.used.set(settlement.token, times);
    if (times > 1) this.complain("a token served twice");
  }

  private refused(error: unknown): void {
    if (error instanceof WorkflowError ? REFUSALS.has(error.code) : isDeath(error)) return;
    this.complain(`a person was answered with ${error instanceof Error ? error.message : error}`);
  }
}

function isDeath(error: unknown): boolean {
  return error instanceof MachineDied;
}
