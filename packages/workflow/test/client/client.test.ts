// Real threads in real workers, driven by a program through the client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient, type WatchEvent, WorkflowError } from "@uncaged/workflow/client";
import { commanding, commandingIn, counting, gated, yielding } from "../../../../tests/support/bundles.ts";
import { REPO, TempHome, until } from "../../../../tests/support/temp-home.ts";

const BOTH = ["strict", "steps"] as const;

setDefaultTimeout(30_000);

async function refusal(work: Promise<unknown>): Promise<WorkflowError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkflowError);
  return error as WorkflowError;
}

const typesOf = (events: WatchEvent[]) => events.map(({ type }) => type);

async function eventsOf(client: Client, thread: string): Promise<WatchEvent[]> {
  return Array.fromAsync(client.follow(thread));
}

/** Files and sockets this process has open, where that can be seen. */
function openFiles(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}

describe.each(BOTH)("%s", (mode) => {
  test("a thread is started and followed to its end, with the events that the command line tells", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      commandingIn(mode, ['{ do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } }']),
    );
    const client = createClient({ home: home.home });
    const { threadId } = await client.start("flow", { prompt: "go", variables: { a: "b" } });
    const events = await eventsOf(client, threadId);
    expect(events[0]?.type).toBe("execution.started");
    expect(events.at(-1)).toMatchObject({ type: "execution.finished", status: "ok", executionId: threadId });
    const told = (await home.uw(["follow", threadId, "--json"])).events;
    const comparable = (list: WatchEvent[]) =>
      list
        .filter(({ type }) => !["execution.started", "execution.finished", "effect.progress"].includes(type))
        .map((event) => JSON.stringify(event));
    expect(comparable(events)).toEqual(comparable(told));
    const envelope = await client.follow(threadId).end();
    expect<unknown>(envelope).toEqual((await home.uw(["follow", threadId, "--json"])).json);
    expect<unknown>(await client.read(threadId)).toEqual(
      (await home.uw(["thread", threadId, "--json"])).json,
    );
    expect(await client.list()).toMatchObject([{ threadId, status: "completed", prompt: "go" }]);
  });

  test("an approval is decided, and the thread goes on; a second decision is refused as by the verb", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      commandingIn(mode, ['{ do: "approve", prompt: "Ship?", items: ["v1"], id: "ship" }']),
    );
    const client = createClient({ home: home.home, actor: "ann" });
    const { threadId } = await client.start("flow");
    const before = await eventsOf(client, threadId);
    expect(before.at(-1)).toMatchObject({ type: "execution.finished", status: "needs_approval" });
    expect((await client.read(threadId)).waiting).toMatchObject([{ stepId: "ship", prompt: "Ship?" }]);
    expect((await client.list({ status: "waiting" }))[0]?.waitingOn).toBe("approval");
    expect(await client.decide(threadId, { decision: "approve", reason: "checked" })).toEqual({ threadId });
    const envelope = await client.follow(threadId).end();
    expect(envelope).toMatchObject({ ok: true, status: "ok" });
    const after = await eventsOf(client, threadId);
    expect(after).toContainEqual(
      expect.objectContaining({ type: "approval.approved", stepId: "ship", actor: "ann", reason: "checked" }),
    );
    const late = await refusal(client.decide(threadId, { decision: "approve" }));
    const verb = (await home.uw(["approve", threadId, "--json"])).json.error;
    expect(late.toReport()).toEqual(verb);
  });

  test("an answer and a no are told, by whom the verbs allow", async () => {
    await using home = await TempHome.create();
    await home.add(
      "ask",
      commandingIn(mode, ['{ do: "input", prompt: "Which?", schema: { type: "string" } }']),
    );
    await home.add("ship", commandingIn(mode, ['{ do: "approve", prompt: "Ship?" }']));
    const client = createClient({ home: home.home });
    const asked = await client.start("ask");
    await client.follow(asked.threadId).end();
    const misfit = await refusal(client.decide(asked.threadId, { decision: "answer", value: 7 }));
    expect(misfit.code).toBe("SCHEMA_INVALID");
    await client.decide(asked.threadId, { decision: "answer", value: "main" });
    expect((await client.follow(asked.threadId).end()).output.last?.content).toContain("main");
    const denied = await client.start("ship");
    await client.follow(denied.threadId).end();
    const stranger = await refusal(client.decide(denied.threadId, { decision: "deny", actor: "bob" }));
    expect(stranger.code).toBe("APPROVER_NOT_ALLOWED");
    await client.decide(denied.threadId, { decision: "deny", reason: "Friday" });
    expect(await client.follow(denied.threadId).end()).toMatchObject({
      status: "cancelled",
      error: { code: "APPROVAL_DENIED" },
    });
  });

  test("a retry keeps what is finished, and does again what failed", async () => {
    await using home = await TempHome.create();
    const exec = (script: string) =>
      `{ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", ${JSON.stringify(script)}] } }`;
    const body = `yield ${exec("echo one >> log")};
      const { payload } = yield ${exec("test -e fixed && echo two >> log")};
      if (payload.exitCode !== 0) throw new Error("no");
      return { returnCode: 0, summary: "done" };`;
    await home.add("flow", yielding(body, { effects: ["sys/exec@1"], determinism: mode }));
    const client = createClient({ home: home.home });
    const { threadId } = await client.start("flow", { workspace: home.dir });
    await eventsOf(client, threadId);
    await home.file("fixed", "");
    const retried = await client.retry(threadId);
    expect((await client.follow(retried.threadId).end()).status).toBe("ok");
    expect(readFileSync(join(home.dir, "log"), "utf8")).toBe("one\ntwo\n");
    expect((await refusal(client.retry(retried.threadId))).code).toBe("STATE_INVALID");
    expect((await refusal(client.retry(threadId, { redo: ["n9"] }))).code).toBe("NOT_FOUND");
    expect((await refusal(client.retry(threadId, { redo: "n1" as never }))).code).toBe("USAGE");
  });

  test("a fork keeps the steps it is told to", async () => {
    await using home = await TempHome.create();
    const count =
      mode === "steps"
        ? counting(3)
        : yielding(
            `for (let n = 1; n <= 3; n++) yield { role: "r" + n, content: prompt, meta: {} };
       return { returnCode: 0, summary: "done" };`,
            { roles: { r1: { description: "" }, r2: { description: "" }, r3: { description: "" } } },
          );
    await home.add("flow", count);
    const client = createClient({ home: home.home });
    const { threadId } = await client.start("flow");
    await client.follow(threadId).end();
    const fork = await client.fork(threadId, { fromStep: 2 });
    expect(await client.follow(fork.threadId).end()).toMatchObject({ status: "ok", output: { roles: 3 } });
    expect((await client.read(fork.threadId)).forkFrom).toMatchObject({ threadId, steps: 2 });
  });
});

