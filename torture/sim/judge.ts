// What must hold, whatever happened. Judged from the bytes of the disk and from what the outside saw, never from what the
// engine believes.
import { canonicalJson } from "@uncaged/workflow/executor";
import { type ErrorReport, WorkflowError } from "@uncaged/workflow/host";
import { MachineDied } from "../../packages/workflow/src/sim/machine.ts";
import type { Random } from "../../packages/workflow/src/sim/random.ts";
import type { SimDisk } from "../../packages/workflow/src/sim/sim-disk.ts";
import { type Judged, type JudgedLine, judgeBytes, resultsOf } from "../lib/journal.ts";
import { type Witness, wordsOf } from "./flow.ts";
import type { Fork } from "./forked.ts";
import type { Ledger, Sent } from "./ledger.ts";
import type { People } from "./people.ts";
import type { Program } from "./programs.ts";

const PROBLEMS_MAX = 8;

export class Judge {
  readonly problems: string[] = [];
  /** The crash point, for whoever reads a problem. */
  where = "";
  /** Of the journal at the end. */
  lines = 0;
  /** Bytes that were acknowledged. */
  private acked: Buffer = Buffer.alloc(0);
  private readonly ackedRounds = new Set<string>();
  private roundsReadUpTo = 0;
  private readonly given = new Map<string, string>();

  constructor(
    private readonly program: Program,
    private readonly disk: SimDisk,
    private readonly path: string,
    private readonly origin: Pick<Fork, "finished" | "epoch" | "doubted"> | null,
    private readonly prompt: string,
  ) {}

  complain(problem: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(`${this.where}: ${problem}`);
  }

  /** Followers were told that the journal is durable up to here. */
  told(bytes: number): void {
    if (bytes <= this.acked.length) return;
    this.acked = this.disk.bytes(this.path).subarray(0, bytes);
    this.readRounds();
  }

  afterCrash(): void {
    const found = this.disk.bytes(this.path);
    if (!found.subarray(0, this.acked.length).equals(this.acked))
      this.complain(`acknowledged bytes are lost: ${this.acked.length} were told, ${found.length} are there`);
    this.chainOf(found);
  }

  /** A generator beside which this judge stands. */
  witness(random: Random, life: number): Witness {
    return {
      life,
      nonce: () => Buffer.from(random.bytes(8)).toString("hex"),
      given: (epoch, n, yielded, answer) => this.wasGiven(epoch, n, yielded, answer),
      stepping: (round) => {
        if (!this.program.isStrict && this.ackedRounds.has(round))
          this.complain(`the finished round ${round} runs again`);
      },
    };
  }

  /** An effect arrived outside. */
  sent({ effect, intent, attempt, label }: Sent): void {
    if (this.origin?.finished.has(label)) this.complain(`${effect} ${label} was kept, and performed again`);
    if (this.origin?.doubted.has(label) && !this.disk.durable(this.path).includes('"decision":"retry"'))
      this.complain(`${effect} ${label} was in doubt, and sent again without a word`);
    if (Number(label.split(".")[0]) < this.firstEpoch)
      this.complain(`${effect} ${label} is of an epoch that was over, and performed again`);
    const durable = this.disk.durable(this.path);
    if (!durable.includes(`"id":"${intent}"`))
      this.complain(`${effect} was performed before its intent was on disk`);
    if (attempt > 1 && !durable.includes(`"intent":"${intent}","kind":"attempt"`))
      this.complain(`attempt ${attempt} of ${effect} was made before it was on disk`);
    const { lines } = judgeBytes(durable);
    const isGated = lines.findLast(({ record }) => record.id === intent)?.record.gate !== undefined;
    if (effect !== "sim/wipe@1" && !isGated) return;
    const isApproved = lines.some(({ record }) => record.intent === intent && record.decision === "approve");
    if (!isApproved) this.complain(`${effect} was performed before its approval was on disk`);
  }

  /** The thread left without a result. */
  lostBecause({ code, message }: ErrorReport): void {
    if (code !== "IO_FAILED" && !message.includes("could not be recorded"))
      this.complain(`interrupted: ${code} ${message}`);
  }

  lost(error: unknown): void {
    if (error instanceof MachineDied) return;
    if (error instanceof WorkflowError && (error.code === "IO_FAILED" || error.code === "STATE_INVALID"))
      return;
    this.complain(`it could not be taken up: ${error instanceof Error ? error.stack : error}`);
  }

