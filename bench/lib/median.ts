export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) throw new RangeError("no values");
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/**
 * Runs each work in turn, round after round, so that a slow moment of the machine falls on all of them alike. Answers
 * the median of each.
 */
export async function medians(
  rounds: number,
  works: readonly (() => number | Promise<number>)[],
): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) (times[index] as number[]).push(await work());
  return times.map(median);
}

export function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? Number.NaN;
}
