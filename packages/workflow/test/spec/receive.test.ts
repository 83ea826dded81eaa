// AOS-73, events: what is sent to a thread lies in its mailbox until a `receive` takes it. Nobody sends yet: the tests write
// the line that a sender would.
import { expect, test } from "bun:test";
import { yielding } from "../../../../tests/support/bundles.ts";
import { putEvent } from "../../../../tests/support/put-event.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const PAID = '{ do: "receive", event: "shop/Paid@1" }';
const told = (yielded: string) =>
  `\n  yield { role: "told", content: JSON.stringify(yield ${yielded}), meta: {} };`;
const END = '\n  return { returnCode: 0, summary: "done" };';

async function started(body: string): Promise<{ home: TempHome; id: string; status: string }> {
  const home = await TempHome.create();
  await home.add("flow", yielding(body + END, { events: { "shop/Paid@1": {} }, effects: ["sys/exec@1"] }));
  const { executionId, status } = (await home.uw(["run", "flow", "--json"])).json;
  await home.untilQuiet();
  return { home, id: executionId, status };
}

const put = async (home: TempHome, id: string, ...numbers: number[]) => {
  for (const seq of numbers)
    await putEvent(await home.journalPath(id), { event: "shop/Paid@1", value: seq * 100, key: null, seq });
};
const contents = async (home: TempHome, id: string) =>
  (await home.records(id)).filter((line) => "role" in line).map(({ content }) => JSON.parse(content));
const got = (seq: number) => ({ event: "shop/Paid@1", key: null, seq, value: seq * 100 });

test("AOS-73: events that came while the thread waited for something else are received later, in order", async () => {
  const ask = 'yield { do: "approve", prompt: "may it?" };';
  const { home, id } = await started(`${ask}${told(PAID)}${told(PAID)}`);
  await using _home = home;
  await put(home, id, 1, 2);
  expect((await home.uw(["thread", id, "--json"])).json.waitingOn).toBe("approval");
  expect((await home.uw(["approve", id, "--json"])).json.status).toBe("ok");
  expect(await contents(home, id)).toEqual([got(1), got(2)]);
  expect((await home.uw(["replay", id, "--json"])).exitCode).toBe(0);
});

test("in a list each command takes its own; an `any` is won by the event", async () => {
  const race = `{ do: "any", of: [{ do: "sleep", ms: 3600000 }, ${PAID}] }`;
  const { home, id, status } = await started(`${told(`[${PAID}, ${PAID}]`)}${told(race)}`);
  await using _home = home;
  expect(status).toBe("waiting");
  await put(home, id, 1);
  expect((await home.uw(["threads"])).stdout).toContain("waiting(event)");
  await put(home, id, 2, 3);
  const ended = await home.uw(["resume", id, "--json"]);
  expect(ended.json.status).toBe("ok");
  expect(await contents(home, id)).toEqual([[got(1), got(2)], { answer: got(3), index: 1 }]);
});

test("`timeoutMs` is a wake-up: without an event the answer is null", async () => {
  const near = `{ do: "receive", event: "shop/Paid@1", timeoutMs: 20 }`;
  const far = `{ do: "receive", event: "shop/Paid@1", timeoutMs: 3600000 }`;
  const { home, id } = await started(told(near) + told(far));
  await using _home = home;
  expect(await contents(home, id)).toEqual([null]);
  expect((await home.uw(["tick", "--now", "2100-01-01T00:00:00Z", "--json"])).json.woken).toEqual([id]);
  await home.untilStatus(id, "completed");
  expect(await contents(home, id)).toEqual([null, null]);
});

test("a fork keeps what was received before its cut, and is sent nothing that came after it", async () => {
  const { home, id } = await started(told(PAID) + told(PAID));
  await using _home = home;
  await put(home, id, 1);
  await home.uw(["resume", id, "--json"]);
  await home.untilQuiet();
  await put(home, id, 2);
  expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
  const fork = (await home.uw(["fork", id, "--from-step", "1", "--json"])).json;
  expect(fork.status).toBe("waiting");
  await home.untilQuiet();
  expect(await contents(home, fork.executionId)).toEqual([got(1)]);
  await put(home, fork.executionId, 9);
  expect((await home.uw(["resume", fork.executionId, "--json"])).json.status).toBe("ok");
  expect(await contents(home, fork.executionId)).toEqual([got(1), got(9)]);
  expect((await home.uw(["verify", fork.executionId, "--json"])).exitCode).toBe(0);
});

test("programs that watch are told what is waited for, and a person what came", async () => {
  const { home, id } = await started(told(PAID));
  await using _home = home;
  await put(home, id, 1);
  const ran = await home.uw(["resume", id, "--json"]);
  expect(ran.json.steps[0]).toMatchObject({ stepId: "n1", status: "completed", output: got(1) });
  const shown = (await home.uw(["thread", id])).stdout;
  expect(shown).toContain("n1 receive shop/Paid@1");
  expect(shown).toContain('"seq":1');
});
