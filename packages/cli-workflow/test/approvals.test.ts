// What waits for a person: the inbox, decisions, answers, word of outcomes, and the time. In every way a bundle comes back.
import { describe, expect, test } from "bun:test";
import { commandingIn, counting, MODES } from "../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../tests/support/temp-home.ts";

const TOKEN = /^wrf_rt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ANN = { env: { UNCAGED_ACTOR: "ann" } };

function refusal(ran: Ran): [number, string] {
  return [ran.exitCode, ran.json.error.code];
}

describe.each(MODES)("in a bundle that is %s,", (mode) => {
  const commanding = (commands: string[]) => commandingIn(mode, commands);
  const ASKING = commanding([
    `{ do: "approve", prompt: "Release?", id: "release", items: [["mkdir", "x"], "second"] }`,
  ]);

  async function asking(source = ASKING): Promise<{ home: TempHome; ran: Ran; id: string }> {
    const home = await TempHome.create();
    await home.add("flow", source);
    const ran = await home.uw(["run", "flow", "--json"], ANN);
    return { home, ran, id: ran.json.executionId };
  }

  describe("approvals", () => {
    test("OPS-11, OPS-34: a run that asks exits 0 with what it asks, in full, and its token", async () => {
      const { home, ran } = await asking();
      await using _ = home;
      expect([ran.exitCode, ran.json.status, ran.json.ok]).toEqual([0, "needs_approval", true]);
      expect(ran.json.requiresApproval).toEqual({
        stepId: "release",
        prompt: "Release?",
        items: [["mkdir", "x"], "second"],
        resumeToken: expect.stringMatching(TOKEN),
      });
      expect(ran.json.steps).toMatchObject([
        { stepId: "n1" },
        { stepId: "release", status: "waiting_approval" },
      ]);
    });

    test("OPS-30, OPS-31, OPS-32: approval.required tells the token; the last event is execution.finished", async () => {
      const { home, ran } = await asking();
      await using _ = home;
      const types = ran.events.map(({ type }) => type);
      const order = ["execution.started", "step.completed", "approval.required", "execution.finished"];
      expect(types.filter((type) => order.includes(type))).toEqual(order);
      expect(ran.events.find(({ type }) => type === "approval.required")).toMatchObject({
        stepId: "release",
        resumeToken: ran.json.requiresApproval.resumeToken,
      });
      expect(ran.events.at(-1)).toMatchObject({ type: "execution.finished", status: "needs_approval" });
    });

    test("A7: the token is in no file of the store", async () => {
      const { home, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const found = Bun.spawnSync(["grep", "-rl", token, home.home]);
      expect(found.stdout.toString()).toBe("");
      expect(
        (await home.uw(["follow", ran.json.executionId, "--json"])).json.requiresApproval.resumeToken,
      ).toBeNull();
    });

    test("the inbox shows everything that waits for a person", async () => {
      const { home, id } = await asking();
      await using _ = home;
      await home.add(
        "ask",
        commanding([`{ do: "input", prompt: "Who?", schema: { type: "string" }, defaults: "x" }`]),
      );
      const other = (await home.uw(["run", "ask", "--json"], ANN)).json;
      expect(other).toMatchObject({
        status: "needs_input",
        requiresInput: { stepId: "n2", prompt: "Who?", schema: { type: "string" }, defaults: "x" },
      });
      const { approvals } = (await home.uw(["approvals", "--json"])).json;
      expect(approvals).toMatchObject([
        { threadId: id, name: "flow", kind: "approval", stepId: "release", prompt: "Release?" },
        { threadId: other.executionId, name: "ask", kind: "input", stepId: "n2", expiresAt: null },
      ]);
      expect(Date.parse(approvals[0].expiresAt) - Date.now()).toBeGreaterThan(86_000_000);
      expect((await home.uw(["threads"])).stdout).toContain("waiting(approval)");
    });

    test("A6, N11: people see the whole prompt and every item, with nothing hidden and nothing cut", async () => {
      const long = "x".repeat(20_000);
      const hostile = "\u001b[2J\u202egnp.exe\u200b\r\u009b31m\u{e0041}";
      const { home, id } = await asking(
        commanding([
          `{ do: "approve", prompt: ${JSON.stringify(`Sure?\nline 2 ${hostile}`)},
        items: [${JSON.stringify(long)}, { cmd: ${JSON.stringify(hostile)}, deep: { list: [1, 2, { "a": "end-of-it" }] } }] }`,
        ]),
      );
      await using _ = home;
      const shown = (await home.uw(["approvals"])).stdout;
      const followed = (await home.uw(["follow", id])).stdout;
      for (const text of [shown, followed]) {
        expect(text).toContain(long);
        for (const part of [
          "Sure?",
          "line 2",
          "end-of-it",
          "\\x1b[2J",
          "\\u202e",
          "\\u200b",
          "\\x9b",
          "\\u{e0041}",
        ])
          expect(text).toContain(part);
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u);
      }
      expect(shown).toMatch(/│ line 2/);
    });
  });

  describe("approve and deny", () => {
    test("OPS-48, OPS-57: a yes is recorded with actor, time and reason before the next yield", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const said = await home.uw([
        "approve",
        id,
        "--token",
        token,
        "--actor",
        "ann",
        "--reason",
        "ok",
        "--json",
      ]);
      expect([said.exitCode, said.json.status, said.json.requiresApproval]).toEqual([0, "ok", null]);
      const records = await home.records(id);
      const at = records.findIndex(({ kind }) => kind === "decision");
      expect(records[at]).toMatchObject({ decision: "approve", actor: "ann", reason: "ok" });
      expect(Date.parse(records[at].at)).toBeGreaterThan(0);
      expect(records.findIndex(({ role }) => role === "end")).toBeGreaterThan(at);
      const view = (await home.uw(["thread", id, "--json"])).json;
      expect(view.commands[0].decision).toMatchObject({ decision: "approve", actor: "ann", reason: "ok" });
      expect(said.events[0].type).toBe("execution.resumed");
      const types = said.events.map(({ type }) => type);
      expect(types.indexOf("approval.approved")).toBeLessThan(types.indexOf("step.completed"));
      expect(said.events.at(-1)).toMatchObject({ type: "execution.finished", status: "ok" });
    });

    test("OPS-24, OPS-34: a no ends the thread as cancelled, exit 0, and nothing follows", async () => {
      const { home, id } = await asking();
      await using _ = home;
      const said = await home.uw(["deny", id, "--reason", "not today", "--json"], ANN);
      expect([said.exitCode, said.json.status, said.json.error.code]).toEqual([
        0,
        "cancelled",
        "APPROVAL_DENIED",
      ]);
      expect(said.events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["approval.denied", "step.cancelled"]),
      );
      expect(await home.roles(id)).toEqual(["begin"]);
    });

    test("OPS-23, OPS-48: a wrong token is RESUME_MISMATCH, and the thread still waits; a used one is TOKEN_CONSUMED", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const wrong = "wrf_rt_00000000000000000000000000";
      expect(refusal(await home.uw(["approve", id, "--token", wrong, "--json"], ANN))).toEqual([
        20,
        "RESUME_MISMATCH",
      ]);
      expect(await home.status(id)).toBe("waiting");
      const token = ran.json.requiresApproval.resumeToken;
      for (const bent of [`${token} `, token.toLowerCase(), `${token}0`, token.replace("wrf_rt_", "")])
        expect(refusal(await home.uw(["approve", id, "--token", bent, "--json"], ANN))).toEqual([
          20,
          "RESUME_MISMATCH",
        ]);
      expect((await home.uw(["approve", id, "--token", token, "--json"], ANN)).json.status).toBe("ok");
      expect(refusal(await home.uw(["approve", id, "--token", token, "--json"], ANN))).toEqual([
        20,
        "TOKEN_CONSUMED",
      ]);
    });

    test("OPS-95: a stranger may not decide; the token stays good", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const eve = await home.uw(["approve", id, "--token", token, "--actor", "eve", "--json"]);
      expect(refusal(eve)).toEqual([30, "APPROVER_NOT_ALLOWED"]);
      expect(await home.status(id)).toBe("waiting");
      expect((await home.uw(["approve", id, "--token", token, "--actor", "ann", "--json"])).exitCode).toBe(0);
    });

    test("OPS-95: an admin of config.yaml may decide", async () => {
      const { home, id } = await asking();
      await using _ = home;
      await Bun.write(home.layout.config, "admins: [bob]\n");
      expect((await home.uw(["approve", id, "--actor", "bob", "--json"])).json.status).toBe("ok");
    });

    test("C23: the first characters of the intent id serve instead of the thread's", async () => {
      const { home, id } = await asking();
      await using _ = home;
      const [{ intent }] = (await home.uw(["approvals", "--json"])).json.approvals;
      expect((await home.uw(["approvals"])).stdout).toContain(`approve ${intent.slice(0, 12)}`);
      expect(refusal(await home.uw(["approve", "ffffffff", "--json"], ANN))).toEqual([10, "NOT_FOUND"]);
      const said = await home.uw(["approve", intent.slice(0, 8), "--json"], ANN);
      expect(said.json).toMatchObject({ executionId: id, status: "ok" });
      expect(refusal(await home.uw(["approve", intent.slice(0, 8), "--json"], ANN))).toEqual([
        10,
        "NOT_FOUND",
      ]);
    });

    test("two approvals at once: --step says which, and a token is for its own", async () => {
      const { home, id, ran } = await asking(
        commanding([`[{ do: "approve", prompt: "A?", id: "a" }, { do: "approve", prompt: "B?", id: "b" }]`]),
      );
      await using _ = home;
      expect(refusal(await home.uw(["approve", id, "--json"], ANN))).toEqual([20, "STATE_INVALID"]);
      const { resumeToken, stepId } = ran.json.requiresApproval;
      expect(stepId).toBe("a");
      expect(
        refusal(await home.uw(["approve", id, "--step", "b", "--token", resumeToken, "--json"], ANN)),
      ).toEqual([20, "RESUME_MISMATCH"]);
      const first = await home.uw(["approve", id, "--step", "b", "--json"], ANN);
      expect(first.json).toMatchObject({ status: "needs_approval", requiresApproval: { stepId: "a" } });
      expect((await home.uw(["approve", id, "--token", resumeToken, "--json"], ANN)).json.status).toBe("ok");
    });

    test("--detach does not watch", async () => {
      const { home, id } = await asking();
      await using _ = home;
      const said = await home.uw(["approve", id, "--detach", "--json"], ANN);
      expect(said.json).toEqual({ executionId: id, status: "running" });
      await home.untilStatus(id, "completed");
    });
  });

  describe("resume with a token", () => {
    test("OPS-22: the token alone approves; 002's names mean the same", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const said = await home.uw(["resume", "--execution-id", id, "--resume-token", token, "--json"], ANN);
      expect([said.exitCode, said.json.status]).toEqual([0, "ok"]);
      expect(said.events[0].type).toBe("execution.resumed");
    });

    test("OPS-22: --decision deny denies", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const said = await home.uw(["resume", id, "--token", token, "--decision", "deny", "--json"], ANN);
      expect(said.json).toMatchObject({ status: "cancelled", error: { code: "APPROVAL_DENIED" } });
    });

    test("C10: without a token or a decision a waiting thread is refused, and nothing is used up", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const usage: [number, string] = [10, "USAGE"];
      expect(refusal(await home.uw(["resume", id, "--json"], ANN))).toEqual([20, "STATE_INVALID"]);
      expect(refusal(await home.uw(["resume", id, "--decision", "maybe", "--json"], ANN))).toEqual(usage);
      expect(
        refusal(await home.uw(["resume", id, "--token", token, "--resume-token", token, "--json"])),
      ).toEqual(usage);
      expect(refusal(await home.uw(["resume", "--all", "--token", token, "--json"]))).toEqual(usage);
      expect(refusal(await home.uw(["resume", id, "--from-start", "--token", token, "--json"]))).toEqual(
        usage,
      );
      expect((await home.uw(["resume", id, "--token", token, "--json"], ANN)).json.status).toBe("ok");
    });

    test("C10: a token for a thread that waits for something else is STATE_INVALID", async () => {
      const { home, id } = await asking(commanding([`{ do: "input", prompt: "?", schema: {} }`]));
      await using _ = home;
      const token = "wrf_rt_00000000000000000000000000";
      expect(refusal(await home.uw(["resume", id, "--token", token, "--json"], ANN))).toEqual([
        20,
        "STATE_INVALID",
      ]);
      expect(await home.status(id)).toBe("waiting");
    });
  });

  describe("answer", () => {
    const QUESTION = commanding([
      `{ do: "input", prompt: "Who?", schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } }`,
    ]);

    test("the answer goes to the generator, from the flag or from standard input", async () => {
      for (const stdin of [undefined, '{"name":"bob"}\n']) {
        const { home, id } = await asking(QUESTION);
        await using _ = home;
        const value = stdin === undefined ? '{"name":"bob"}' : "-";
        const said = await home.uw(["answer", id, "--value", value, "--json"], {
          ...(stdin === undefined ? {} : { stdin }),
        });
        expect(said.json).toMatchObject({ status: "ok", output: { last: { content: '[{"name":"bob"}]' } } });
      }
    });

    test("what is not JSON, does not fit, or would be altered is refused, and the question stays", async () => {
      const { home, id } = await asking(QUESTION);
      await using _ = home;
      const answer = (value: string) => home.uw(["answer", id, "--value", value, "--json"]);
      expect(refusal(await answer("bob"))).toEqual([10, "INVALID_JSON"]);
      expect(refusal(await answer('{"name":1}'))).toEqual([10, "SCHEMA_INVALID"]);
      expect(refusal(await answer('{"name":"a","n":1e999}'))).toEqual([20, "NON_CANONICAL_VALUE"]);
      expect(refusal(await home.uw(["answer", id, "--json"]))).toEqual([10, "USAGE"]);
      expect(await home.status(id)).toBe("waiting");
    });
  });

  // One that cannot come back is refused: see cannot-come-back.test.ts.
  if (mode !== "forgetful")
    describe("reconcile", () => {
      const SLOW = commanding([`{ do: "effect", effect: "sys/exec@1", params: { argv: ["sleep", "60"] } }`]);
      const PAYLOAD = '{"exitCode":0,"stdout":"s","stderr":""}';

      /** An effect whose process was killed while it ran. */
      async function inDoubt(): Promise<{ home: TempHome; id: string }> {
        const home = await TempHome.create();
        await home.add("flow", SLOW);
        const id = await home.start("flow");
        await home.untilStatus(id, "running");
        await untilIntent(home, id);
        await home.crash();
        const resumed = await home.uw(["resume", id, "--json"]);
        expect(resumed.json).toMatchObject({ status: "waiting" });
        expect(resumed.events.map(({ type }) => type)).toContain("reconcile.required");
        return { home, id };
      }

      async function untilIntent(home: TempHome, id: string): Promise<void> {
        while (!(await home.records(id)).some(({ kind }) => kind === "intent")) await Bun.sleep(10);
      }

      test("an effect cut off waits in the inbox; --ok says it was done, and telling it twice changes nothing", async () => {
        const { home, id } = await inDoubt();
        await using _ = home;
        const [item] = (await home.uw(["approvals", "--json"])).json.approvals;
        expect(item).toMatchObject({ threadId: id, kind: "reconcile", items: [{ effect: "sys/exec@1" }] });
        expect((await home.uw(["why", id, "--json"])).json.cause).toBe("waiting_reconcile");
        expect(refusal(await home.uw(["reconcile", id, "--ok", "{}", "--json"]))).toEqual([
          10,
          "SCHEMA_INVALID",
        ]);
        const said = await home.uw(["reconcile", item.intent.slice(0, 10), "--ok", PAYLOAD, "--json"]);
        expect(said.json).toMatchObject({ status: "ok" });
        expect(said.json.ignored).toBeUndefined();
        const again = await home.uw(["reconcile", id, "--intent", item.intent, "--ok", PAYLOAD, "--json"]);
        expect([again.exitCode, again.json.ignored, again.json.status]).toEqual([0, true, "ok"]);
        expect((await home.uw(["reconcile", id, "--retry", "--json"])).json.ignored).toBe(true);
        expect(
          refusal(await home.uw(["reconcile", id, "--intent", "ffffffff", "--retry", "--json"])),
        ).toEqual([20, "UNKNOWN_RECEIPT"]);
      });

      test("an effect that runs, or whose thread was not taken up again, is not in doubt: nothing is ignored silently", async () => {
        await using home = await TempHome.create();
        await home.add("flow", SLOW);
        const id = await home.start("flow");
        await untilIntent(home, id);
        const { id: intent } = (await home.records(id)).find(({ kind }) => kind === "intent");
        const say = () =>
          home.uw(["reconcile", id, "--intent", intent.slice(0, 9), "--ok", PAYLOAD, "--json"]);
        expect(refusal(await say())).toEqual([20, "STATE_INVALID"]);
        await home.crash();
        expect(refusal(await say())).toEqual([20, "STATE_INVALID"]);
      });

      test("--error is an error receipt, by this person", async () => {
        const { home, id } = await inDoubt();
        await using _ = home;
        const said = await home.uw(["reconcile", id, "--error", "it never ran", "--actor", "bob", "--json"]);
        expect(said.json.status).toBe("ok");
        const receipt = (await home.records(id)).find(({ kind }) => kind === "receipt");
        expect(receipt).toMatchObject({ status: "error", actor: "bob", error: { message: "it never ran" } });
      });
    });

  describe("tick", () => {
    test("OPS-96, OPS-97: an approval that ran out is a no of the system, and the late yes is TOKEN_EXPIRED", async () => {
      const { home, id, ran } = await asking();
      await using _ = home;
      const token = ran.json.requiresApproval.resumeToken;
      const early = (await home.uw(["tick", "--json"])).json;
      expect(early).toMatchObject({ evaluated: 1, due: 0, woken: [], expired: [], failed: [] });
      const later = new Date(Date.now() + 86_401_000).toISOString();
      const report = (await home.uw(["tick", "--now", later, "--json"])).json;
      expect(report).toMatchObject({ now: later, due: 1, expired: [id] });
      await home.untilStatus(id, "cancelled");
      const decision = (await home.records(id)).find(({ kind }) => kind === "decision");
      expect(decision).toMatchObject({ decision: "deny", actor: "system", reason: "approval_timeout" });
      expect(refusal(await home.uw(["approve", id, "--token", token, "--json"], ANN))).toEqual([
        20,
        "TOKEN_EXPIRED",
      ]);
    });

    test("a long sleep parks, and the tick after it wakes the thread", async () => {
      const { home, id, ran } = await asking(commanding([`{ do: "sleep", ms: 3600000 }`]));
      await using _ = home;
      expect([ran.exitCode, ran.json.status]).toEqual([0, "waiting"]);
      expect((await home.uw(["threads"])).stdout).toContain("waiting(timer)");
      expect((await home.uw(["follow", id])).stdout).toContain("sleeps until");
      // One that cannot come back keeps its worker, all others wait without a process.
      if (mode !== "forgetful") await home.untilQuiet();
      const later = String(Date.now() + 3_600_001);
      expect((await home.uw(["tick", "--now", later])).stdout).toContain(`woken   ${id}`);
      await home.untilStatus(id, "completed");
      expect((await home.uw(["tick"])).stdout).toBe("nothing is due\n");
    });
  });
});

