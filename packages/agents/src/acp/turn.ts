// One turn of an agent: the prompt, what it asks of us meanwhile, and its end.
//
// TURN-1. Nothing is granted without a rule or an answer (permissions.ts). Who has to be asked is not there: the turn ends, the
//     session is left as it is, and the receipt says what is asked.
//     Where no other process could go on with the session, the request waits in memory (HELD-1).
// TURN-2. Once the turn is ending nothing more is granted, read or written.
// TURN-3. What is told while a session is loaded was told before: it is not part of this turn.
// TURN-4. A yes of a person is for one request: it is used up when it is granted. The same request again is asked again.
import { canonicalJson, type Json } from "@uncaged/workflow/executor";
import { type Ask, bind, readAsk, shortPath } from "./ask.ts";
import { type AgentFiles, fileError, partOf } from "./files.ts";
import {
  type Answered,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  listOf,
  METHOD_NOT_FOUND,
  mapOf,
  type Params,
  textOf,
} from "./json-rpc.ts";
import { type Answer, judge, type Permit, type Verdict } from "./permissions.ts";
import type { TurnLog } from "./turn-log.ts";

export type TurnPorts = {
  permit: Permit;
  log: TurnLog;
  files: AgentFiles;
  /** Ask the agent to end this turn. */
  cancel(): void;
};

/** More than this is not shown to anybody, so nobody can say yes to it. */
const ASKS_BYTES_MAX = 96 * 1024;
const REFUSED = -32000;

export class Turn {
  /** What a person has to decide before it can go on. */
  asks: Ask[] = [];
  /** What a session that is loaded told of its cost so far, in dollars; null when it did not. */
  costAtLoad: number | null = null;
  /** Another process can take the session up: false as long as nobody knows. */
  private canContinue = false;
  private isLive = false;
  private readonly leave = new Set<string>();
  private askedBytes = 0;
  private isEnding = false;
  private permit: Permit;
  /** Requests that wait in memory, and whether there are any since the last answer. */
  private readonly waiting: { ask: Ask; settle(verdict: Verdict): void }[] = [];
  private begun = Promise.withResolvers<void>();

  constructor(private readonly ports: TurnPorts) {
    this.permit = ports.permit;
  }

  /** TURN-3. The session stands, and the prompt goes out next. */
  begin(canContinue: boolean): void {
    this.canContinue = canContinue;
    this.isLive = true;
    this.costAtLoad = this.ports.log.costUsd;
  }

  async request(method: string, params: Params): Promise<Answered> {
    switch (method) {
      case "session/request_permission":
        return { result: { outcome: await this.permission(params) } };
      case "fs/read_text_file":
        return this.read(params);
      case "fs/write_text_file":
        return this.write(params);
      default:
        return { error: { code: METHOD_NOT_FOUND, message: `nobody knows ${method}` } };
    }
  }

  notification(method: string, params: Params): void {
    if (method === "session/update" && this.isLive) this.ports.log.update(mapOf(params.update));
    // What a loaded session cost so far is told as it is loaded.
    else if (method === "session/update" && mapOf(params.update).sessionUpdate === "usage_update")
      this.ports.log.update(mapOf(params.update));
  }

  private async permission(params: Params): Promise<Json> {
    const { permit } = this;
    const { log } = this.ports;
    const toolCall = mapOf(params.toolCall);
    const ask = readAsk(log.merged(toolCall), permit.workspace);
    if (this.isEnding) {
      this.collect(ask);
      log.mark(toolCall, "asked", "the turn is ending");
      return CANCELLED;
    }
    const { rule, why } = await this.ruleOn(ask);
    const option = optionOf(params, rule);
    if (rule === "ask") {
      log.mark(toolCall, "asked", why);
      return CANCELLED;
    }
    if (rule === "allow" && option !== null) {
      for (const path of ask.paths) this.leave.add(path);
      log.mark(toolCall, "allowed", why);
      return option;
    }
    log.mark(toolCall, "denied", rule === "allow" ? "it cannot be allowed once only" : why);
    return optionOf(params, "deny") ?? CANCELLED;
  }

  /** Where somebody has to be asked, the turn ends, or waits. */
  private async ruleOn(ask: Ask): Promise<Verdict> {
    const verdict = judge(ask, this.permit);
    if (verdict.rule === "allow") this.useUp(ask);
    if (verdict.rule !== "ask") return verdict;
    if (!this.collect(ask)) return { rule: "deny", why: "it is too large to be shown" };
    if (!this.canContinue) return this.wait(ask);
    this.isEnding = true;
    this.ports.cancel();
    return verdict;
  }

