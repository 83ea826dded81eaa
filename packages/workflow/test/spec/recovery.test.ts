// AOS 2.5: what of open work survives a process, and what does not survive a thread.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { isRunning } from "../../../../tests/support/is-running.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { REPO, TempHome, until } from "../../../../tests/support/temp-home.ts";

const DONE = `return { returnCode: 0, summary: "done" };`;
const EFFECT = `const effect = (effect, params, more = {}) => ({ do: "effect", effect, params, ...more });`;
const EFFECTS = {
  "test/once@1": {},
  "test/read@1": { class: "read", risk: "read" },
  "test/keyed@1": { class: "idempotent", acceptsKey: true },
};

async function flow(home: TempHome, body: string, more: Record<string, unknown> = {}): Promise<Probe> {
  const probe = await installProbe(home, EFFECTS);
  await home.add(
    "flow",
    yielding(`${EFFECT}\n${body}`, { effects: [...Object.keys(EFFECTS), "sys/exec@1"], ...more }),
  );
  return probe;
}

async function kinds(home: TempHome, id: string): Promise<string[]> {
  return (await home.records(id)).map((record) => record.action ?? record.kind ?? record.role ?? "start");
}

/** A program that ignores SIGTERM and tells its pid. */
const STUBBORN = `["sh", "-c", "trap '' TERM; echo $$ > " + prompt + "/pid; while :; do sleep 0.05; done"]`;

type Stubborn = Disposable & { pid: number; untilGone(): Promise<void> };

/** The program, once it runs. A test that fails leaves none behind. */
async function stubborn(home: TempHome): Promise<Stubborn> {
  const pid = await until(async () => {
    const file = Bun.file(`${home.dir}/pid`);
    const text = (await file.exists()) ? (await file.text()).trim() : "";
    return text === "" ? null : Number(text);
  }, "the program to start");
  return {
    pid,
    untilGone: async () => {
      await until(async () => (isRunning(pid) ? null : true), `the process ${pid} to end`);
    },
    [Symbol.dispose]: () => {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    },
  };
}

/** The thread's worker is killed while the n-th call of the probe is waiting at its gate. */
async function crashedAt(home: TempHome, probe: Probe, calls: number, ...flags: string[]): Promise<string> {
  const id = await home.start("flow", ...flags);
  await probe.untilCalled(calls);
  await home.crash();
  return id;
}

describe("AOS-35: what is known of an instance is in its journal", () => {
  test("AOS-35: after kill -9 another process tells what is in flight", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect("test/once@1", { id: "a" }); yield effect("test/once@1", { gate: "never" }, { id: "slow" }); ${DONE}`,
    );
    const id = await crashedAt(home, probe, 2);
    const view = (await home.uw(["thread", id, "--json"])).json;
    const [start, ...records] = await home.records(id);
    expect(view).toMatchObject({ status: "interrupted", hash: start.hash, sha256: start.sha256, lastSeq: 4 });
    expect(view.inflight).toMatchObject([
      {
        stepId: "slow",
        intent: records.at(-1).id,
        do: "effect",
        effect: "test/once@1",
        status: "running",
        attempt: 1,
      },
    ]);
  });

  test("AOS-35: a command that lost its race is not in flight any more", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield { do: "any", of: [effect("test/once@1", { gate: "never" }, { id: "loser" }), effect("test/once@1", {}, { id: "winner" })] };
      yield effect("test/once@1", { gate: "go" }, { id: "next" });
      ${DONE}`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(3);
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view.inflight.map((one: { stepId: string }) => one.stepId)).toEqual(["next"]);
    expect(view.commands.map((one: { stepId: string; status: string }) => [one.stepId, one.status])).toEqual([
      ["loser", "cancelled"],
      ["winner", "completed"],
      ["next", "running"],
    ]);
    expect((await home.uw(["why", id, "--json"])).json).toMatchObject({ cause: "waiting_receipt" });
    expect((await home.uw(["why", id, "--json"])).json.message).toContain("next");
    await probe.open("go");
    await home.untilStatus(id, "completed");
  });
});

