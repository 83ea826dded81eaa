// A generator beside the engine instead of in a Worker, turned into turns by the same code.
import { LIMITS } from "#contract/limits.ts";
import type { Gone, Replayed, Routine, RoutineInput, Turn } from "#contract/ports.ts";
import type { Options, WorkflowFn } from "#contract/workflow.ts";
import { inputOf, nextTurn, type Replay, turnOf } from "./generator-turns.ts";

export type LocalRoutine = Routine & {
  /** Its open call is answered with `gone`; it is never entered again. */
  drop(how: Gone): void;
};

export function openLocalRoutine(
  flow: WorkflowFn,
  input: RoutineInput,
  options: Options,
  repeat: Replayed[],
): LocalRoutine {
  const generator = flow(inputOf(input), options);
  let replay: Replay | undefined = { list: repeat, index: 0 };
  let open: PromiseWithResolvers<Turn> | null = null;
  let gone: Turn | null = null;
  const stepBytes = LIMITS.stepBytes;

  function guarded(turn: () => Promise<Turn>): Promise<Turn> {
    if (gone !== null) return Promise.resolve(gone);
    open = Promise.withResolvers<Turn>();
    return Promise.race([turn(), open.promise]);
  }

  return {
    next: (answer, isLive = false) => {
      if (isLive) replay = undefined;
      const ask = (given: unknown) => generator.next(given);
      return guarded(() => nextTurn({ ask, replay: () => replay, stepBytes }, answer));
    },
    close: () => {
      replay = undefined;
      return guarded(async () => turnOf(await generator.return(undefined as never), stepBytes));
    },
    drop: (how) => {
      gone ??= { type: "gone", how };
      open?.resolve(gone);
    },
  };
}
