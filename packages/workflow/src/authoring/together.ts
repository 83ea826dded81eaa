// Several generators of commands side by side: three reviewers, each an agent with its own attempt to repair.
//
// They go in lockstep: each round yields the next commands of all that are not done as one list, in the order given, so
// the same generators always ask for the same lists.
import type { Command, Commands, SingleCommand } from "#contract/command.ts";

type Running<T> = AsyncGenerator<Commands, T, unknown>;

/** The results, in the order given. One that throws ends the others. */
export async function* together<const T extends readonly Running<unknown>[]>(
  running: T,
): AsyncGenerator<
  Commands,
  { -readonly [K in keyof T]: T[K] extends Running<infer R> ? R : never },
  unknown
> {
  const results: unknown[] = [];
  let open: Turn[] = running.map((generator, index) => ({ generator, index, answer: undefined }));
  try {
    while (open.length > 0) {
      const asking = await nextRound(open, results);
      open = asking;
      const commands = asking.flatMap(({ asked }) => asked);
      if (commands.length === 0) continue;
      const [only] = commands;
      const answers = commands.length === 1 && only !== undefined ? [yield only] : yield commands;
      handOut(asking, answers as unknown[]);
    }
  } finally {
    await Promise.all(open.map(({ generator }) => generator.return(undefined)));
  }
  return results as never;
}

type Turn = { generator: Running<unknown>; index: number; answer: unknown };
type Asking = Turn & { asked: SingleCommand[]; isList: boolean };

/** Asks every generator for its next commands; what one returned is a result. */
async function nextRound(open: readonly Turn[], results: unknown[]): Promise<Asking[]> {
  const asking: Asking[] = [];
  for (const turn of open) {
    const { done, value } = await turn.generator.next(turn.answer);
    if (done) results[turn.index] = value;
    else asking.push({ ...turn, asked: singles(value), isList: Array.isArray(value) });
  }
  return asking;
}

function singles(commands: Commands): SingleCommand[] {
  if (Array.isArray(commands)) return commands;
  if (isSingle(commands)) return [commands];
  throw new Error(`together: "${commands.do}" cannot stand in a list with what the others ask for`);
}

function isSingle(command: Command): command is SingleCommand {
  return command.do !== "any" && command.do !== "continue";
}

function handOut(asking: Asking[], answers: readonly unknown[]): void {
  let at = 0;
  for (const turn of asking) {
    const own = answers.slice(at, at + turn.asked.length);
    turn.answer = turn.isList ? own : own[0];
    at += turn.asked.length;
  }
}
