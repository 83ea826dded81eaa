// One attempt of an effect, and what it leaves in the journal: a receipt, a fault, or another attempt to come.
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import { present } from "#codec/present.ts";
import { pathText, referencesIn } from "#codec/secret-reference.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Identity } from "#commands/intent-id.ts";
import { makeReceipt, type Sign } from "#commands/make-receipt.ts";
import type { Json } from "#contract/command.ts";
import {
  Aborted,
  type EffectDefinition,
  type EffectError,
  type Executed,
  type Executor,
} from "#contract/effect.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { Clock } from "#contract/ports.ts";
import type { CommandRecord, EffectIntent, FaultRecord, Unstamped } from "#contract/record.ts";
import { timedOut } from "#contract/timed-out.ts";
import { keyOf } from "#replay/in-flight.ts";
import { isAmount, notCounted } from "#replay/read-usage.ts";
import type { AdmissionRules } from "./admit-yield.ts";
import { after } from "./after.ts";
import type { YieldWork } from "./yield-work.ts";

export type EffectPorts = {
  executorOf(definition: EffectDefinition): Promise<Executor>;
  normalise: AdmissionRules["normalise"];
  identity(): Identity;
  sign: Sign;
  clock: Clock;
  workspace(): string;
  outputBytes: number;
  progress(intent: EffectIntent, frame: Json): void;
  info(text: string): void;
};

export class EffectRunner {
  constructor(private readonly ports: EffectPorts) {}

  /** Never rejects: whatever an executor does wrong is its error receipt. */
  async run(
    intent: EffectIntent,
    definition: EffectDefinition,
    attempt: number,
    work: Pick<YieldWork, "isEnded" | "onEnd" | "graceMs">,
  ): Promise<Executed> {
    const executor = await this.load(definition);
    if (work.isEnded) return aborted();
    if (typeof executor !== "function") return executor;
    const stopping = new AbortController();
    const late = Promise.withResolvers<Executed>();
    // The executor has its own clock; ours is for one that forgets.
    const patience = intent.timeoutMs + PATIENCE_MS;
    const disarm = after(this.ports.clock, patience, () => late.resolve(timedOut(intent)));
    const forget = work.onEnd(() => late.resolve(aborted()));
    const call = this.call(executor, intent, attempt, stopping.signal);
    try {
      const executed = await Promise.race([call, late.promise.then(overdue)]);
      if (!("overdue" in executed)) return executed;
      // It goes on without us: whoever still listens is told to stop.
      stopping.abort(new Aborted(work.graceMs));
      return executed.overdue;
    } finally {
      disarm();
      forget();
    }
  }

  private async load(definition: EffectDefinition): Promise<Executor | Executed> {
    try {
      return await this.ports.executorOf(definition);
    } catch (error) {
      return broken(error);
    }
  }

