import { type Footprint, footprintOf } from "../../tests/support/footprint.ts";
import { startMany } from "../../tests/support/start-many.ts";
import { TempHome, until } from "../../tests/support/temp-home.ts";
import { byValue, type Row } from "../lib/figure.ts";

const THREADS = 1_000;
const LIMIT_MS = 120_000;
const LEAVE_MS = 5_000;

const WAITING_BUNDLE = `
export default async function* (input) {
  if (input.steps.length === 0) yield { role: "worker", content: "ready", meta: {} };
  yield { do: "approve", prompt: "go on?" };
  return { returnCode: 0, summary: "went on" };
}
`;

/** They wait for a person. What they cost meanwhile is found by looking at every process of the machine. */
export const row: Row = {
  name: "waiting",
  async run() {
    await using home = await TempHome.create();
    await home.add("waits", WAITING_BUNDLE);
    await startMany(home, "waits", Array(THREADS).fill(""));
    if (footprintOf(home.home).processes === 0)
      throw new Error("the count of processes did not find the worker while it ran");
    await until(
      async () => ((await home.workers()).length === 0 ? true : null),
      "the worker to leave",
      LIMIT_MS,
    );
    const { processes, residentMb } = await atRest(home);
    await assertWaiting(home);
    const measured = {
      row: `memory of ${THREADS} waiting threads`,
      unit: "MB",
      floorIs: "nothing at all",
      floor: 0,
    };
    return [
      byValue(
        { ...measured, ours: residentMb, peers: { value: "waitingMb", better: "less" } },
        { atMost: 0 },
      ),
      byValue(
        { ...measured, row: `processes of ${THREADS} waiting threads`, unit: "", ours: processes },
        { atMost: 0 },
      ),
    ];
  },
};

/** A worker that has left its place in the store may be a process for a moment longer; one that stays is counted. */
async function atRest(home: TempHome): Promise<Footprint> {
  const end = Date.now() + LEAVE_MS;
  for (;;) {
    const footprint = footprintOf(home.home);
    if (footprint.processes === 0 || Date.now() > end) return footprint;
    await Bun.sleep(20);
  }
}

/** They are all there, and one of them goes on when a person says so. */
async function assertWaiting(home: TempHome): Promise<void> {
  const { approvals } = (await home.uw(["approvals", "--json"])).json;
  if (approvals.length !== THREADS) throw new Error(`${approvals.length} of ${THREADS} threads wait`);
  const approved = await home.uw(["approve", approvals[0].threadId, "--json"]);
  if (approved.json.status !== "ok") throw new Error(`a waiting thread did not go on: ${approved.stdout}`);
}