  atEnd(ledger: Ledger, people: People): void {
    if (this.problems.length > 0) return;
    this.where = "at the end";
    const bytes = this.disk.bytes(this.path);
    const { lines } = this.chainOf(bytes);
    this.lines = lines.length;
    const results = resultsOf(lines);
    if (results.length !== 1) this.complain(`${results.length} results`);
    this.judgeResult(results[0] ?? {}, people);
    this.judgeAnswers(lines, ledger);
    this.judgeSent(lines, ledger);
    this.judgeWords(lines, results[0]?.status);
    this.judgeRounds(lines, results[0]?.status);
  }

  /** L1, S1: what the generator has is on disk; and a strict one is given the same for the same yield, ever. */
  private wasGiven(epoch: number, n: number, yielded: unknown, answer: unknown): void {
    const durable = this.disk.durable(this.path);
    if (
      isRole(yielded) &&
      yielded.role === "worker" &&
      !durable.includes(canonicalJson(yielded).slice(0, -1))
    )
      this.complain(`the generator was asked on before its step ${n} was on disk`);
    for (const mark of marksIn(answer))
      if (!durable.includes(mark)) this.complain(`the answer to yield ${n} was given before it was on disk`);
    if (!this.program.isStrict) return;
    const text = JSON.stringify(answer ?? null);
    const known = this.given.get(`${epoch} ${n}`);
    if (known !== undefined && known !== text) this.complain(`yield ${n} was answered in two ways`);
    this.given.set(`${epoch} ${n}`, text);
  }

  private judgeResult(result: Record<string, unknown>, { stopped }: People): void {
    const { status } = result;
    if (stopped !== null && status !== "killed" && status !== "cancelled")
      this.complain(`a ${stopped} was acknowledged, and the thread is ${status}`);
    const code = (result.error as ErrorReport | undefined)?.code;
    const isMeant = this.program.end === "nonsense" && code === "SCHEMA_INVALID";
    if (status === "failed" && code !== "WORKFLOW_FAILED" && code !== "RECEIPT_FAULT" && !isMeant)
      this.complain(`failed of ${code}`);
    if (status === "completed" && this.program.end !== "return" && result.reachedMaxRounds !== true)
      this.complain("it completed although it was to fail");
  }

  /** One answer per intent, and a payload that was really given for it. */
  private judgeAnswers(lines: JudgedLine[], { answers }: Ledger): void {
    const receipts = new Map<unknown, unknown>();
    const reused = new Map<unknown, unknown>();
    const answered = new Set<unknown>();
    const decisions = new Set<unknown>();
    for (const { record, seq } of lines) {
      const { kind, intent } = record;
      // On another way the same place has the same intent.
      if (kind === "intent") for (const known of [answered, decisions, reused]) known.delete(record.id);
      if (kind === "intent" && "reused" in record) reused.set(record.id, record.reused);
      if (kind === "receipt") {
        if (answered.has(intent)) this.complain(`line ${seq} is a second receipt`);
        answered.add(intent);
        const known = receipts.get(reused.get(intent));
        receipts.set(intent, JSON.stringify(record.payload));
        const nonce = (record.payload as { nonce?: string } | undefined)?.nonce;
        const isOwn = record.executor === "sim" && record.actor === undefined && record.status === "ok";
        const isGiven = reused.has(intent)
          ? known === undefined || known === receipts.get(intent)
          : answers.get(intent as string)?.has(nonce ?? "");
        if (isOwn && !isGiven) this.complain(`line ${seq} has a payload that nobody gave`);
      }
      if (kind === "decision" && record.decision !== "retry") {
        if (decisions.has(intent)) this.complain(`line ${seq} is a second decision`);
        decisions.add(intent);
      }
    }
  }

  private judgeSent(lines: JudgedLine[], { sent, applied }: Ledger): void {
    const keys = new Map<string, Set<string>>();
    const times = new Map<string, number>();
    for (const one of sent) {
      keys.set(one.intent, (keys.get(one.intent) ?? new Set()).add(one.key));
      times.set(one.intent, (times.get(one.intent) ?? 0) + 1);
    }
    for (const [intent, all] of keys)
      if (all.size > 1) this.complain(`the intent ${intent} was sent with ${all.size} keys`);
    for (const one of sent) {
      const count = times.get(one.intent) ?? 0;
      if (one.effect !== "sim/pay@1") {
        if ((applied.get(one.key) ?? 0) > 1) this.complain(`${one.effect} ${one.label} was applied twice`);
        continue;
      }
      const allowed = lines.filter(
        ({ record }) => record.intent === one.intent && record.decision === "retry",
      );
      if (count > 1 + allowed.length) this.complain(`sim/pay@1 ${one.label} was silently sent again`);
    }
    this.judgePaid(lines, sent);
  }

