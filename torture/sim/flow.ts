// A program as a generator, and a witness beside it: what it was given must be on disk, and stays what it was.

import type { Json, ThreadInput, WorkflowFn } from "@uncaged/workflow";
import { sha256Hex } from "../../packages/workflow/src/codec/sha256.ts";
import type { Program } from "./programs.ts";

export type Witness = {
  /** Random, so that a step that was lost is not made again with the same bytes. */
  nonce(): string;
  /** The generator was given this for its n-th yield since it was made. */
  given(epoch: number, n: number, yielded: unknown, answer: unknown): void;
  /** It is about to yield a step. */
  stepping(round: string): void;
  /** Of the process it runs in. */
  life: number;
};

export function flowOf(program: Program, witness: Witness): WorkflowFn {
  const flow = programFlow(program, witness);
  return ((input: ThreadInput, options: Parameters<WorkflowFn>[1]) => {
    const inner = flow(input, options);
    const epoch = epochOf(input);
    let n = 0;
    let yielded: unknown;
    return {
      next: async (answer: unknown) => {
        if (n > 0) witness.given(epoch, n, yielded, answer);
        const step = await inner.next(answer);
        n += 1;
        yielded = step.value;
        return step;
      },
      return: (value: never) => inner.return(value),
    };
  }) as unknown as WorkflowFn;
}

function programFlow(program: Program, witness: Witness): WorkflowFn {
  return async function* (input) {
    const epoch = epochOf(input);
    const sections = program.epochs[epoch] ?? [];
    let seen = "";
    let isThrough = false;
    try {
      for (let at = program.isStrict ? 0 : input.steps.length; at < sections.length; at++) {
        const { commands, hasStep } = sections[at] as (typeof sections)[number];
        for (const command of commands) {
          const answer: unknown = yield shown(command, program, input.prompt, witness.life) as never;
          seen = sha256Hex(`${seen}${JSON.stringify(answer ?? null)}`);
        }
        if (!hasStep) continue;
        const round = `${epoch}.${at}`;
        witness.stepping(round);
        const content = program.isStrict ? seen : witness.nonce();
        yield { role: "worker", content, meta: { round } };
      }
      const isLast = epoch + 1 === program.epochs.length;
      if (isLast && program.end === "nonsense") yield 42 as never;
      isThrough = true;
    } finally {
      // Ended from outside: what is yielded here is recorded, and nothing follows from it.
      if (!isThrough) yield { role: "cleanup", content: "", meta: {} };
    }
    if (epoch + 1 < program.epochs.length) yield { do: "continue", state: { epoch: epoch + 1 } } as never;
    if (program.end === "throw") throw new Error("as it was meant to");
    return { returnCode: 0, summary: "done", seen };
  };
}

/** What people are asked names the prompt of the thread; what drifts differs in every process. */
function shown(command: Json, program: Program, prompt: string, life: number): Json {
  if (Array.isArray(command)) return command.map((one) => shown(one, program, prompt, life));
  const { do: what, of, prompt: asked } = command as { do: string; of?: Json[]; prompt?: string };
  if (what === "any") return { do: "any", of: (of ?? []).map((one) => shown(one, program, prompt, life)) };
  if (asked !== undefined) return { ...(command as object), prompt: wordsOf(asked, prompt) };
  if (what !== "effect" || !program.drifts) return command;
  // Code that never repeats itself would ask people for ever.
  const moment = Math.min(life, DRIFTS_MAX);
  return { ...(command as object), id: `at-${moment}`, timeoutMs: 20_000 + moment };
}

const DRIFTS_MAX = 12;

export function wordsOf(asked: string, prompt: string): string {
  return `${asked} (${prompt})`;
}

function epochOf({ state }: ThreadInput): number {
  return (state as { epoch?: number } | undefined)?.epoch ?? 0;
}
