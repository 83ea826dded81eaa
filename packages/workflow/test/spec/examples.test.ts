// AOS-91, AOS-96: the examples with effects, run by the real binary, and repeated where they are strict.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { driveWorkflow, errorReceipt, okReceipt } from "#testing/index.ts";
import saga from "../../../../examples/07-saga/flow.ts";
import { type Ran, REPO, TempHome, until } from "../../../../tests/support/temp-home.ts";

const example = (name: string, file = "flow.ts") => join(REPO, "examples", name, file);

async function addExample(home: TempHome, name: string): Promise<void> {
  const added = await home.uw(["add", "flow", example(name)]);
  expect(added.exitCode).toBe(0);
}

async function writeStoreFile(home: TempHome, path: string, text: string): Promise<void> {
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  await writeFile(path, text);
}

async function replayed(home: TempHome, id: string): Promise<string> {
  return (await home.uw(["replay", id, "--json"])).json.status;
}

describe("04-effects", () => {
  async function repository(home: TempHome): Promise<string> {
    const path = join(home.dir, "repo");
    await Bun.$`git init -q ${path} && cd ${path} && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m begin && touch new`.quiet();
    return path;
  }

  test("04-effects: a repository and a server that is up become a report", async () => {
    await using home = await TempHome.create();
    using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("fine") });
    await writeStoreFile(home, home.layout.policy, `http: { allow: ["127.0.0.1:${server.port}"] }`);
    await addExample(home, "04-effects");
    const workspace = await repository(home);
    const ran = await home.uw([
      "run",
      "flow",
      "--prompt",
      "Today",
      "--workspace",
      workspace,
      "--var",
      `url=http://127.0.0.1:${server.port}/`,
      "--json",
    ]);
    expect(ran.json).toMatchObject({ status: "ok", output: { returnCode: 0 } });
    const report = readFileSync(join(workspace, "report.md"), "utf8");
    expect(report).toMatch(/^# Today\n\n- [0-9a-f]{7,} begin, 1 changed\n- http:\S+ HTTP 200\n$/);
  });

  test("04-effects: a server that is down is asked three times, and is a finding", async () => {
    await using home = await TempHome.create();
    let asked = 0;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        asked += 1;
        return new Response("no", { status: 503 });
      },
    });
    await writeStoreFile(home, home.layout.policy, `http: { allow: ["127.0.0.1:${server.port}"] }`);
    await addExample(home, "04-effects");
    const ran = await home.uw([
      "run",
      "flow",
      "--workspace",
      await repository(home),
      "--var",
      `url=http://127.0.0.1:${server.port}/`,
      "--json",
    ]);
    expect([ran.exitCode, ran.json.output.returnCode, asked]).toEqual([1, 1, 3]);
    const dos = (await home.records(ran.json.executionId)).flatMap((record) =>
      record.kind === "intent" ? record.do : [],
    );
    expect(dos).toEqual(["effect", "effect", "effect", "sleep", "effect", "sleep", "effect", "effect"]);
  });

  test("04-effects: an address nobody allowed is not asked", async () => {
    await using home = await TempHome.create();
    let asked = 0;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        asked += 1;
        return new Response("");
      },
    });
    await addExample(home, "04-effects");
    const ran = await home.uw([
      "run",
      "flow",
      "--workspace",
      await repository(home),
      "--var",
      `url=http://127.0.0.1:${server.port}/`,
      "--json",
    ]);
    expect([ran.json.output.returnCode, asked]).toEqual([1, 0]);
  });
});

