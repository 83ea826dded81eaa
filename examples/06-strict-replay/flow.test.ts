import { describe, expect, test } from "bun:test";
import {
  type Answers,
  driveWorkflow,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
} from "@uncaged/workflow/testing";
import flow, { descriptor } from "./flow.ts";

const ran = (stdout: string, exitCode = 0) => okReceipt({ exitCode, stdout, stderr: "" });
const fine = { now: [1000, 1750], random: "1a2b3c4d", "sys/exec@1": ran("2030-01-31T09:00:00Z\n") };
const drive = (answers: Answers) => driveWorkflow(flow, { prompt: "the door squeaks", answers });

test("three roles, and what they say comes from the answers alone", async () => {
  const { steps, result } = await drive(fine);
  expect(steps).toEqual([
    {
      role: "opener",
      content: "T-1a2b3c4d: the door squeaks",
      meta: { ticket: "T-1a2b3c4d", begun: 1000 },
    },
    {
      role: "worker",
      content: "The clock of the machine says 2030-01-31T09:00:00Z",
      meta: { clock: "2030-01-31T09:00:00Z" },
    },
    { role: "closer", content: "Closed after 750 ms", meta: { ticket: "T-1a2b3c4d", elapsedMs: 750 } },
  ]);
  expect(result).toEqual({ returnCode: 0, summary: "T-1a2b3c4d closed" });
});

describe("AOS-1, AOS-40: it replays", () => {
  test("the same answers make the same yields, in the same order", async () => {
    const first = await drive(fine);
    await Bun.sleep(2); // the clock of the machine has moved on
    expect(await drive(fine)).toEqual(first);
  });

  test("other answers make others, so nothing is built in", async () => {
    const first = await drive(fine);
    const second = await drive({ ...fine, random: "ffffffff" });
    expect(second.yields).not.toEqual(first.yields);
  });

  test("time, chance and the world come in through yields", async () => {
    const { yields } = await drive(fine);
    expect(yields.map((one) => Object(one).do ?? Object(one).role)).toEqual([
      "now",
      "random",
      "opener",
      "effect",
      "worker",
      "now",
      "closer",
    ]);
  });
});

describe("AOS-92: the program ends with", () => {
  test("ok, but an exit code", async () => {
    const { steps } = await drive({ ...fine, "sys/exec@1": ran("", 1) });
    expect(steps[1]?.meta).toEqual({ clock: "unknown" });
  });

  test.each([
    [
      "error",
      errorReceipt("SPAWN_FAILED", "no such program"),
      "answered error: SPAWN_FAILED: no such program",
    ],
    ["timeout", timeoutReceipt(), "answered timeout: TIMEOUT"],
  ])("%s: must throws, and the thread fails", async (_, receipt, message) => {
    await expect(drive({ ...fine, "sys/exec@1": receipt })).rejects.toThrow(message);
  });

  test("fault: the thread fails before the generator sees it", async () => {
    const { status, steps } = await drive({ ...fine, "sys/exec@1": faultReceipt() });
    expect(status).toBe("failed");
    expect(steps).toHaveLength(1);
  });
});

test("C6: it says that it is strict, and declares what it asks for", () => {
  expect(descriptor.determinism).toBe("strict");
  expect(descriptor.effects).toEqual(["sys/exec@1"]);
});