describe("AOS-36: the words of a thread's status", () => {
  test("AOS-36: a long sleep waits without a process", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield { do: "sleep", ms: 3_600_000 }; ${DONE}`);
    const ran = await home.uw(["run", "flow", "--json"]);
    const id = ran.json.executionId;
    expect(ran.json).toMatchObject({ ok: true, status: "waiting" });
    await home.untilQuiet();
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view).toMatchObject({ status: "waiting", waitingOn: "timer" });
    const intent = (await home.records(id)).find((record) => record.kind === "intent");
    expect(view.wakeAt).toBe(new Date(intent.until).toISOString());
    expect((await home.uw(["threads", "--status", "waiting", "--json"])).json.threads).toMatchObject([
      { threadId: id, status: "waiting", waitingOn: "timer" },
    ]);
    expect((await home.uw(["why", id, "--json"])).json.cause).toBe("waiting_timer");
    expect((await home.records(id)).at(-1).kind).toBe("seal");
  });

  test("AOS-36: running, then waiting, then completed", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect("test/once@1", { gate: "go" }); yield { do: "approve", prompt: "?" }; ${DONE}`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(1);
    expect(await home.status(id)).toBe("running");
    await probe.open("go");
    await home.untilStatus(id, "waiting");
    expect((await home.uw(["approve", id, "--json"])).json.status).toBe("ok");
    expect(await home.status(id)).toBe("completed");
  });
});

