// Limits under the names that governance documents give them (GOV-50): the same limits as ours.
const OURS: ReadonlyMap<string, string> = new Map([
  ["max_steps", "maxSteps"],
  ["max_tool_calls", "maxEffects"],
  ["per_tool_caps", "maxEffectsOf"],
  ["max_cost", "maxCost"],
  ["max_tokens", "maxTokens"],
  ["loop_detection", "loop"],
  ["circuit_breaker", "breaker"],
]);

/** A limit that is said twice stays as it is under the other name, and is refused as unknown. */
export function withOurNames(limits: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(limits).map(([name, value]) => {
      const ours = OURS.get(name);
      return [ours === undefined || Object.hasOwn(limits, ours) ? name : ours, value];
    }),
  );
}
