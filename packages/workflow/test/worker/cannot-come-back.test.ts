// RELIABILITY H3: a bundle that is not strict and never reads `steps` waits for a person. It waits in the memory of its
// worker; once that is lost, a no ends it, and nothing runs its code again.
import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { type Ran, TempHome, until } from "../../../../tests/support/temp-home.ts";
import { WorkerClient } from "../../src/control/worker-client.ts";

/** Charges a card, says so in a step, and waits. Every beginning of its code is noted outside. */
function forgetful(wait: string): string {
  return `import { appendFileSync } from "node:fs";
export const descriptor = { description: "forgetful", roles: {}, effects: ["ledger/once@1"] };
export default async function* ({ prompt }) {
  appendFileSync(prompt + "/begun", "x");
  try {
    yield { do: "effect", effect: "ledger/once@1", params: { nonce: "card" } };
    yield { role: "charged", content: "", meta: {} };
    const answer = yield ${wait};
    yield { role: "told", content: JSON.stringify(answer), meta: {} };
    return { returnCode: 0, summary: "done" };
  } finally {
    appendFileSync(prompt + "/closed", "x");
  }
}
`;
}

const APPROVE = `{ do: "approve", prompt: "ship?" }`;
const DELIVER = `{ do: "approve", prompt: "ship?", onDeny: "deliver" }`;
const INPUT = `{ do: "input", prompt: "how many?", schema: { type: "integer" } }`;
const SLEEP = `{ do: "sleep", ms: 3600000 }`;
const HOUR_MS = 3_600_000;
const FROM_START = "--from-start";

class Scene implements AsyncDisposable {
  private constructor(
    readonly home: TempHome,
    readonly ledger: Ledger,
    readonly ran: Ran,
  ) {}

  static async open(wait: string, ...flags: string[]): Promise<Scene> {
    const home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("forgetful", forgetful(wait));
    return new Scene(
      home,
      ledger,
      await home.uw(["run", "forgetful", "--prompt", home.dir, "--json", ...flags]),
    );
  }

  get id(): string {
    return this.ran.json.executionId;
  }

  /** How often its code began, and how often its `finally` ran. */
  get began(): number {
    return countOf(join(this.home.dir, "begun"));
  }

  get closed(): number {
    return countOf(join(this.home.dir, "closed"));
  }

  async bytes(): Promise<string> {
    return readFileSync(await this.home.journalPath(this.id), "utf8");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }
}

function countOf(path: string): number {
  try {
    return readFileSync(path).length;
  } catch {
    return 0;
  }
}