  private wait(ask: Ask): Promise<Verdict> {
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.waiting.push({ ask, settle: resolve });
    this.begun.resolve();
    return promise;
  }

  /** Resolves when a request waits for a person. */
  waits(): Promise<void> {
    return this.begun.promise;
  }

  /** What people said. What they said nothing of waits on. */
  answer(answers: readonly Answer[]): void {
    this.permit = { ...this.permit, answers };
    this.begun = Promise.withResolvers<void>();
    for (const one of this.waiting.splice(0)) {
      const verdict = judge(one.ask, this.permit);
      if (verdict.rule === "ask") {
        this.waiting.push(one);
        this.collect(one.ask);
        continue;
      }
      if (verdict.rule === "allow") this.useUp(one.ask);
      this.asks = this.asks.filter(({ request }) => request !== one.ask.request);
      one.settle(verdict);
    }
    if (this.waiting.length > 0) this.begun.resolve();
  }

  /** TURN-4. */
  private useUp({ request }: Ask): void {
    const { answers } = this.permit;
    const at = answers.findIndex((one) => one.request === request && one.decision === "allow");
    if (at !== -1) this.permit = { ...this.permit, answers: answers.toSpliced(at, 1) };
  }

  private collect(ask: Ask): boolean {
    if (this.asks.some(({ request }) => request === ask.request)) return true;
    const bytes = Buffer.byteLength(canonicalJson(ask as Json));
    if (this.askedBytes + bytes > ASKS_BYTES_MAX) return false;
    this.askedBytes += bytes;
    this.asks.push(ask);
    return true;
  }

  private async read(params: Params): Promise<Answered> {
    const path = textOf(params.path);
    if (path === null) return { error: { code: INVALID_PARAMS, message: "path is missing" } };
    const held = await this.holdBack({ tool: "fs/read_text_file", kind: "read", paths: [this.short(path)] });
    if (held !== null) return held;
    try {
      return { result: { content: partOf(await this.ports.files.read(path), params) } };
    } catch (error) {
      return fileError(error, path);
    }
  }

  private async write(params: Params): Promise<Answered> {
    const path = textOf(params.path);
    if (path === null || typeof params.content !== "string")
      return { error: { code: INVALID_PARAMS, message: "path or content is missing" } };
    const short = this.short(path);
    const before = await this.ports.files.read(path).catch(() => null);
    const diff = { path: short, oldText: before, newText: params.content };
    const held = await this.holdBack({
      tool: "fs/write_text_file",
      kind: "edit",
      paths: [short],
      diffs: [diff],
    });
    if (held !== null) return held;
    try {
      await this.ports.files.write(path, params.content);
    } catch (error) {
      return fileError(error, path);
    }
    this.ports.log.diffs.set(short, diff);
    return { result: {} };
  }

  /** Null where it may go on: by a rule, or because it asked before and was let. */
  private async holdBack(asked: Omit<Ask, "request">): Promise<Answered | null> {
    if (this.isEnding) return { error: { code: REFUSED, message: "the turn is over" } };
    const ask = bind(asked);
    const verdict = judge(ask, this.permit);
    if (verdict.rule === "ask" && asked.paths.every((path) => this.leave.has(path))) return null;
    const { rule, why } = await this.ruleOn(ask);
    if (rule === "allow") return null;
    if (rule === "deny") this.ports.log.held(ask, why);
    const message = rule === "ask" ? "somebody has to allow this first" : `denied: ${why}`;
    return { error: { code: rule === "ask" ? REFUSED : INTERNAL_ERROR, message } };
  }

  private short(path: string): string {
    return shortPath(path, this.permit.workspace);
  }
}

const CANCELLED: Json = { outcome: "cancelled" };

/** Once, and never for always: what comes later is another question. */
function optionOf(params: Params, rule: Verdict["rule"]): Json | null {
  const wanted = rule === "allow" ? ["allow_once"] : ["reject_once", "reject_always"];
  for (const kind of wanted) {
    const option = listOf(params.options)
      .map(mapOf)
      .find((one) => one.kind === kind);
    const optionId = textOf(option?.optionId);
    if (optionId !== null) return { outcome: "selected", optionId };
  }
  return null;
}
