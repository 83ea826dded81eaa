// One yield of commands, answered: the test's answers first, then the defaults.
import type { AnyCommand, Commands, ContinueCommand, SingleCommand } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import { defaultAnswers } from "./default-answer.ts";
import { type Answers, answerFinder } from "./find-answer.ts";
import { type Settled, settle } from "./settle.ts";

/** `n` is the number of the yield, from 1. */
export type Answering = (asked: Exclude<Commands, ContinueCommand>, n: number) => Promise<Settled>;

export function answering(answers: Answers | undefined, key: string | undefined): Answering {
  const find = answerFinder(answers);
  const byDefault = defaultAnswers(key);

  async function one(command: SingleCommand, n: number, index: number): Promise<Settled> {
    const found = await find(command); // null is an answer
    const given = found === undefined ? byDefault(command, seqOf(n)) : found;
    if (given === undefined) throw unanswered(command);
    return settle(command, given, { n, index });
  }

  async function list(commands: readonly SingleCommand[], n: number): Promise<Settled> {
    const received: unknown[] = [];
    for (const [index, command] of commands.entries()) {
      const settled = await one(command, n, index);
      if ("end" in settled) return settled;
      received.push(settled.answer);
    }
    return { answer: received };
  }

  /** The test says who wins; else the first it has an answer for, else the first that has a default. */
  async function race(command: AnyCommand, n: number): Promise<Settled> {
    const said = (await find(command)) as { index: number; answer: unknown } | undefined;
    if (said !== undefined) return won(command, said.index, said.answer, n);
    for (const [index, contender] of command.of.entries()) {
      const given = await find(contender);
      if (given !== undefined) return won(command, index, given, n);
    }
    for (const [index, contender] of command.of.entries()) {
      const given = byDefault(contender, seqOf(n));
      if (given !== undefined) return won(command, index, given, n);
    }
    throw unanswered(command);
  }

  return (asked, n) => {
    if (Array.isArray(asked)) return list(asked, n);
    return asked.do === "any" ? race(asked, n) : one(asked, n, 0);
  };
}

/** Line 1 of a journal is the start, and each yield before this one made at least one line. */
function seqOf(n: number): number {
  return n + 1;
}

function won(command: AnyCommand, index: number, given: unknown, n: number): Settled {
  const winner = command.of[index];
  if (winner === undefined)
    throw new WorkflowError("USAGE", `the answer to "any" must be {index, answer}, with an index of \`of\``);
  const settled = settle(winner, given, { n, index });
  return "end" in settled ? settled : { answer: { index, answer: settled.answer } };
}

function unanswered(command: SingleCommand | AnyCommand): WorkflowError {
  return new WorkflowError("USAGE", `no answer to the command ${JSON.stringify(command)}`, {
    hint: 'driveWorkflow(flow, { prompt, answers: { "sys/exec@1": okReceipt(...) } })',
  });
}
