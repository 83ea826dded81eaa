// What happened in simulated worlds, counted.

export type OwnCounts = {
  crashes: number;
  lives: number;
  clockJumps: number;
  routinesLost: number;
  peopleActs: number;
  sent: number;
  late: number;
  double: number;
  appliedAfterCrash: number;
  lines: number;
  forks: number;
  /** Of threads whose lines are kept as batches. */
  batches: number;
};

export function addCounts<Counts extends { [name: string]: number }>(a: Counts, b: Counts): Counts {
  const sum: { [name: string]: number } = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum as Counts;
}
