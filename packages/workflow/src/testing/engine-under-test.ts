// What an engine gives to the suite that every engine must pass.
import type { Limits } from "#contract/descriptor.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { JournalRecord } from "#contract/record.ts";
import type { SettleAnswer, Settlement, Stop, StopAnswer } from "#contract/settlement.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { WorkflowFn } from "#contract/workflow.ts";
import type { SuiteWorld } from "./suite-world.ts";

/** The code of a thread. It uses nothing but its input and the language, so that an engine may send it elsewhere as text. */
export type SuiteFlow = {
  code: WorkflowFn;
  isStrict: boolean;
  limits?: Limits;
  maxRounds?: number;
};

/** One engine: its hosts, and what survives them. */
export interface EngineUnderTest {
  /** Resolves when the thread runs. */
  start(flow: SuiteFlow, prompt: string): Promise<ThreadId>;
  resume(threadId: ThreadId): Promise<void>;
  settle(threadId: ThreadId, settlement: Settlement, actor: string): Promise<SettleAnswer>;
  pause(threadId: ThreadId): Promise<void>;
  stop(threadId: ThreadId, stop: Stop): Promise<StopAnswer>;
  /** A new thread that keeps so many steps of this one; it runs. */
  fork(threadId: ThreadId, steps: number): Promise<ThreadId>;
  /** Resolves when no host has the thread, with the status that its lines give it. */
  left(threadId: ThreadId): Promise<ThreadStatus>;
  /** The thread that was started or forked last: its code may run before start() resolves. */
  readonly newest: ThreadId;
  /** The lines that survive, now. */
  lines(threadId: ThreadId): Promise<JournalRecord[]>;
  /** Every host dies at once. What was durable is there afterwards, and nothing else. */
  crash(): Promise<void>;
  /** The hosts die behind the n-th fact that becomes durable from now on; null: they live. */
  crashAfter(n: number | null): void;
  /** How many facts became durable so far. */
  readonly facts: number;
  close(): Promise<void>;
}

export type EngineFactory = (world: SuiteWorld) => Promise<EngineUnderTest>;
