// What every builder returns: a command that knows the type of its answer.
//
//   const tests = yield* exec(["bun", "test"]);                 one command, one answer
//   const [a, b] = yield* all([exec(["a"]), exec(["b"])]);      `all` reads their `.command`
import type { Commands, SingleCommand } from "#contract/command.ts";

/** A is the type of the answer, C that of the command. For `yield*`: a bare `yield` would hand over this object, not data. */
export class Ask<A, C extends Commands = Commands> {
  readonly command: C;

  constructor(command: C) {
    this.command = command;
  }

  *[Symbol.iterator](): Generator<C, A, unknown> {
    // Like Promise.all([]): the engine refuses an empty list, and nobody wants to guard each `all` against one.
    if (Array.isArray(this.command) && this.command.length === 0) return [] as A;
    return (yield this.command) as A;
  }
}

/** What may stand in `all` and `any`. */
export type SingleAsk<A = unknown> = Ask<A, SingleCommand>;

export type AnswerOf<T> = T extends Ask<infer A> ? A : never;