describe("05-approval", () => {
  async function asked(home: TempHome): Promise<Ran> {
    await addExample(home, "05-approval");
    const ran = await home.uw(["run", "flow", "--prompt", "release v1", "--json"]);
    expect(ran.json).toMatchObject({
      status: "needs_approval",
      requiresApproval: {
        stepId: "release",
        prompt: "Run these commands?",
        items: [
          ["mkdir", "release"],
          ["touch", "release/v1"],
        ],
      },
    });
    await home.untilQuiet();
    return ran;
  }

  test("05-approval: nothing runs before the yes, and everything after it", async () => {
    await using home = await TempHome.create();
    const { json } = await asked(home);
    const made = join(home.dir, "release/v1");
    expect(existsSync(made)).toBe(false);
    const [waiting] = (await home.uw(["approvals", "--json"])).json.approvals;
    expect(waiting).toMatchObject({ threadId: json.executionId, stepId: "release", kind: "approval" });
    const token = json.requiresApproval.resumeToken;
    const yes = await home.uw(["approve", json.executionId, "--token", token, "--json"]);
    expect(yes.json).toMatchObject({
      status: "ok",
      output: { last: { role: "releaser", meta: { isReleased: true } } },
    });
    expect(existsSync(made)).toBe(true);
  });

  test("05-approval: a no ends it, and nothing was made", async () => {
    await using home = await TempHome.create();
    const { json } = await asked(home);
    const denied = await home.uw(["deny", json.executionId, "--json"]);
    expect(denied.json).toMatchObject({ status: "cancelled", error: { code: "APPROVAL_DENIED" } });
    expect(existsSync(join(home.dir, "release"))).toBe(false);
    expect(await home.roles(json.executionId)).toEqual(["planner"]);
  });

  test("05-approval: nobody answers for an hour: the time says no", async () => {
    await using home = await TempHome.create();
    const { json } = await asked(home);
    const late = String(Date.now() + 3_601_000);
    expect((await home.uw(["tick", "--now", late, "--json"])).json.expired).toEqual([json.executionId]);
    await home.untilStatus(json.executionId, "cancelled");
    expect(existsSync(join(home.dir, "release"))).toBe(false);
  });
});

test("06-strict-replay: a ticket is the same when it is replayed, whatever the clock says by then", async () => {
  await using home = await TempHome.create();
  await addExample(home, "06-strict-replay");
  const ran = await home.uw(["run", "flow", "--prompt", "the door squeaks", "--json"]);
  expect(ran.json.output.summary).toMatch(/^T-[0-9a-f]{8} closed$/);
  expect(await home.roles(ran.json.executionId)).toEqual(["opener", "worker", "closer"]);
  expect(await replayed(home, ran.json.executionId)).toBe("identical");
});

describe("07-saga (AOS-96: a single machine)", () => {
  async function shop(home: TempHome): Promise<string> {
    const yaml = readFileSync(example("07-saga", "effects.yaml"), "utf8");
    await writeStoreFile(
      home,
      home.layout.effects,
      yaml.replaceAll("/opt/shop", join(REPO, "examples/07-saga")),
    );
    await addExample(home, "07-saga");
    return join(home.dir, "ledger.jsonl");
  }

  const order = (home: TempHome, ledger: string, ...vars: string[]): Promise<Ran> =>
    home.uw(["run", "flow", "--var", "order=order-7", ...vars.flatMap((one) => ["--var", one]), "--json"], {
      env: { SHOP_LEDGER: ledger },
    });

  const done = (ledger: string): string[] =>
    readFileSync(ledger, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).effect);

  test("07-saga: charged and shipped", async () => {
    await using home = await TempHome.create();
    const ledger = await shop(home);
    const ran = await order(home, ledger, "address=Mill Lane 1");
    expect(ran.json.output).toMatchObject({ returnCode: 0, summary: "order-7 is on its way as order-7/2" });
    expect(done(ledger)).toEqual(["shop/charge@1", "shop/ship@1"]);
    expect(await replayed(home, ran.json.executionId)).toBe("identical");
    expect(done(ledger)).toHaveLength(2);
  });

  test("07-saga: what cannot be shipped is refunded", async () => {
    await using home = await TempHome.create();
    const ledger = await shop(home);
    const ran = await order(home, ledger);
    expect([ran.exitCode, ran.json.output.returnCode]).toEqual([1, 2]);
    expect(done(ledger)).toEqual(["shop/charge@1", "shop/refund@1"]);
    expect(await replayed(home, ran.json.executionId)).toBe("identical");
  });

  test("07-saga: a second thread for the same order charges nothing twice", async () => {
    await using home = await TempHome.create();
    const ledger = await shop(home);
    await order(home, ledger);
    await order(home, ledger);
    expect(done(ledger)).toEqual(["shop/charge@1", "shop/refund@1"]);
  });

  test("07-saga: killed at any moment and resumed, the money moves once and no parcel is sent twice", async () => {
    await using home = await TempHome.create();
    const ledger = await shop(home);
    const env = { SHOP_LEDGER: ledger };
    const started = await home.uw(
      ["run", "flow", "--detach", "--var", "order=order-7", "--var", "address=A", "--json"],
      { env },
    );
    const id = started.json.executionId;
    for (let kill = 0; kill < 5; kill++) {
      await Bun.sleep(kill * 40);
      await home.crash();
      if ((await home.uw(["resume", id, "--detach", "--json"], { env })).exitCode !== 0) break;
    }
    const status = await home.untilStatus(id, "completed", "waiting");
    if (status === "waiting") {
      // It died while it shipped: a person looks and says so.
      const sent = existsSync(ledger) && done(ledger).includes("shop/ship@1");
      const how = sent ? ["--ok", '{"parcel":"p"}'] : ["--retry"];
      expect((await home.uw(["reconcile", id, ...how, "--json"], { env })).json.status).toBe("ok");
    }
    await home.untilStatus(id, "completed");
    expect(done(ledger).sort()).toEqual(["shop/charge@1", "shop/ship@1"]);
    expect(await replayed(home, id)).toBe("identical");
  });
});

