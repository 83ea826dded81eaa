// What the drivers can be asked, how much of it, and for how long at most.

export type PeerValue =
  | "stepsPerSecond"
  | "bytesPerStep"
  | "manyPerSecond"
  | "coldMs"
  | "liveMs"
  | "waitingMb"
  | "longRatio"
  | "listMs"
  | "pageMs"
  | "forkMs"
  | "replayPerSecond";

export type Measure = {
  name: string;
  gives: readonly PeerValue[];
  sizes: Record<string, number>;
  limitMs: number;
};

export const LONG = { steps: 100_000, early: 2_000, limitMs: 40_000 };

export const MEASURES: readonly Measure[] = [
  {
    name: "steps",
    gives: ["stepsPerSecond", "bytesPerStep"],
    sizes: { steps: 1_000, repeats: 3 },
    limitMs: 60_000,
  },
  { name: "many", gives: ["manyPerSecond"], sizes: { threads: 100, steps: 10, repeats: 3 }, limitMs: 60_000 },
  { name: "cold", gives: ["coldMs"], sizes: {}, limitMs: 20_000 },
  { name: "live", gives: ["liveMs"], sizes: { repeats: 15 }, limitMs: 30_000 },
  { name: "waiting", gives: ["waitingMb"], sizes: { threads: 1_000 }, limitMs: 60_000 },
  { name: "long", gives: ["longRatio"], sizes: LONG, limitMs: LONG.limitMs + 20_000 },
  {
    name: "list",
    gives: ["listMs", "pageMs"],
    sizes: { threads: 10_000, page: 50, repeats: 5 },
    limitMs: 120_000,
  },
  { name: "fork", gives: ["forkMs"], sizes: { steps: 10_000, repeats: 3 }, limitMs: 120_000 },
  { name: "replay", gives: ["replayPerSecond"], sizes: { steps: 10_000 }, limitMs: 60_000 },
];