describe("H3: run leaves, and the worker keeps the generator", () => {
  const cases = [
    { what: "an approval", wait: APPROVE, status: "needs_approval", on: "approval" },
    { what: "a question", wait: INPUT, status: "needs_input", on: "input" },
    { what: "a long sleep", wait: SLEEP, status: "waiting", on: "timer" },
    {
      what: "a race of both",
      wait: `{ do: "any", of: [${APPROVE}, ${SLEEP}] }`,
      status: "needs_approval",
      on: "approval",
    },
    { what: "a list", wait: `[${INPUT}, ${SLEEP}]`, status: "needs_input", on: "input" },
  ];
  test.each(cases)(
    "H3: run answers when it waits for $what, and ps shows it as waiting",
    async ({ wait, status, on }) => {
      await using scene = await Scene.open(wait);
      expect(scene.ran.json.status).toBe(status);
      const [listed] = (await scene.home.uw(["ps", "--json"])).json.threads;
      expect(listed).toMatchObject({ threadId: scene.id, status: "waiting", waitingOn: on });
      expect(await scene.home.workers()).toHaveLength(1);
      expect((await scene.home.uw(["follow", scene.id, "--json"])).json.status).toBe(status);
    },
  );

  test("H3: people are told that its worker stays for it", async () => {
    await using scene = await Scene.open(APPROVE);
    expect((await scene.home.uw(["follow", scene.id])).stderr).toContain("waits in its worker");
  });

  test("H3: a yes continues the very generator that waits", async () => {
    await using scene = await Scene.open(APPROVE);
    const token = scene.ran.json.requiresApproval.resumeToken;
    const { json } = await scene.home.uw(["approve", scene.id, "--token", token, "--json"]);
    expect(json).toMatchObject({ status: "ok", output: { roles: 2, summary: "done" } });
    expect([scene.began, scene.ledger.called().length]).toEqual([1, 1]);
    await scene.home.untilQuiet();
  });

  test("H3: so does an answer", async () => {
    await using scene = await Scene.open(INPUT);
    const { json } = await scene.home.uw(["answer", scene.id, "--value", "7", "--json"]);
    expect(json).toMatchObject({ status: "ok", output: { last: { content: "7" } } });
    expect(scene.began).toBe(1);
  });

  test("H3: so does a tick, for a sleep that is over", async () => {
    await using scene = await Scene.open(SLEEP);
    const later = String(Date.now() + 2 * HOUR_MS);
    expect((await scene.home.uw(["tick", "--now", later, "--json"])).json.woken).toEqual([scene.id]);
    await scene.home.untilStatus(scene.id, "completed");
    expect([scene.began, scene.ledger.called().length]).toEqual([1, 1]);
  });

  test("H3: a no ends it, and its `finally` runs", async () => {
    await using scene = await Scene.open(APPROVE);
    expect((await scene.home.uw(["deny", scene.id, "--json"])).json.status).toBe("cancelled");
    expect([scene.began, scene.closed]).toEqual([1, 1]);
  });

  test("H3: a no that it wants to hear is delivered", async () => {
    await using scene = await Scene.open(DELIVER);
    const { json } = await scene.home.uw(["deny", scene.id, "--json"]);
    expect(json.status).toBe("ok");
    expect(JSON.parse(json.output.last.content).decision).toBe("deny");
  });

  test("H3: cancel, kill and pause reach it", async () => {
    for (const verb of ["cancel", "kill"]) {
      await using scene = await Scene.open(APPROVE);
      expect((await scene.home.uw([verb, scene.id, "--json"])).exitCode).toBe(0);
      expect([scene.began, scene.closed]).toEqual([1, verb === "cancel" ? 1 : 0]);
      await scene.home.untilQuiet();
    }
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    expect((await home.uw(["pause", id, "--json"])).json.status).toBe("paused");
    expect((await home.uw(["approve", id, "--json"])).json.status).toBe("waiting");
    expect(await home.status(id)).toBe("paused");
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(scene.began).toBe(1);
  });

  test("H3: resume of one that waits in memory names what is missing, and never begins it anew", async () => {
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    for (const args of [
      ["resume", id],
      ["resume", id, FROM_START],
      ["resume", id, "--plan"],
    ])
      expect((await home.uw([...args, "--json"])).json.error.code).toBe("STATE_INVALID");
    expect((await home.uw(["resume", "--all", "--json"])).json).toEqual({ resumed: [], failed: [] });
    expect((await home.uw(["approvals", "--json"])).json.approvals[0]).not.toHaveProperty("lost");
    expect(scene.began).toBe(1);
  });

  test("H3: the time it waits for a person is not the thread's own", async () => {
    await using scene = await Scene.open(APPROVE, "--timeout-ms", "2500");
    await Bun.sleep(4_000);
    expect((await scene.home.uw(["approve", scene.id, "--json"])).json.status).toBe("ok");
  }, 30_000);

  /** Two that wait, one that works and one that loops share a Worker; it is ended for the last. */
  async function loseWorker(home: TempHome): Promise<{ waits: string; asks: string; works: string }> {
    const source = `import { appendFileSync } from "node:fs";
export const descriptor = { description: "d", roles: {}, limits: { stepTimeoutMs: 1500 } };
export default async function* ({ prompt }, { threadId }) {
  appendFileSync(${JSON.stringify(join(home.dir, "began"))}, threadId + "\\n");
  yield { role: "r", content: "", meta: {} };
  if (prompt === "loops") for (;;);
  if (prompt === "works") await new Promise((go) => setTimeout(go, 60000));
  yield prompt === "asks" ? ${INPUT} : ${APPROVE};
  yield { role: "end", content: "", meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;
    await home.add("shared", source);
    const waits = (await home.uw(["run", "shared", "--json"])).json.executionId;
    const asks = (await home.uw(["run", "shared", "--prompt", "asks", "--json"])).json.executionId;
    const works = await home.start("shared", "--prompt", "works");
    await home.untilSteps(works, 1);
    await home.uw(["run", "shared", "--prompt", "loops", "--json"]);
    await home.untilQuiet();
    return { waits, asks, works };
  }

  test("H3: another thread that loops and takes their Worker along begins nobody's code again, and uses up no decision", async () => {
    await using home = await TempHome.create();
    const { waits, asks, works } = await loseWorker(home);
    const began = readFileSync(join(home.dir, "began"), "utf8").split("\n");
    for (const id of [waits, asks, works]) expect(began.filter((line) => line === id)).toHaveLength(1);
    expect(await home.status(waits)).toBe("waiting");
    for (const args of [
      ["approve", waits],
      ["answer", asks, "--value", "7"],
    ])
      expect((await home.uw([...args, "--json"])).json.error.hint).toContain(FROM_START);
    expect((await home.records(waits)).filter(({ kind }) => kind === "decision")).toEqual([]);
    expect((await home.uw(["deny", waits, "--json"])).json.status).toBe("cancelled");
  }, 60_000);
});

describe("H3: once its worker is lost", () => {
  const refusals: { what: string; wait: string; args: (id: string, token: string) => string[] }[] = [
    { what: "approve", wait: APPROVE, args: (id) => ["approve", id] },
    { what: "approve with its token", wait: APPROVE, args: (id, token) => ["approve", id, "--token", token] },
    {
      what: "resume with its token",
      wait: APPROVE,
      args: (id, token) => ["resume", id, "--token", token, "--decision", "approve"],
    },
    { what: "resume", wait: APPROVE, args: (id) => ["resume", id] },
    { what: "resume --plan", wait: APPROVE, args: (id) => ["resume", id, "--plan"] },
    { what: "answer", wait: INPUT, args: (id) => ["answer", id, "--value", "7"] },
    { what: "reconcile", wait: APPROVE, args: (id) => ["reconcile", id, "--retry"] },
    { what: "resume of a sleeper", wait: SLEEP, args: (id) => ["resume", id] },
  ];
  test.each(refusals)("H3: $what is refused as resume is, and nothing is used up", async ({ wait, args }) => {
    await using scene = await Scene.open(wait);
    const { home, id, ran } = scene;
    await home.crash();
    const before = await scene.bytes();
    const refused = await home.uw([...args(id, ran.json.requiresApproval?.resumeToken ?? ""), "--json"]);
    expect(refused.exitCode).toBe(20);
    expect(refused.json.error).toMatchObject({
      code: "STATE_INVALID",
      hint: `uncaged-workflow resume ${id} ${FROM_START}`,
    });
    expect(await scene.bytes()).toBe(before);
    expect([scene.began, scene.ledger.called().length]).toEqual([1, 1]);
    if (wait !== APPROVE) return;
    const token = ran.json.requiresApproval.resumeToken;
    expect((await home.uw(["deny", id, "--token", token, "--json"])).json.status).toBe("cancelled");
    expect([scene.began, scene.ledger.called().length]).toEqual([1, 1]);
  });

  test("H3: the worker refuses by itself, whoever asks", async () => {
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    await home.crash();
    // Another thread of the bundle, so that a worker is there.
    await home.uw(["run", "forgetful", "--prompt", home.dir]);
    const before = await scene.bytes();
    const client = (await WorkerClient.connect(
      home.layout.socket((await home.records(id))[0].hash),
    )) as WorkerClient;
    const told = { op: "settle" as const, threadId: id, actor: "ann", admins: ["ann"] };
    for (const settlement of [
      { type: "decide" as const, decision: "approve" as const },
      { type: "wake" as const, now: Date.now() },
    ])
      expect(await client.ask({ ...told, settlement }, 10_000).catch((error) => error.code)).toBe(
        "STATE_INVALID",
      );
    for (const how of ["resume", "start"] as const)
      expect(await client.ask({ op: "host", threadId: id, how }, 10_000).catch((error) => error.code)).toBe(
        "STATE_INVALID",
      );
    client.close();
    expect(await scene.bytes()).toBe(before);
    expect(scene.began).toBe(2);
  });

  test.each([
    { what: "a no", wait: APPROVE },
    { what: "a no it wanted to hear", wait: DELIVER },
    { what: "a no in a race with a timer", wait: `{ do: "any", of: [${SLEEP}, ${DELIVER}] }` },
    { what: "a no to one of a list", wait: `[${INPUT}, ${DELIVER}]` },
  ])("H3: $what ends a thread that cannot come back, and runs none of its code", async ({ wait }) => {
    await using scene = await Scene.open(wait);
    const { home, id } = scene;
    await home.crash();
    const denied = await home.uw(["deny", id, "--reason", "too late", "--json"]);
    expect(denied.json).toMatchObject({ status: "cancelled", error: { code: "APPROVAL_DENIED" } });
    expect([scene.began, scene.closed, scene.ledger.called().length]).toEqual([1, 0, 1]);
    const records = await home.records(id);
    expect(records.filter(({ kind }) => kind === "decision")).toMatchObject([
      { decision: "deny", ends: true },
    ]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
    await home.untilQuiet();
  });

  test("H3: an approval that runs out ends it, also when a timer of its race was over before", async () => {
    for (const wait of [APPROVE, DELIVER, `{ do: "any", of: [${SLEEP}, ${DELIVER}] }`]) {
      await using scene = await Scene.open(wait);
      const { home, id } = scene;
      await home.crash();
      const later = String(Date.now() + 48 * HOUR_MS);
      const dry = (await home.uw(["tick", "--now", later, "--dry-run", "--json"])).json;
      expect(dry.expired).toEqual([id]);
      expect((await home.uw(["tick", "--now", later, "--json"])).json.expired).toEqual([id]);
      await home.untilStatus(id, "cancelled");
      expect([scene.began, scene.ledger.called().length]).toEqual([1, 1]);
      expect((await home.uw(["approve", id, "--json"])).json.error.code).toBe("TOKEN_EXPIRED");
    }
  }, 60_000);

  test("H3: a sleep that is over is not woken; tick tells so and does the rest", async () => {
    await using scene = await Scene.open(SLEEP);
    const { home, id } = scene;
    await home.crash();
    const before = await scene.bytes();
    const later = String(Date.now() + 2 * HOUR_MS);
    for (const more of [[], ["--dry-run"]]) {
      const report = (await home.uw(["tick", "--now", later, "--json", ...more])).json;
      expect(report).toMatchObject({
        due: 1,
        woken: [],
        failed: [{ threadId: id, error: { code: "STATE_INVALID", hint: `uncaged-workflow cancel ${id}` } }],
      });
    }
    expect(await scene.bytes()).toBe(before);
    expect(scene.began).toBe(1);
    expect((await home.uw(["tick", "--now", later])).stdout).toContain(
      `next  uncaged-workflow cancel ${id}\n`,
    );
    await home.uw(["cancel", id]);
    expect((await home.uw(["tick", "--now", later, "--json"])).json).toMatchObject({ due: 0, failed: [] });
  });

  test("H3: one that was paused too is only ended", async () => {
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    await home.uw(["pause", id]);
    await home.crash();
    for (const args of [
      ["approve", id],
      ["resume", id],
    ])
      expect((await home.uw([...args, "--json"])).json.error.hint).toContain(FROM_START);
    expect((await home.uw(["deny", id, "--json"])).json.status).toBe("cancelled");
    expect(scene.began).toBe(1);
  });

  test("H3: approvals, why and thread say that it can only be ended", async () => {
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    await home.crash();
    expect((await home.uw(["approvals", "--json"])).json.approvals).toMatchObject([
      { threadId: id, lost: true },
    ]);
    for (const args of [["approvals"], ["thread", id]]) {
      const { stdout } = await home.uw(args);
      expect(stdout).toContain("it cannot go on");
      expect(stdout).not.toContain("uncaged-workflow approve");
    }
    const why = (await home.uw(["why", id, "--json"])).json;
    expect(why).toMatchObject({ cause: "waiting_approval", hint: `uncaged-workflow deny ${id}` });
    expect((await home.uw(["resume", "--all", "--json"])).json).toEqual({ resumed: [], failed: [] });
  });

  test("H3: cancel and kill end it, and from the start is for who asks for it", async () => {
    for (const verb of ["cancel", "kill"]) {
      await using scene = await Scene.open(APPROVE);
      await scene.home.crash();
      expect((await scene.home.uw([verb, scene.id, "--json"])).exitCode).toBe(0);
      expect(scene.began).toBe(1);
    }
    await using scene = await Scene.open(APPROVE);
    await scene.home.crash();
    const again = await scene.home.uw(["resume", scene.id, FROM_START, "--json"]);
    expect(again.json.status).toBe("needs_approval");
    expect(scene.began).toBe(2);
  });

  test("H3: a no that was recorded before the worker died ends it at the next touch", async () => {
    await using scene = await Scene.open(APPROVE);
    const { home, id } = scene;
    await home.crash();
    await home.uw(["deny", id, "--json"]);
    await home.untilQuiet();
    // As if it had died before the result: everything behind the decision is gone.
    const path = await home.journalPath(id);
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"kind":"decision"'));
    await Bun.write(path, `${lines.slice(0, at + 1).join("\n")}\n`);
    await home.uw(["fsck", "--rebuild"]);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("cancelled");
    expect(scene.began).toBe(1);
  });

  test("H3: what the dead worker left running is ended with the thread", async () => {
    await using scene = await Scene.open(
      `[{ do: "effect", effect: "ledger/once@1", params: { nonce: "slow", stop: "before" } }, ${APPROVE}]`,
      "--detach",
    );
    const { home, id, ledger } = scene;
    await ledger.untilAt("slow");
    await home.crash();
    expect(ledger.running().length).toBeGreaterThan(0);
    expect((await home.uw(["deny", id, "--json"])).json.status).toBe("cancelled");
    await until(async () => (ledger.running().length === 0 ? true : null), "the program to end");
    expect([scene.began, ledger.called("slow").length]).toEqual([1, 1]);
  });
});

test("H3: run does not hand its thread over again when the first worker died behind a step", async () => {
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home);
  const hash = await home.add("forgetful", forgetful(APPROVE));
  await home.uw(["run", "forgetful", "--dry-run", "--prompt", home.dir]);
  await home.untilQuiet();
  // Somebody in the worker's place: a real one runs the thread, and is killed before `run` has an answer.
  const path = home.layout.socket(hash);
  const listener = Bun.listen({
    unix: path,
    socket: {
      async data(socket, data) {
        listener.stop();
        rmSync(path, { force: true });
        await home.uw(["resume", JSON.parse(data.toString()).threadId]);
        await home.crash();
        socket.end();
      },
    },
  });
  const { json } = await home.uw(["run", "forgetful", "--prompt", home.dir, "--json"]);
  expect(json.error.hint).toContain(FROM_START);
  expect(ledger.called()).toHaveLength(1);
});

test("H3: before its first step it comes back, and an effect that was finished is not repeated", async () => {
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home);
  const source = forgetful(APPROVE).replace(`yield { role: "charged", content: "", meta: {} };`, "");
  await home.add("early", source);
  const { json } = await home.uw(["run", "early", "--prompt", home.dir, "--json"]);
  await home.untilQuiet();
  expect((await home.uw(["approve", json.executionId, "--json"])).json.status).toBe("ok");
  expect(ledger.called()).toHaveLength(1);
});

test("H3: add and validate say that such a bundle cannot wait across a restart", async () => {
  await using home = await TempHome.create();
  await Ledger.open(home);
  const file = await home.bundle("forgetful", forgetful(APPROVE));
  for (const args of [
    ["add", "forgetful", file],
    ["validate", file],
  ])
    expect((await home.uw(args)).stderr).toContain("cannot wait across a restart");
});
