// Looking back at threads: the execution record, the snapshot, the graph, and a field traced through all of them.
import { describe, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gated, yielding } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const ORDER = `  const order_id = variables?.order_id ?? "none";
  yield { role: "plan", content: "", meta: { n: 1 } };
  yield { do: "effect", effect: "sys/exec@1", params: { argv: ["echo", order_id], env: { order_id } }, id: "charge" };
  yield [
    { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } },
    { do: "now" },
  ];
  return { returnCode: 0, summary: "done" };`;

const flow = (determinism: string) => yielding(ORDER, { effects: ["sys/exec@1"], determinism });

async function request(home: TempHome, runtime: object): Promise<void> {
  const workspace = join(home.dir, "ws");
  await mkdir(workspace, { recursive: true });
  const stdin = JSON.stringify({
    workflow: "flow",
    variables: { order_id: "7" },
    trigger: { type: "webhook", metadata: { order_id: 7 } },
    runtime: { idempotencyKey: "k", ...runtime },
  });
  const send = (hash: string) =>
    home.uw(["run", "--json", "--workspace", workspace, "--execution-id", "e1", "--workflow-hash", hash], {
      stdin,
    });
  const probe = await send("sha256:0");
  const ran = await send(probe.json.error.details.actual);
  expect(ran.json.status).toBe("ok");
}

describe("OPS-40: the execution record", () => {
  test("OPS-40: thread --json has the session id, the caller's attempt and how often it was taken up", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow("strict"));
    await request(home, { attempt: 3 });
    const view = (await home.uw(["thread", "e1", "--json"])).json;
    expect(view).toMatchObject({ executionId: "e1", sessionId: "e1", runtime: { attempt: 3 }, attempts: 1 });
    const [start] = await home.records(view.threadId);
    expect(start.runtime).toEqual({ attempt: 3 });
  });

  test("OPS-40: a resume is one more attempt", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    await home.open(2);
    await home.uw(["resume", id, "--json"]);
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view).toMatchObject({ sessionId: id, runtime: null, attempts: 2, status: "completed" });
  });

  test("OPS-40: an attempt that is no number from 1 on is refused", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow("strict"));
    for (const attempt of [0, -1, 1.5, "2", null]) {
      const stdin = JSON.stringify({ workflow: "flow", runtime: { idempotencyKey: "k", attempt } });
      const ran = await home.uw(
        ["run", "--json", "--workspace", home.dir, "--execution-id", "e1", "--workflow-hash", "sha256:0"],
        { stdin },
      );
      expect([attempt, ran.exitCode]).toEqual([attempt, 10]);
      expect(ran.json.error.message).toContain("runtime.attempt");
    }
  });
});