test("what nobody knows the outcome of is reconciled, and told twice is ignored", async () => {
  await using home = await TempHome.create();
  const marker = join(home.dir, "began");
  await home.add(
    "flow",
    commanding([
      `{ do: "effect", effect: "sys/exec@1", class: "once", params: { argv: ["sh", "-c", "touch ${marker}; sleep 60"] } }`,
    ]),
  );
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow");
  while (!existsSync(marker)) await Bun.sleep(10);
  await home.crash();
  expect((await client.read(threadId)).status).toBe("interrupted");
  await client.resume(threadId);
  expect((await eventsOf(client, threadId)).map(({ type }) => type)).toContain("reconcile.required");
  const both = { decision: "reconcile", ok: 1, retry: true } as never;
  expect((await refusal(client.decide(threadId, both))).code).toBe("USAGE");
  const payload = { exitCode: 0, stdout: "", stderr: "" };
  expect(await client.decide(threadId, { decision: "reconcile", ok: payload })).toEqual({ threadId });
  expect(await client.follow(threadId).end()).toMatchObject({ status: "ok" });
  expect(await client.decide(threadId, { decision: "reconcile", ok: payload })).toEqual({
    threadId,
    ignored: true,
  });
});

test("a loop that is left early gives its connection back, and the thread goes on", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow", { prompt: home.dir });
  const leaveEarly = async () => {
    for await (const event of client.follow(threadId)) if (event.type === "record.durable") break;
  };
  await leaveEarly();
  const before = openFiles();
  for (let time = 0; time < 20; time++) await leaveEarly();
  await until(async () => (openFiles() <= before ? true : null), "the connections to close");
  await home.open(1, 2);
  expect(await client.follow(threadId).end()).toMatchObject({ status: "ok", output: { roles: 2 } });
});