describe("AOS-96: reminder and escalation, with sleep and any", () => {
  const REMINDER = `import { annotate, any, approve, type Descriptor, sleep, type ThreadInput } from "@uncaged/workflow";

export default async function* ({ prompt }: ThreadInput) {
  for (const [who, hours] of [["owner", 4], ["manager", 24]] as const) {
    const first = yield* any([
      approve(prompt, { id: who, onDeny: "deliver", ttlMs: 30 * 86_400_000 }),
      sleep(hours * 3_600_000),
    ]);
    if (first.index === 0) {
      yield { role: who, content: first.answer.decision, meta: {} };
      return { returnCode: 0, summary: who + " said " + first.answer.decision };
    }
    yield* annotate({ reminded: who });
    yield { role: "reminder", content: who + " did not answer in " + hours + " hours", meta: {} };
  }
  return { returnCode: 3, summary: "nobody answered" };
}

export const descriptor = {
  description: "Asks the owner, reminds, then asks the manager",
  roles: { owner: { description: "" }, manager: { description: "" }, reminder: { description: "" } },
  determinism: "strict",
} satisfies Descriptor;
`;

  async function asked(home: TempHome): Promise<string> {
    const entry = await home.file("reminder.ts", REMINDER);
    expect((await home.uw(["add", "flow", entry])).exitCode).toBe(0);
    const ran = await home.uw(["run", "flow", "--prompt", "Pay the bill?", "--json"]);
    expect(ran.json.status).toBe("needs_approval");
    return ran.json.executionId;
  }

  const inHours = (hours: number) => String(Date.now() + hours * 3_600_000 + 60_000);

  test("AOS-96: the owner answers in time", async () => {
    await using home = await TempHome.create();
    const id = await asked(home);
    expect((await home.uw(["tick", "--now", inHours(1), "--json"])).json).toMatchObject({ due: 0 });
    expect((await home.uw(["approve", id, "--json"])).json.output.summary).toBe("owner said approve");
    expect(await home.roles(id)).toEqual(["owner"]);
    expect(await replayed(home, id)).toBe("identical");
  });

  test("AOS-96: the owner does not; the manager does", async () => {
    await using home = await TempHome.create();
    const id = await asked(home);
    expect((await home.uw(["tick", "--now", inHours(4), "--json"])).json.woken).toEqual([id]);
    await until(
      async () =>
        (await home.uw(["approvals", "--json"])).json.approvals[0]?.stepId === "manager" ? true : null,
      "the manager to be asked",
    );
    expect((await home.uw(["deny", id, "--json"])).json.output.summary).toBe("manager said deny");
    expect(await home.roles(id)).toEqual(["reminder", "manager"]);
    expect(await replayed(home, id)).toBe("identical");
  });

  test("AOS-96: after forty days without a tick, what came first in time is what happened", async () => {
    await using home = await TempHome.create();
    const id = await asked(home);
    // By then the question has lapsed as well, long after the reminder was due.
    expect((await home.uw(["tick", "--now", inHours(40 * 24), "--json"])).json).toMatchObject({
      woken: [id],
      expired: [],
    });
    await home.untilSteps(id, 1);
    expect(await home.roles(id)).toEqual(["reminder"]);
  });

  test("AOS-96: nobody does", async () => {
    await using home = await TempHome.create();
    const id = await asked(home);
    await home.uw(["tick", "--now", inHours(4), "--json"]);
    await until(
      async () =>
        (await home.uw(["approvals", "--json"])).json.approvals[0]?.stepId === "manager" ? true : null,
      "the manager to be asked",
    );
    expect((await home.uw(["tick", "--now", inHours(40), "--json"])).json.woken).toEqual([id]);
    await home.untilStatus(id, "failed");
    expect((await home.uw(["thread", id, "--json"])).json.result).toMatchObject({
      returnCode: 3,
      summary: "nobody answered",
    });
    expect(await replayed(home, id)).toBe("identical");
  });
});

