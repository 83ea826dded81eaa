// B3: threads that yield without end, side by side; each is killed while the others flood.
import type { TempHome } from "../../tests/support/temp-home.ts";
import { killProblems } from "../lib/answered-kill.ts";

const FLOODS = 8;

const FLOOD_BUNDLE = `
export default async function* () {
  for (let step = 0; ; step++) yield { role: "r", content: "x".repeat(100), meta: { step } };
}
`;

export async function killFloods(home: TempHome): Promise<{ problems: string[]; slowestMs: number }> {
  await home.add("flood", FLOOD_BUNDLE);
  const ids: string[] = [];
  for (let count = 0; count < FLOODS; count++)
    ids.push(await home.start("flood", "--max-rounds", "100000000"));
  const problems: string[] = [];
  let slowestMs = 0;
  for (const id of ids) {
    const before = (await home.records(id)).length;
    const kill = await killProblems(home, id);
    slowestMs = Math.max(slowestMs, kill.ms);
    problems.push(...kill.problems.map((problem) => `${id}: ${problem}`));
    if ((await home.records(id)).length <= before) problems.push(`${id} did not flood`);
  }
  return { problems, slowestMs };
}