test("`after` leaves out what the listener knows, and nothing else", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(3));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow");
  const all = await eventsOf(client, threadId);
  const seqs = all.flatMap((event) => (event.type === "record.durable" ? [event.seq] : []));
  for (const after of seqs) {
    const rest = await Array.fromAsync(client.follow(threadId, { after }));
    const told = rest.flatMap((event) => (event.type === "record.durable" ? [event.seq] : []));
    expect(told).toEqual(seqs.filter((seq) => seq > after));
    expect(typesOf(rest).at(-1)).toBe("execution.finished");
  }
});

test("a signal ends the watching with its reason, before and while it goes on, and not the thread", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(1));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow", { prompt: home.dir });
  const early = client.follow(threadId, { signal: AbortSignal.abort("too late") });
  expect(await early.end().catch((reason: unknown) => reason)).toBe("too late");
  const leaving = new AbortController();
  const seen: string[] = [];
  const watching = (async () => {
    for await (const event of client.follow(threadId, { signal: leaving.signal })) {
      seen.push(event.type);
      if (event.type === "record.durable") setTimeout(() => leaving.abort(new Error("enough")), 5);
    }
  })();
  expect(await watching.catch((error: Error) => error.message)).toBe("enough");
  expect(seen).toContain("record.durable");
  expect(seen).not.toContain("execution.finished");
  expect((await client.read(threadId)).status).toBe("running");
  await home.open(1);
  expect((await client.follow(threadId).end()).status).toBe("ok");
});

test("a worker that dies while somebody watches ends the loop, and what was recorded is there", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow", { prompt: home.dir });
  const events: WatchEvent[] = [];
  for await (const event of client.follow(threadId)) {
    events.push(event);
    if (event.type === "record.durable") await home.crash();
  }
  expect(events.at(-1)).toMatchObject({ type: "execution.finished", status: "failed" });
  const { error } = await client.follow(threadId).end();
  expect(error).toMatchObject({ code: "IO_FAILED", hint: `uncaged-workflow resume ${threadId}` });
  await home.open(1, 2);
  await client.resume(threadId);
  expect(await client.follow(threadId).end()).toMatchObject({ status: "ok", output: { roles: 2 } });
});

test("a damaged journal is refused in the loop, as by the verbs", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(2));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow");
  await client.follow(threadId).end();
  const path = await home.journalPath(threadId);
  await Bun.write(path, (await Bun.file(path).text()).replace("step 1", "step 9"));
  const verb = (await home.uw(["follow", threadId, "--json"])).json.error;
  expect((await refusal(eventsOf(client, threadId))).toReport()).toEqual(verb);
});

test("two clients of one program have a store each", async () => {
  await using one = await TempHome.create();
  await using two = await TempHome.create();
  await one.add("flow", counting(1));
  await two.add("flow", counting(2));
  const [a, b] = [createClient({ home: one.home }), createClient({ home: two.home })];
  const started = await Promise.all([a.start("flow"), b.start("flow"), a.start("flow")]);
  const ends = await Promise.all(started.map(({ threadId }, n) => (n === 1 ? b : a).follow(threadId).end()));
  expect(ends.map(({ output }) => output.roles)).toEqual([1, 2, 1]);
  expect(await a.list()).toHaveLength(2);
  expect(await b.list()).toHaveLength(1);
  expect((await refusal(b.read(started[0]?.threadId ?? ""))).code).toBe("NOT_FOUND");
});

test("a request id starts once", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const client = createClient({ home: home.home });
  const first = await client.start("flow", { requestId: "order-1" });
  expect(await client.start("flow", { requestId: "order-1" })).toEqual({ ...first, duplicate: true });
});

test("a thread is paused and resumed, cancelled, killed", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  await home.add("ask", commanding(['{ do: "approve", prompt: "?" }']));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow", { prompt: home.dir });
  await until(async () => (existsSync(join(home.dir, "at-1")) ? true : null), "the first step to begin");
  expect(await client.stop(threadId, { how: "pause" })).toEqual({ threadId, status: "paused" });
  await home.open(1, 2);
  expect((await client.follow(threadId).end()).output.roles).toBe(1);
  await client.resume(threadId);
  expect((await client.follow(threadId).end()).status).toBe("ok");
  const asking = await client.start("ask");
  await client.follow(asking.threadId).end();
  const cancelled = await client.stop(asking.threadId, { reason: "wrong" });
  expect(cancelled).toEqual({ threadId: asking.threadId, status: "cancelled" });
  expect((await refusal(client.stop(asking.threadId))).code).toBe("STATE_INVALID");
  const other = await client.start("flow", { prompt: join(home.dir, "nowhere") });
  expect((await client.stop(other.threadId, { how: "kill" })).status).toBe("killed");
});