describe("AOS-91: transitions are tested without engine, files and network", () => {
  const variables = { order: "o", cents: "5", address: "A" };
  const charged = okReceipt({ charge: "c1" });
  const refused = errorReceipt("NO", "no");

  test.each([
    ["nothing charged", [refused], ["shop/charge@1"], 1],
    ["charged and shipped", [charged, okReceipt({ parcel: "p" })], ["shop/charge@1", "shop/ship@1"], 0],
    [
      "not shipped, refunded",
      [charged, refused, okReceipt({ refund: "r" })],
      ["shop/charge@1", "shop/ship@1", "shop/refund@1"],
      2,
    ],
    [
      "not shipped, not refunded",
      [charged, refused, refused],
      ["shop/charge@1", "shop/ship@1", "shop/refund@1"],
      4,
    ],
  ])("AOS-91: %s", async (_, answers, effects, returnCode) => {
    const { yields, result } = await driveWorkflow(saga, { prompt: "", variables, answers });
    expect(yields.flatMap((one) => Object(one).effect ?? [])).toEqual(effects);
    expect(result.returnCode).toBe(returnCode);
  });
});

describe("10-reminder", () => {
  const run = ["run", "flow", "--prompt", "send it", "--json"];

  test("AOS-96: the time brings the reminders and the escalation, and it replays", async () => {
    await using home = await TempHome.create();
    await addExample(home, "10-reminder");
    const { executionId: id } = (await home.uw(run)).json;
    for (let day = 1; day <= 3; day++) {
      expect((await home.uw(["thread", id, "--json"])).json.status).toBe("waiting");
      await home.crash();
      const at = String(Date.now() + day * 2 * 86_400_000);
      expect((await home.uw(["tick", "--now", at, "--json"])).json.woken).toEqual([id]);
      await home.uw(["follow", id, "--json"]);
    }
    const ended = (await home.uw(["follow", id, "--json"])).json;
    expect(ended.output).toMatchObject({ returnCode: 1, summary: "bob was told" });
    const outbox = join(home.dir, "outbox");
    expect(readFileSync(join(outbox, "escalation-bob.txt"), "utf8")).toBe("ann has not: send it\n");
    expect(await replayed(home, id)).toBe("identical");
  });

  test("AOS-96: an answer ends them", async () => {
    await using home = await TempHome.create();
    await addExample(home, "10-reminder");
    const { executionId: id } = (await home.uw(run)).json;
    const answered = await home.uw(["answer", id, "--value", '{"done":true}', "--json"]);
    expect(answered.json.output.summary).toBe("done after 1 of 3 reminders");
    expect(await replayed(home, id)).toBe("identical");
  });
});
