// An effect that was ended by its deadline: what the limit was, and where it is set.
import type { Json } from "./command.ts";
import type { Executed, ExecutorCall } from "./effect.ts";

export function timedOut(
  { effect, timeoutMs }: Pick<ExecutorCall, "effect" | "timeoutMs">,
  details: { [key: string]: Json } = {},
): Executed {
  // An effect of the engine has its default there; one of the user has it in effects.yaml.
  const elsewhere = effect.startsWith("sys/") ? "" : `, or of "${effect}" in effects.yaml`;
  return {
    status: "timeout",
    error: {
      code: "TIMEOUT",
      message: `it did not end within ${inWords(timeoutMs)}: raise \`timeoutMs\` (now ${timeoutMs}) in the options of the command${elsewhere}`,
      retryable: true,
      details: { timeoutMs, ...details },
    },
  };
}

function inWords(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
