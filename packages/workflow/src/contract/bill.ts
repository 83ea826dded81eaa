/** Money, in millionths of a dollar, and the calls that somebody pays for; of `unpriced` ones nobody said what they cost. */
export type Bill = { microUsd: number; paidCalls: number; unpriced: number };