  private async call(
    executor: Executor,
    intent: EffectIntent,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Executed> {
    try {
      const executed = await executor({
        intent: intent.id,
        effect: intent.effect,
        params: intent.params,
        idempotencyKey: keyOf(intent),
        attempt,
        timeoutMs: intent.timeoutMs,
        maxOutputBytes: this.ports.outputBytes,
        workspace: this.ports.workspace,
        signal,
        progress: (frame) => this.ports.progress(intent, frame),
      });
      return this.amountsOf(intent, executed);
    } catch (error) {
      return broken(error);
    }
  }

  /** A cost or a usage that is no amount is left out of what was spent, and noted. */
  private amountsOf({ effect }: EffectIntent, executed: Executed): Executed {
    const { costUsd, ...rest } = executed;
    const payload = "payload" in executed ? executed.payload : undefined;
    const isCost = costUsd === undefined || isAmount(costUsd);
    for (const name of [...(isCost ? [] : ["costUsd"]), ...notCounted(payload)])
      this.ports.info(`${effect}: ${name} of its answer is not a number from 0 up, and is not counted`);
    return isCost ? executed : (rest as Executed);
  }

  /** `openBeside`: commands of the same yield that a fault would take along. */
  async recordsOf(
    intent: EffectIntent,
    definition: EffectDefinition,
    attempt: number,
    answered: Executed,
    openBeside: number,
  ): Promise<Unstamped<CommandRecord>[]> {
    const { n, index, id } = intent;
    const executed = withoutReferences(answered);
    const delayMs = retryDelay(intent, attempt, executed);
    if (delayMs !== null) {
      const { error, costUsd } = executed as { error: EffectError; costUsd?: number };
      const cost = present({ costUsd });
      return [{ kind: "attempt", n, index, intent: id, attempt, status: "failed", error, delayMs, ...cost }];
    }
    const checked = executed.status === "ok" ? await this.check(intent, definition, executed) : executed;
    // What was answered was paid for, whatever is wrong with it.
    const { costUsd } = executed;
    if ("kind" in checked)
      return this.fault(intent, { ...checked, ...present({ costUsd }) }, attempt, openBeside);
    const { status } = checked;
    const verdict = {
      status,
      attempt,
      payload: "payload" in checked ? this.sized(checked.payload) : undefined,
      error: "error" in checked ? shortened(checked.error) : undefined,
      costUsd,
      issuerRef: "issuerRef" in checked ? checked.issuerRef : undefined,
    };
    return [await makeReceipt(intent, present(verdict) as never, this.ports.identity(), this.ports.sign)];
  }

  /** An `ok` whose payload is too large is an error; one that does not fit its schema is a fault. */
  private async check(
    intent: EffectIntent,
    definition: EffectDefinition,
    executed: Executed & { status: "ok" },
  ): Promise<Executed | Unstamped<FaultRecord>> {
    const fault = (code: string, message: string, text: string): Unstamped<FaultRecord> => ({
      kind: "fault",
      n: intent.n,
      index: intent.index,
      intent: intent.id,
      effect: intent.effect,
      code,
      message,
      payloadHash: sha256Hex(text),
      payloadSize: Buffer.byteLength(text),
    });
    let text: string;
    try {
      text = canonicalJson(executed.payload);
    } catch (error) {
      if (!(error instanceof NonCanonicalValue)) throw error;
      return fault("NON_CANONICAL_VALUE", `the payload: ${error.message}`, String(executed.payload));
    }
    const bytes = Buffer.byteLength(text);
    if (bytes > this.ports.outputBytes) return tooLarge(bytes, this.ports.outputBytes);
    const fit = await this.ports.normalise(definition.receipt, executed.payload);
    if (!("problem" in fit)) return { ...executed, payload: JSON.parse(text) as Json };
    const { path, message } = fit.problem;
    return fault("SCHEMA_INVALID", `the payload${path === "" ? "" : ` at \`${path}\``}: ${message}`, text);
  }

  private async fault(
    intent: EffectIntent,
    fault: Unstamped<FaultRecord>,
    attempt: number,
    openBeside: number,
  ): Promise<Unstamped<CommandRecord>[]> {
    if (intent.onFault !== "deliver") return [openBeside === 0 ? fault : { ...fault, dropped: openBeside }];
    const { code, message, payloadHash, payloadSize } = fault;
    const error = { code, message, details: { payloadHash, payloadSize } };
    const verdict = { status: "fault" as const, error, attempt };
    return [fault, await makeReceipt(intent, verdict, this.ports.identity(), this.ports.sign)];
  }

  /** Of an error: what does not fit is left out rather than making the error a worse one. */
  private sized(payload: Json | undefined): Json | undefined {
    if (payload === undefined) return undefined;
    try {
      const text = canonicalJson(payload, { bytes: this.ports.outputBytes });
      return JSON.parse(text) as Json;
    } catch {
      return undefined;
    }
  }
}

/**
 * What a server, a model or a program answers is data, and data names no secrets: handed on as params it would be taken for
 * the author's own reference.
 */
function withoutReferences(executed: Executed): Executed {
  if (executed.status === "ok") {
    const [found] = referencesIn(executed.payload);
    if (found === undefined) return executed;
    const { payload: _, status: _ok, ...rest } = executed;
    const message = `the payload at \`${pathText(found.path)}\` refers to a secret, which only the code of a bundle may do`;
    return { ...rest, status: "error", error: { code: "SECRET_IN_DATA", message, retryable: false } };
  }
  const { details, ...error } = executed.error;
  const isFine = details === undefined || referencesIn(details).length === 0;
  const clean = { ...executed, error: isFine ? executed.error : error };
  if ("payload" in clean && clean.payload !== undefined && referencesIn(clean.payload).length > 0)
    delete clean.payload;
  return clean;
}

/** An executor that keeps to its own timeout answers within this. */
const PATIENCE_MS = 2_000;

/** How long until it is sent again; null when it is not. */
function retryDelay(intent: EffectIntent, attempt: number, executed: Executed): number | null {
  if (executed.status === "ok" || intent.retry === false || intent.class === "once") return null;
  const isTransient = executed.status === "timeout" || executed.error.retryable === true;
  const {
    max = ATTEMPTS_MAX,
    delayMs = TIMES.retryMs,
    backoff = BACKOFF,
    maxDelayMs = TIMES.retryMaxMs,
  } = intent.retry ?? {};
  if (!isTransient || attempt >= max) return null;
  const ours = Math.min(Math.round(delayMs * backoff ** (attempt - 1)), Math.max(maxDelayMs, delayMs));
  const asked = Math.min(executed.error.retryAfterMs ?? 0, TIMES.retryAfterMs);
  return Math.max(ours, asked);
}

const ATTEMPTS_MAX = 3;
const BACKOFF = 3;

function overdue(executed: Executed): { overdue: Executed } {
  return { overdue: executed };
}

function broken(error: unknown): Executed {
  return failed("EXECUTOR_FAILED", error instanceof Error ? error.message : String(error));
}

function aborted(): Executed {
  return failed("ABORTED", "the thread was stopped");
}

function failed(code: string, message: string): Executed {
  return { status: "error", error: { code, message } };
}

function tooLarge(bytes: number, bytesMax: number): Executed {
  const message = `the payload has ${bytes} bytes; ${bytesMax} are allowed (maxOutputBytes)`;
  return failed("MAX_OUTPUT_BYTES", message);
}

function shortened(error: EffectError): EffectError {
  const message = error.message.toWellFormed().slice(0, LIMITS.errorChars);
  return JSON.parse(JSON.stringify({ ...error, message })) as EffectError;
}
