// Requests that arrive in one breath: the socket hands them over without a pause between.
import { expect, test } from "bun:test";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const SLOW = `export default async function* (input) {
  for (let n = input.steps.length; n < 6; n++) { await new Promise((r) => setTimeout(r, 20)); yield { role: "r" + n, content: "", meta: {} }; }
  return { returnCode: 0, summary: "done" };
}`;

test("P4: several requests to take up a thread, sent in one write, take it up once", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("slow", SLOW);
  const keeper = await home.start("slow", "--max-rounds", "1");
  const id = await home.start("slow");
  await home.untilSteps(id, 1);
  process.kill((await home.workers())[0] as number, "SIGKILL");
  await home.untilQuiet();
  await home.uw(["resume", keeper, "--detach"]);
  const answers: unknown[] = [];
  const request = (n: number) => JSON.stringify({ id: n, op: "host", threadId: id, how: "resume" });
  const starter = home.uw(["run", "slow", "--json"]);
  const socket = await until(
    () =>
      Bun.connect({
        unix: home.layout.socket(hash),
        socket: {
          data: (_socket, data) => {
            for (const line of data.toString().trim().split("\n")) {
              const message = JSON.parse(line);
              if ("id" in message) answers.push(message.ok);
            }
          },
        },
      }).catch(() => null),
    "the worker to listen",
  );
  socket.write(`${request(1)}\n${request(2)}\n${request(3)}\n`);
  await home.untilStatus(id, "completed");
  await starter;
  socket.end();
  expect(answers.filter((ok) => ok === true)).toHaveLength(1);
  expect(await home.roles(id)).toEqual(["r0", "r1", "r2", "r3", "r4", "r5"]);
  expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
});
