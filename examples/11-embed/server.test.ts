import { expect, test } from "bun:test";
import { join } from "node:path";
import { approved, driveWorkflow } from "@uncaged/workflow/testing";
import { TempHome } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

/** The server as a process of its own, and its address. */
async function served(home: TempHome): Promise<{ url: string; kill(): void }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "server.ts")], {
    env: { ...process.env, UNCAGED_HOME: home.home, UNCAGED_ACTOR: "ann", PORT: "0" },
    stdout: "pipe",
    stderr: "inherit",
  });
  for await (const piece of child.stdout) {
    const [url] = new TextDecoder().decode(piece).match(/http:\S+/) ?? [];
    if (url !== undefined) return { url, kill: () => child.kill() };
  }
  throw new Error("the server did not start");
}

const post = (url: string, body: object) =>
  fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
const jsonOf = (response: Response): Promise<any> => response.json() as Promise<any>;

/** The stream to its end. */
// biome-ignore lint/suspicious/noExplicitAny: events of many shapes
async function streamed(url: string, lastEventId = "0"): Promise<any[]> {
  const text = await (await fetch(url, { headers: { "last-event-id": lastEventId } })).text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}

test("a thread is started by a request, streamed, and decided by a request", async () => {
  await using home = await TempHome.create();
  await home.uw(["add", "letter", join(import.meta.dir, "flow.ts")]);
  const server = await served(home);
  try {
    const started = await post(`${server.url}threads`, { prompt: "the door is open" });
    expect(started.status).toBe(201);
    const { threadId } = await jsonOf(started);
    const before = await streamed(`${server.url}threads/${threadId}/events`);
    expect(before.find(({ type }) => type === "approval.required")).toMatchObject({
      items: ["Dear all, the door is open. Yours, the team"],
    });
    expect(before.at(-1)).toMatchObject({ type: "execution.finished", status: "needs_approval" });
    const seq = Math.max(...before.map((event) => event.seq ?? 0));
    expect((await post(`${server.url}threads/${threadId}/decision`, { decision: "approve" })).status).toBe(
      200,
    );
    const after = await streamed(`${server.url}threads/${threadId}/events`, String(seq));
    expect(after.find(({ type }) => type === "approval.approved")).toMatchObject({ actor: "ann" });
    expect(after.some((event) => event.type === "record.durable" && event.seq <= seq)).toBe(false);
    expect(after.at(-1)).toMatchObject({ type: "execution.finished", status: "ok" });
    const again = await post(`${server.url}threads/${threadId}/decision`, { decision: "approve" });
    expect(again.status).toBe(409);
    expect((await jsonOf(again)).code).toBe("STATE_INVALID");
  } finally {
    server.kill();
  }
});

test("the thread goes on when the server does not, and a new one finds it", async () => {
  await using home = await TempHome.create();
  await home.uw(["add", "letter", join(import.meta.dir, "flow.ts")]);
  const first = await served(home);
  const { threadId } = await jsonOf(await post(`${first.url}threads`, { prompt: "hello" }));
  first.kill();
  await home.untilStatus(threadId, "waiting");
  const second = await served(home);
  try {
    expect((await jsonOf(await fetch(`${second.url}threads`)))[0].threadId).toBe(threadId);
    await post(`${second.url}threads/${threadId}/decision`, { decision: "deny", reason: "too long" });
    const events = await streamed(`${second.url}threads/${threadId}/events`);
    expect(events.at(-1)).toMatchObject({ status: "cancelled" });
  } finally {
    second.kill();
  }
});

test("what is refused has the status of its kind, and the code of the verbs", async () => {
  await using home = await TempHome.create();
  const server = await served(home);
  try {
    const missing = await fetch(`${server.url}threads/01KQXKW1AAAAAAAAAAAAAAAAAA/events`);
    expect([missing.status, (await jsonOf(missing)).code]).toEqual([404, "NOT_FOUND"]);
    const form = await fetch(`${server.url}threads`, { method: "POST", body: "prompt=x" });
    expect([form.status, (await jsonOf(form)).code]).toEqual([400, "USAGE"]);
    const bad = await post(`${server.url}threads/01KQXKW1/decision`, { decision: "perhaps" });
    expect([bad.status, (await jsonOf(bad)).code]).toEqual([400, "USAGE"]);
  } finally {
    server.kill();
  }
});

test("the flow writes, asks, and tells who said yes", async () => {
  const { steps } = await driveWorkflow(flow, { prompt: "hello", answers: [approved("bob")] });
  expect(steps.map(({ role }) => role)).toEqual(["writer", "sender"]);
  expect(steps[1]?.meta).toEqual({ actor: "bob" });
});
