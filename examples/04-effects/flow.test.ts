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
const answered = (status: number) => {
  const payload = { status, headers: {}, body: "" };
  if (status < 400) return okReceipt(payload);
  return errorReceipt("HTTP_STATUS", `the server answered ${status}`, { payload, retryable: status >= 500 });
};
const refused = errorReceipt("CONNECT_FAILED", "refused");
const written = okReceipt({ path: "report.md", bytes: 60, sha256: "0".repeat(64) });

const fine = {
  "sys/exec@1": [ran("1a2b3c4 Open the door\n"), ran(" M door.ts\n?? key.ts\n")],
  "sys/http.request@1": answered(200),
  "sys/fs.write@1": written,
};
const drive = (answers: Answers) =>
  driveWorkflow(flow, { prompt: "Today", variables: { url: "http://test/" }, answers });
const commandsOf = (yields: unknown[]) =>
  yields.flat().filter((one) => "do" in Object(one)) as { do: string }[];

test("C3: asks git and the server, writes what it found", async () => {
  const { steps, result, yields } = await drive(fine);
  expect(steps.map((step) => step.content)).toEqual([
    "1a2b3c4 Open the door, 2 changed",
    "http://test/: HTTP 200",
    "wrote report.md",
  ]);
  expect(yields).toContainEqual(
    expect.objectContaining({
      effect: "sys/fs.write@1",
      params: {
        path: "report.md",
        content: "# Today\n\n- 1a2b3c4 Open the door, 2 changed\n- http://test/: HTTP 200\n",
      },
    }),
  );
  expect(result).toEqual({ returnCode: 0, summary: "wrote report.md" });
});

test("AOS-24: both programs are asked for in one yield", async () => {
  const { yields } = await drive(fine);
  expect(yields[0]).toHaveLength(2);
});

test("AOS-90: a server that fails twice is asked three times, with two sleeps between", async () => {
  const { yields, result } = await drive({
    ...fine,
    "sys/http.request@1": [answered(503), refused, answered(200)],
  });
  const asked = commandsOf(yields.slice(2, 7)).map((command) => command.do);
  expect(asked).toEqual(["effect", "sleep", "effect", "sleep", "effect"]);
  expect(result.returnCode).toBe(0);
});

test("AOS-90: what is no use is not tried again", async () => {
  const { yields } = await drive({ ...fine, "sys/http.request@1": answered(404) });
  expect(commandsOf(yields).map((command) => command.do)).not.toContain("sleep");
});

describe("AOS-92: the server's answer is", () => {
  test.each([
    ["ok", answered(200), "HTTP 200", 0],
    ["error, with an answer", answered(404), "HTTP 404", 1],
    ["error, without one", refused, "CONNECT_FAILED", 1],
    ["timeout", timeoutReceipt(), "TIMEOUT", 1],
  ])("%s: a line of the report", async (_, receipt, found, returnCode) => {
    const { steps, result } = await drive({ ...fine, "sys/http.request@1": receipt });
    expect(steps[1]?.content).toBe(`http://test/: ${found}`);
    expect(result.returnCode).toBe(returnCode);
  });

  test("fault: the thread fails", async () => {
    const { status, error } = await drive({ ...fine, "sys/http.request@1": faultReceipt() });
    expect(status).toBe("failed");
    expect(error?.code).toBe("RECEIPT_FAULT");
  });
});

describe("AOS-92: git is", () => {
  test("there, in a folder that is no repository", async () => {
    const answers = { ...fine, "sys/exec@1": [ran("", 128), ran("", 128)] };
    expect((await drive(answers)).steps[0]?.content).toBe("no commit, 0 changed");
  });

  test.each([
    ["missing", errorReceipt("SPAWN_FAILED", "no such program: git"), "SPAWN_FAILED: no such program: git"],
    ["stuck", timeoutReceipt("no answer in 60 s"), "TIMEOUT: no answer in 60 s"],
  ])("%s: must throws, and the thread fails", async (_, receipt, message) => {
    await expect(drive({ ...fine, "sys/exec@1": receipt })).rejects.toThrow(message);
  });
});

test("RFC-8: comes back after any step and repeats none", async () => {
  const whole = await drive(fine);
  for (const done of [1, 2, 3]) {
    const rest = await driveWorkflow(flow, {
      prompt: "Today",
      variables: { url: "http://test/" },
      steps: whole.steps.slice(0, done),
      answers: fine,
    });
    expect(rest.steps).toEqual(whole.steps);
    expect(rest.result).toEqual(whole.result);
  }
});

test("AOS-91: the same answers make the same yields", async () => {
  expect(await drive(fine)).toEqual(await drive(fine));
});

test("AOS-6: every effect it asks for is declared, and no other", async () => {
  const { yields } = await drive(fine);
  const effects = commandsOf(yields).flatMap((one) => ("effect" in one ? [one.effect as string] : []));
  expect([...new Set(effects)].sort()).toEqual([...descriptor.effects].sort());
});