describe("AOS-37: a thread that comes back goes on where its lines end", () => {
  const THREE = `for (const id of ["a", "b", "c"]) {
    const { payload } = yield effect("test/keyed@1", { id, say: id, gate: id });
    if (payload !== id) throw new Error("another answer: " + payload);
  }
  ${DONE}`;

  test.each([
    ["strict", "strict"],
    ["steps", "steps"],
  ])(
    "AOS-37: after a crash in the third of three effects only that is sent again, once (%s)",
    async (_, determinism) => {
      await using home = await TempHome.create();
      const probe = await flow(home, THREE, { determinism });
      await probe.open("a", "b");
      const id = await crashedAt(home, probe, 3);
      await probe.open("c");
      expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
      expect(await probe.ids()).toEqual(["a", "b", "c", "c"]);
      expect((await kinds(home, id)).filter((kind) => kind === "receipt")).toHaveLength(3);
    },
  );

  test("AOS-37: a crash right after a receipt was written does not lose it", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, THREE);
    await probe.open("a");
    const id = await home.start("flow");
    await until(async () => ((await kinds(home, id)).includes("receipt") ? true : null), "a receipt");
    await home.crash();
    await probe.open("b", "c");
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect((await probe.ids()).filter((one) => one === "a")).toEqual(["a"]);
  });

  test("AOS-37: of a list, only what has no receipt is sent again", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const all = yield ["a", "b", "c"].map((id) => effect("test/keyed@1", { id, say: id, gate: id }));
      return { returnCode: 0, summary: all.map((one) => one.payload).join() };`,
    );
    await probe.open("b");
    const id = await home.start("flow");
    await until(async () => ((await kinds(home, id)).includes("receipt") ? true : null), "a receipt");
    await home.crash();
    await probe.open("a", "c");
    expect((await home.uw(["resume", id, "--json"])).json.output.summary).toBe("a,b,c");
    expect((await probe.ids()).sort()).toEqual(["a", "a", "b", "c", "c"]);
  });

  test("AOS-37: five resumes at once send what was open again, once", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, `yield effect("test/keyed@1", { id: "a", gate: "go" }); ${DONE}`);
    const id = await crashedAt(home, probe, 1);
    const resuming = Array.from({ length: 5 }, () => home.uw(["resume", id, "--json"]));
    await probe.untilCalled(2);
    await probe.open("go");
    await Promise.all(resuming);
    await home.untilStatus(id, "completed");
    expect(await probe.ids()).toEqual(["a", "a"]);
    expect((await kinds(home, id)).filter((kind) => kind === "receipt")).toHaveLength(1);
  });

  test("AOS-37: sixteen kills at any moment lose no receipt and apply nothing twice", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `for (let n = 0; n < 12; n++) yield effect("test/keyed@1", { id: String(n), say: n });
      ${DONE}`,
    );
    const id = await home.start("flow");
    for (let kill = 0; kill < 16; kill++) {
      await Bun.sleep((kill * 37) % 90);
      await home.crash();
      const resumed = await home.uw(["resume", id, "--detach", "--json"]);
      if (resumed.exitCode !== 0) break;
    }
    await home.untilStatus(id, "completed");
    const receipts = (await home.records(id)).filter((record) => record.kind === "receipt");
    expect(receipts.map((receipt) => receipt.payload)).toEqual(Array.from({ length: 12 }, (_, n) => n));
    const keys = new Map<string, string>();
    for (const { params, idempotencyKey } of await probe.calls()) {
      expect(keys.get(params.id as string) ?? idempotencyKey).toBe(idempotencyKey);
      keys.set(params.id as string, idempotencyKey);
    }
    expect(keys.size).toBe(12);
    expect((await home.uw(["replay", id, "--json"])).json.status).toBe("identical");
  });
});

describe("AOS-38: what ends a thread closes its open work", () => {
  test("AOS-38: an answer that comes after the race is lost is not written", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const { index } = yield { do: "any", of: [effect("test/once@1", { gate: "late" }), effect("test/once@1", { gate: "now" })] };
      yield effect("test/once@1", { gate: "then" });
      return { returnCode: 0, summary: String(index) };`,
    );
    const running = home.uw(["run", "flow", "--json"]);
    await probe.untilCalled(2);
    await probe.open("now");
    await probe.untilCalled(3);
    await probe.open("late", "then");
    const ran = await running;
    expect(ran.json.output.summary).toBe("1");
    const records = await home.records(ran.json.executionId);
    expect(records.filter((record) => record.kind === "receipt").map(({ n, index }) => [n, index])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
  });

  test("AOS-38: word of the loser is ignored while the thread goes on, and word of what runs is refused", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield { do: "any", of: [effect("test/once@1", { gate: "never" }), { do: "sleep", ms: 50 }] };
      yield effect("test/once@1", { id: "next", gate: "go" });
      ${DONE}`,
    );
    const id = await home.start("flow");
    await until(async () => ((await probe.ids()).includes("next") ? true : null), "the next");
    const [loser, , next] = (await home.records(id)).filter((record) => record.kind === "intent");
    const word = (intent: string) =>
      home.uw(["reconcile", id, "--intent", intent, "--ok", "1", "--detach", "--json"]);
    expect((await word(loser.id)).json.ignored).toBe(true);
    expect((await word(next.id)).json.error.code).toBe("STATE_INVALID");
    await probe.open("go");
    await home.untilStatus(id, "completed");
    expect((await kinds(home, id)).filter((kind) => kind === "receipt")).toHaveLength(2);
  });

  test("AOS-38: what stands after a command that is answered at once is cancelled at once", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield { do: "any", of: [{ do: "now" }, effect("test/once@1", { id: "loser" })] };
      yield effect("test/once@1", { id: "next", gate: "go" });
      ${DONE}`,
    );
    const id = await home.start("flow");
    await until(async () => ((await probe.ids()).includes("next") ? true : null), "the next");
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view.inflight.map((one: { stepId: string }) => one.stepId)).toEqual(["n2"]);
    await probe.open("go");
    await home.untilStatus(id, "completed");
    expect(await probe.ids()).toEqual(["next"]);
  });

  test("AOS-38: a return leaves nothing in flight", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield { do: "any", of: [{ do: "sleep", ms: 3_600_000 }, { do: "now" }] }; ${DONE}`);
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view).toMatchObject({ status: "completed", inflight: [], waiting: [] });
    expect(view.commands.map((one: { status: string }) => one.status)).toEqual(["cancelled", "completed"]);
  });
});

describe("AOS-42: an effect begins after its intent is on disk", () => {
  test("AOS-42: when the line cannot be written, the executor is not called", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield { role: "filler", content: "x".repeat(500_000), meta: {} };
      yield effect("test/once@1", { id: "a", text: "y".repeat(500_000) });
      ${DONE}`,
    );
    // Files may grow to 800 KiB: the first step fits, the intent does not.
    const script = "trap '' XFSZ; ulimit -f 800; exec \"$0\" run flow --json";
    const child = Bun.spawn(["bash", "-c", script, `${REPO}/packages/cli-workflow/bin/uncaged-workflow.js`], {
      env: { ...process.env, UNCAGED_HOME: home.home } as Record<string, string>,
      stdout: "pipe",
      stderr: "pipe",
    });
    const envelope = JSON.parse(await new Response(child.stdout).text());
    expect([await child.exited, envelope.error.code]).toEqual([40, "IO_FAILED"]);
    expect(await probe.calls()).toEqual([]);
    await home.untilQuiet();
    expect(await home.status(envelope.executionId)).toBe("interrupted");
    // With room again it goes on, and the effect is done once.
    expect((await home.uw(["resume", envelope.executionId, "--json"])).json.status).toBe("ok");
    expect(await probe.ids()).toEqual(["a"]);
  });

  test("AOS-42: the program finds its own intent in the journal", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `yield effect("sys/exec@1", { argv: ["sh", "-c", "cat $0/*/*.data.jsonl > seen", prompt] }); ${DONE}`,
    );
    const ran = await home.uw([
      "run",
      "flow",
      "--prompt",
      home.layout.logs,
      "--workspace",
      home.dir,
      "--json",
    ]);
    const intent = (await home.records(ran.json.executionId)).find((record) => record.kind === "intent");
    expect(readFileSync(`${home.dir}/seen`, "utf8")).toContain(`"id":"${intent.id}"`);
  });
});

