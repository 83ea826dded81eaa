// A generator beside the engine instead of in a Worker, turned into turns by the same code.
import { LIMITS } from "#contract/limits.ts";
import type { Replayed, Routine, RoutineInput, Turn } from "#contract/ports.ts";
import type { Options, WorkflowFn } from "#contract/workflow.ts";
import { inputOf, nextTurn, type Replay, turnOf } from "./generator-turns.ts";

export type LocalRoutine = Routine & {
  /** Its open call rejects with the reason; it is never entered again. */
  drop(reason: unknown): void;
};

export function openLocalRoutine(
  flow: WorkflowFn,
  input: RoutineInput,
  options: Options,
  repeat: Replayed[],
): LocalRoutine {
  const generator = flow(inputOf(input), options);
  let replay: Replay | undefined = { list: repeat, index: 0 };
  let open: PromiseWithResolvers<never> | null = null;
  let dropped: { reason: unknown } | null = null;
  const stepBytes = LIMITS.stepBytes;

  function guarded(turn: () => Promise<Turn>): Promise<Turn> {
    if (dropped !== null) return Promise.reject(dropped.reason);
    open = Promise.withResolvers<never>();
    open.promise.catch(() => {});
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
    drop: (reason) => {
      dropped ??= { reason };
      open?.reject(reason);
    },
  };
}