test("an empty store has nothing to approve, and none is made", async () => {
  await using home = await TempHome.create();
  expect((await home.uw(["approvals"])).stdout).toBe("nothing waits for a person\n");
  expect((await home.uw(["tick"])).stdout).toBe("nothing is due\n");
  expect(await Bun.file(home.layout.database).exists()).toBe(false);
});

test("a thread that does not wait for a decision is refused, and nothing is written", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const id = (await home.uw(["run", "flow", "--json"], ANN)).json.executionId;
  const before = await home.records(id);
  for (const verb of ["approve", "deny"])
    expect(refusal(await home.uw([verb, id, "--json"], ANN))).toEqual([20, "STATE_INVALID"]);
  expect(refusal(await home.uw(["answer", id, "--value", "1", "--json"], ANN))).toEqual([
    20,
    "STATE_INVALID",
  ]);
  expect(refusal(await home.uw(["reconcile", id, "--retry", "--json"], ANN))).toEqual([20, "STATE_INVALID"]);
  expect(await home.records(id)).toEqual(before);
});

test("one of --ok, --error and --retry, and not two", async () => {
  await using home = await TempHome.create();
  for (const flags of [[], ["--retry", "--error", "x"], ["--ok", "1", "--error", "x"]])
    expect(refusal(await home.uw(["reconcile", "01KQXKW18CT8G7", ...flags, "--json"]))).toEqual([
      10,
      "USAGE",
    ]);
});

test("--now takes a time", async () => {
  await using home = await TempHome.create();
  for (const now of ["soon", "", "12:00", "-5"])
    expect(refusal(await home.uw(["tick", `--now=${now}`, "--json"]))).toEqual([10, "USAGE"]);
});