describe("AOS-43: open work is asked for again with the same key", () => {
  test("AOS-43: an executor that knows the key applies it once", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, `yield effect("test/keyed@1", { id: "a", gate: "go" }); ${DONE}`);
    const id = await crashedAt(home, probe, 1);
    await probe.open("go");
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    const calls = await probe.calls();
    const intent = (await home.records(id)).find((record) => record.kind === "intent");
    expect(calls.map((call) => [call.intent, call.idempotencyKey, call.attempt])).toEqual([
      [intent.id, intent.id, 1],
      [intent.id, intent.id, 2],
    ]);
  });

  test("AOS-43: what may be done once only is not asked for again: a person says what happened", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const { payload } = yield effect("test/once@1", { id: "a", gate: "go" }); return { returnCode: 0, summary: payload };`,
    );
    const id = await crashedAt(home, probe, 1);
    const resumed = await home.uw(["resume", id, "--json"]);
    expect(resumed.json).toMatchObject({ ok: true, status: "waiting" });
    expect((await home.uw(["thread", id, "--json"])).json).toMatchObject({
      waitingOn: "reconcile",
      inflight: [{ status: "unknown" }],
    });
    expect((await home.uw(["why", id, "--json"])).json).toMatchObject({ cause: "waiting_reconcile" });
    const told = await home.uw(["reconcile", id, "--ok", '"sent"', "--json"]);
    expect(told.json.output.summary).toBe("sent");
    expect(await probe.ids()).toEqual(["a"]);
    expect((await home.uw(["replay", id, "--json"])).json.status).toBe("identical");
  });

  test("AOS-43: the generator gets the unknown outcome if it asked for it", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const { status, error } = yield effect("test/once@1", { gate: "go" }, { onUnknown: "deliver" }); return { returnCode: 0, summary: status + " " + error.code };`,
    );
    const id = await crashedAt(home, probe, 1);
    expect((await home.uw(["resume", id, "--json"])).json.output.summary).toBe("unknown OUTCOME_UNKNOWN");
    expect(await probe.calls()).toHaveLength(1);
  });

  test("AOS-43: what the dead worker had started is ended before the effect is sent again", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, `yield effect("test/keyed@1", { gate: "go" }); ${DONE}`);
    const id = await crashedAt(home, probe, 1);
    const [first] = await probe.calls();
    const resuming = home.uw(["resume", id, "--json"]);
    await probe.untilCalled(2);
    expect(isRunning(first?.pid as number)).toBe(false);
    await probe.open("go");
    expect((await resuming).json.status).toBe("ok");
  });
});

describe("nothing an effect started outlives what it was started for", () => {
  test("AOS-38: the loser of an `any` is ended, even when it ignores SIGTERM and the thread is done", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `yield { do: "any", of: [effect("sys/exec@1", { argv: ${STUBBORN} }), effect("test/once@1", { gate: "win" })] };
      ${DONE}`,
    );
    const running = home.uw(["run", "flow", "--prompt", home.dir, "--json"]);
    using program = await stubborn(home);
    await home.file("open-win", "");
    expect((await running).json.status).toBe("ok");
    await program.untilGone();
  });

  test.each(["kill", "cancel"])(
    "C9: %s ends the programs of the thread, even those that ignore SIGTERM",
    async (verb) => {
      await using home = await TempHome.create();
      await flow(home, `yield effect("sys/exec@1", { argv: ${STUBBORN} }); ${DONE}`);
      const id = await home.start("flow", "--prompt", home.dir);
      using program = await stubborn(home);
      expect((await home.uw([verb, id, "--json"])).exitCode).toBe(0);
      await program.untilGone();
      expect(await kinds(home, id)).toEqual(["start", "intent", verb, "result", "seal"]);
    },
  );

  test("C9: killing a thread whose worker was killed ends what the worker left running", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield effect("sys/exec@1", { argv: ${STUBBORN} }); ${DONE}`);
    const id = await home.start("flow", "--prompt", home.dir);
    using program = await stubborn(home);
    await home.crash();
    expect(isRunning(program.pid)).toBe(true);
    expect((await home.uw(["kill", id, "--json"])).exitCode).toBe(0);
    await program.untilGone();
  });
});