describe("OPS-101: thread --snapshot", () => {
  for (const determinism of ["strict", "steps"])
    test(`OPS-101: a finished thread (${determinism}): hash, trigger, variables, commit, and the input and output of every step`, async () => {
      await using home = await TempHome.create();
      await home.add("flow", flow(determinism));
      await request(home, {});
      const ran = await home.uw(["thread", "e1", "--snapshot", "--json"]);
      expect(ran.exitCode).toBe(0);
      expect(ran.json).toMatchObject({
        name: "flow",
        hash: expect.stringMatching(/^[0-9A-Z]{13}$/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        status: "completed",
        trigger: { type: "webhook", metadata: { order_id: 7 } },
        variables: { order_id: "7" },
        commit: null,
        result: { status: "completed", returnCode: 0, summary: "done" },
      });
      expect(ran.json.steps).toMatchObject([
        { stepId: "n1", do: "role", input: null, output: { role: "plan", meta: { n: 1 } } },
        { stepId: "charge", effect: "sys/exec@1", input: { argv: ["echo", "7"] }, output: { stdout: "7\n" } },
        { stepId: "n3.0", effect: "sys/exec@1", status: "completed", attempts: 1 },
        { stepId: "n3.1", do: "now", output: expect.any(Number) },
      ]);
      const text = await home.uw(["thread", "e1", "--snapshot"]);
      expect(JSON.parse(text.stdout)).toEqual(ran.json);
    });

  test("OPS-101: the settings a model was asked with, and the commit of the workspace", async () => {
    await using home = await TempHome.create();
    const workspace = join(home.dir, "repo");
    await mkdir(workspace);
    const git = (...args: string[]) => Bun.spawnSync(["git", "-C", workspace, ...args]);
    git("init", "-q");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
    const head = git("rev-parse", "HEAD").stdout.toString().trim();
    const ask = `yield { do: "effect", effect: "sys/llm.generate@1", params: { model: "none/m", prompt: "hi", maxTokens: 5 } };
  return { returnCode: 0, summary: "" };`;
    await home.add("flow", yielding(ask, { effects: ["sys/llm.generate@1"] }));
    const ran = await home.uw(["run", "flow", "--workspace", workspace, "--dry-run", "--json"]);
    const snapshot = (await home.uw(["thread", ran.json.executionId, "--snapshot", "--json"])).json;
    expect(snapshot.commit).toBe(head);
    expect(snapshot.steps[0].settings).toMatchObject({ model: "none/m", temperature: 0 });
    expect(snapshot.steps[0].settings.prompt).toBeUndefined();
    expect(snapshot.steps[0].input.prompt).toBe("hi");
  });
});

describe("OPS-111: graph", () => {
  test("OPS-111: nodes and edges in the order of the yields; a list stands side by side; twice the same", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow("strict"));
    const graphs = [];
    for (let count = 0; count < 2; count++) {
      const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
      const { threadId, ...graph } = (await home.uw(["graph", id, "--json"])).json;
      expect(threadId).toBe(id);
      graphs.push(graph);
    }
    expect(graphs[0]).toEqual(graphs[1]);
    expect(graphs[0].nodes.map((node: { id: string }) => node.id)).toEqual([
      "start",
      "n1.0",
      "n2.0",
      "n3.0",
      "n3.1",
      "end",
    ]);
    expect(graphs[0].edges).toEqual([
      { from: "start", to: "n1.0", kind: "next" },
      { from: "n1.0", to: "n2.0", kind: "next" },
      { from: "n2.0", to: "n3.0", kind: "all" },
      { from: "n2.0", to: "n3.1", kind: "all" },
      { from: "n3.0", to: "end", kind: "all" },
      { from: "n3.1", to: "end", kind: "all" },
    ]);
  });

  test("OPS-111: people see a flowchart in which labels cannot end their quotes", async () => {
    await using home = await TempHome.create();
    const body = `yield { role: 'a"]; evil["\\u001b[2J', content: "", meta: {} }; return { returnCode: 0, summary: "<b>" };`;
    await home.add("flow", yielding(body));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const { stdout } = await home.uw(["graph", id]);
    expect(stdout.split("\n")[0]).toBe("flowchart TD");
    expect(stdout).toContain("  s0 --> s1\n");
    // `end` is a word of Mermaid's own.
    expect(stdout).not.toMatch(/^ *end\b/m);
    expect(stdout).toContain("a#34;]#59; evil[#34;");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("#60;b#62;");
  });
});

describe("AOS-86: trace --by", () => {
  test("AOS-86: a field is found from the trigger over the intent to the receipt, in every thread that carries it", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow("strict"));
    await request(home, {});
    const other = (await home.uw(["run", "flow", "--var", "order_id=8", "--json"])).json.executionId;
    const same = (await home.uw(["run", "flow", "--var", "order_id=7", "--json"])).json.executionId;
    const trace = (await home.uw(["trace", "--by", "order_id=7", "--json"])).json;
    const first = (await home.uw(["thread", "e1", "--json"])).json.threadId;
    expect(trace.by).toEqual({ field: "order_id", value: "7" });
    const kindsOf = (id: string) =>
      trace.chain
        .filter((one: { threadId: string }) => one.threadId === id)
        .map(({ kind, stepId, status }: { kind: string; stepId: string; status?: string }) => [
          kind,
          stepId,
          status ?? null,
        ]);
    const chain = [
      ["start", null, null],
      ["intent", "charge", null],
      ["receipt", expect.any(String), "ok"],
    ];
    expect(kindsOf(first)).toEqual(chain);
    expect(kindsOf(same)).toEqual(chain);
    expect(kindsOf(other)).toEqual([]);
    const stamps = trace.chain.map((one: { timestamp: number }) => one.timestamp);
    expect([...stamps].sort((a, b) => a - b)).toEqual(stamps);
    expect((await home.uw(["trace", "--by", "order_id=7"])).stdout).toContain("charge");
    expect((await home.uw(["trace", "--by", "order_id=9", "--json"])).json.chain).toEqual([]);
  });

  test.each([[["trace"]], [["trace", "--by", "order_id"]], [["trace", "--by", "=7"]]])(
    "AOS-86: %p is refused",
    async (args) => {
      await using home = await TempHome.create();
      const ran = await home.uw([...args, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
    },
  );
});