  /** Whatever its intents are called, on whatever way: a payment is made once, and again only when a person says so. */
  private judgePaid(lines: JudgedLine[], sent: readonly Sent[]): void {
    const labels = new Map(lines.map(({ record }) => [record.id, (record.params as Labelled)?.label]));
    const retries = lines.flatMap(({ record }) =>
      record.decision === "retry" ? [labels.get(record.intent)] : [],
    );
    const paid = Map.groupBy(
      sent.filter(({ effect }) => effect === "sim/pay@1"),
      ({ label }) => label,
    );
    for (const [label, calls] of paid)
      if (calls.length > 1 + retries.filter((one) => one === label).length)
        this.complain(`the payment ${label} was made ${calls.length} times without a person's word`);
  }

  /** A thread that came to its end past a question did so because a person answered these very words. */
  private judgeWords(lines: JudgedLine[], status: unknown): void {
    if (status !== "completed") return;
    const shown = new Map(lines.map(({ record }) => [record.id, record.prompt]));
    const answered = new Set(
      lines.flatMap(({ record }) => (record.kind === "decision" ? [shown.get(record.intent)] : [])),
    );
    for (const round of roundsOf(lines)) {
      const [epoch = 0, at = 0] = round.split(".").map(Number);
      for (const command of (this.program.epochs[epoch]?.[at]?.commands ?? []) as { prompt?: string }[])
        if (command.prompt !== undefined && !answered.has(wordsOf(command.prompt, this.prompt)))
          this.complain(`round ${round} stands behind a question nobody was asked`);
    }
  }

  /** Every round once, in order, with no gap. */
  private judgeRounds(lines: JudgedLine[], status: unknown): void {
    const rounds = roundsOf(lines);
    const wanted = this.program.epochs.flatMap((sections, epoch) =>
      sections.flatMap(({ hasStep }, at) => (hasStep && epoch >= this.firstEpoch ? [`${epoch}.${at}`] : [])),
    );
    const isPrefix = rounds.every((round, index) => round === wanted[index]);
    if (!isPrefix) this.complain(`rounds ${rounds.join(" ")} instead of ${wanted.join(" ")}`);
    const isCut = lines.some(({ record }) => record.reachedMaxRounds === true);
    if (status === "completed" && !isCut && rounds.length !== wanted.length)
      this.complain(`completed with ${rounds.length} of ${wanted.length} rounds`);
  }

  private get firstEpoch(): number {
    return this.origin?.epoch ?? 0;
  }

  private readRounds(): void {
    const text = this.acked.subarray(this.roundsReadUpTo);
    this.roundsReadUpTo = this.acked.length;
    for (const [, round] of text.toString().matchAll(/"meta":\{"round":"([0-9.]+)"\}/g))
      if (round !== undefined) this.ackedRounds.add(round);
  }

  private chainOf(bytes: Buffer): Judged {
    const judged = judgeBytes(bytes);
    for (const problem of judged.problems) this.complain(problem);
    return judged;
  }
}

function isRole(value: unknown): value is { role: string } {
  return typeof value === "object" && value !== null && "role" in value;
}

/** Those on the way the thread took last. */
function roundsOf(lines: JudgedLine[]): string[] {
  const rounds: string[] = [];
  let before = 0;
  for (const { record } of lines) {
    if (record.role === "worker") rounds.push((record.meta as { round: string }).round);
    if (record.kind === "checkpoint" && record.epoch === true) before = rounds.length;
    if (record.action === "branch") rounds.length = Math.min(rounds.length, before + Number(record.steps));
  }
  return rounds;
}

type Labelled = { label?: string } | undefined;

/** What can be found of an answer in the bytes of its line. */
function marksIn(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap(marksIn);
  const { sig, decision, at, answer: won } = answer as Record<string, unknown>;
  if (typeof sig === "string") return [`"sig":"${sig}"`];
  if (typeof decision === "string") return [`"at":"${at}","decision":"${decision}"`];
  return marksIn(won);
}