test("a thread is paused by its own call, and deleted once it does not run", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  const client = createClient({ home: home.home });
  const { threadId } = await client.start("flow", { prompt: home.dir });
  await until(async () => (existsSync(join(home.dir, "at-1")) ? true : null), "the first step to begin");
  expect((await refusal(client.remove(threadId))).code).toBe("STATE_INVALID");
  expect(await client.pause(threadId)).toEqual({ threadId, status: "paused" });
  await home.open(1, 2);
  expect((await client.follow(threadId).end()).output.roles).toBe(1);
  expect(await client.remove(threadId)).toEqual({ threadId, removed: true });
  expect((await refusal(client.read(threadId))).code).toBe("NOT_FOUND");
});

describe("refusals have the code and the hint of the verbs", () => {
  test("bad names, ids and options; a home that does not exist is empty, and stays so", async () => {
    await using home = await TempHome.create();
    const client = createClient({ home: home.home });
    expect(await client.list()).toEqual([]);
    for (const name of ["", "no-such", "../x", "constructor"])
      expect(await refusal(client.start(name))).toMatchObject({
        code: "NOT_FOUND",
        hint: "uncaged-workflow list",
      });
    expect((await refusal(client.start(42 as never))).code).toBe("USAGE");
    for (const work of [
      () => client.read("01KQXKW1AAAAAAAAAAAAAAAAAA"),
      () => client.follow("01KQXKW1AAAAAAAAAAAAAAAAAA").end(),
      () => client.decide("01KQXKW1AAAAAAAAAAAAAAAAAA", { decision: "approve" }),
      () => client.fork("01KQXKW1AAAAAAAAAAAAAAAAAA"),
      () => client.stop("01KQXKW1AAAAAAAAAAAAAAAAAA"),
    ])
      expect(await refusal(work())).toMatchObject({ code: "NOT_FOUND", hint: "uncaged-workflow threads" });
    expect((await refusal(client.read("x"))).code).toBe("USAGE");
    expect((await refusal(client.list({ status: "done" as never }))).code).toBe("USAGE");
    expect((await refusal(client.start("flow", { limits: { maxCost: -1 } }))).code).toBe("USAGE");
    expect((await refusal(client.start("flow", { workspace: join(home.dir, "none") }))).code).toBe("USAGE");
    expect((await refusal(client.decide("01KQXKW1", {} as never))).code).toBe("USAGE");
    expect(() => createClient({ home: "" })).toThrow(WorkflowError);
    expect(existsSync(home.home)).toBe(false);
  });

  test("a workflow that is nearly named is suggested", async () => {
    await using home = await TempHome.create();
    await home.add("solve-issue", counting(1));
    const error = await refusal(createClient({ home: home.home }).start("solve-isue"));
    expect(error).toMatchObject({ code: "NOT_FOUND", hint: 'did you mean "solve-issue"?' });
  });
});

describe("documents", () => {
  const page = (name: string) => readFileSync(join(REPO, "docs", name), "utf8");
  const rowsOf = (text: string) => [...text.matchAll(/^\| `([\w.]+)/gm)].map(([, word = ""]) => word);

  test("docs/client.md has every call, and no other", () => {
    const part = page("client.md").split("## Calls")[1]?.split("\n## ")[0] ?? "";
    expect(rowsOf(part).sort()).toEqual(Object.keys(createClient()).sort());
  });

  test("docs/cli.md has every type of event, and no other", () => {
    const types = {
      "execution.started": 1,
      "execution.resumed": 1,
      "execution.finished": 1,
      "record.durable": 1,
      "step.started": 1,
      "step.completed": 1,
      "step.failed": 1,
      "step.retry": 1,
      "step.cancelled": 1,
      "approval.required": 1,
      "event.required": 1,
      "approval.approved": 1,
      "approval.denied": 1,
      "input.required": 1,
      "reconcile.required": 1,
      "effect.progress": 1,
    } satisfies Record<WatchEvent["type"], 1>;
    const part = page("cli.md").split("\n## Progress")[1]?.split("\n## ")[0] ?? "";
    expect(rowsOf(part).sort()).toEqual(Object.keys(types).sort());
  });
});
