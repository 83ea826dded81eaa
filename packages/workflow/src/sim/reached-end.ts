import type { ResultRecord } from "#contract/record.ts";

/**
 * It returned, with whatever code, or its round limit or a no ended it as it would have in earnest. One that was cut off
 * after the most yields a simulation looks at went as far as any can.
 */
export function reachedEnd(result: ResultRecord | null): boolean {
  if (result === null) return false;
  const { status, error } = result;
  return (
    status !== "failed" || error?.code === "MAX_STEPS_EXCEEDED" || error?.details?.returnCode !== undefined
  );
}
