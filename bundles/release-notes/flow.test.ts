import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readScene, type Scene } from "../../scripts/scene.ts";
import { BundleStore } from "../../tests/shipped/bundle-store.ts";
import { problemsOf, reenact } from "../../tests/shipped/recorded-thread.ts";
import flow from "./flow.ts";
import { parseLog } from "./notes.ts";

const { prompt, repository } = readScene("release-notes");
const CSV = "2c93ad433b";

const draft = (text: string, ...commits: string[]) => ({
  object: { intro: "Hello.", sections: [{ title: "New", entries: [{ text, commits }] }] },
});

const create = (replies: Parameters<typeof BundleStore.create>[1], repo: Scene["repository"] = repository) =>
  BundleStore.create("release-notes", replies, repo);

describe("facts from git, a draft, a yes, a file", () => {
  test("the draft is shown in full, and nothing is written before somebody said yes", async () => {
    await using store = await create([draft("Orders as CSV", CSV)]);
    const { json } = await store.run(prompt, "--var", "version=1.1.0");
    expect(json.status).toBe("needs_approval");
    const notes = `# 1.1.0\n\nHello.\n\n## New\n\n- Orders as CSV (${CSV})\n`;
    expect(json.requiresApproval).toMatchObject({
      prompt: "Write these notes to RELEASE-NOTES.md? A file of that name is replaced.",
      items: [notes],
    });
    const path = join(store.work, "RELEASE-NOTES.md");
    expect(await Bun.file(path).exists()).toBe(false);

    const done = await store.uw("approve", json.executionId);
    expect([done.exitCode, done.json.output.summary]).toEqual([0, "wrote RELEASE-NOTES.md"]);
    expect(readFileSync(path, "utf8")).toBe(notes);
  });

  test("the facts are the commits since the last tag, and no others", async () => {
    await using store = await create([draft("Orders as CSV", CSV)]);
    const { json } = await store.run(prompt);
    const { meta } = (await store.home.records(json.executionId)).find((one) => one.role === "historian");
    expect(meta.range).toBe("v1.0.0..HEAD");
    expect(meta.commits.map(({ subject }: { subject: string }) => subject.split(":")[0])).toEqual([
      "chore",
      "fix",
      "feat",
    ]);
    expect(store.asked("amounts are in cents")).toBe(1);
    expect(store.asked("A shop with a cart")).toBe(0);
  });

  test("from, to and file are variables; a range git does not know is an error that says so", async () => {
    await using store = await create([draft("The shop", "82134b62fc")]);
    const flags = ["--var", "to=v1.0.0", "--var", "file=docs/first.md"];
    const { json } = await store.run(prompt, ...flags);
    await store.uw("approve", json.executionId);
    expect(readFileSync(join(store.work, "docs/first.md"), "utf8")).toStartWith("# v1.0.0\n");
    const wrong = await store.run(prompt, "--var", "from=--output=x");
    expect(wrong.json.error.message).toContain('git has no commits for "--output=x..HEAD"');
    expect(await Bun.file(join(store.work, "x..HEAD")).exists()).toBe(false);
  });

  test("nothing since the last tag: nobody is asked", async () => {
    await using store = await create([], { commits: (repository?.commits ?? []).slice(0, 1) });
    const { json, exitCode } = await store.run(prompt, "--var", "from=v1.0.0");
    expect([exitCode, json.output.summary]).toEqual([0, "no commits in v1.0.0..HEAD"]);
    expect(store.model.requests).toHaveLength(0);
  });
});

test("an entry about a commit that is not among the facts does not pass: the model is told, once", async () => {
  await using store = await create([draft("A dashboard", "deadbeef00"), draft("Orders as CSV", CSV)]);
  const { json } = await store.run(prompt);
  expect(json.requiresApproval.items[0]).toContain("Orders as CSV");
  expect(store.asked("This answer cannot be used")).toBe(1);
  await using stubborn = await create([{ ...draft("A dashboard", "deadbeef00"), repeat: true }]);
  expect((await stubborn.run(prompt)).json.error.message).toContain("AGENT_OUTPUT_INVALID");
});

test("a no with a reason leads to another draft, three in all", async () => {
  await using store = await create([draft("One", CSV), draft("Two", CSV), draft("Three", CSV)]);
  const id = (await store.run(prompt)).json.executionId;
  const second = (await store.uw("deny", id, "--reason", "too short")).json;
  expect(second.requiresApproval.items[0]).toContain("- Two");
  expect(store.asked("refused the draft: too short")).toBe(1);
  await store.uw("deny", id, "--reason", "too long");
  const last = await store.uw("deny", id, "--reason", "no good");
  expect(last.exitCode).toBe(1);
  expect(last.json.output.summary).toEndWith("refused the draft: no good");
  expect(store.model.requests).toHaveLength(3);
  expect(await Bun.file(join(store.work, "RELEASE-NOTES.md")).exists()).toBe(false);
});

test("when nobody answers in time it ends, and no further draft is paid for", async () => {
  await using store = await create([draft("One", CSV)]);
  const id = (await store.run(prompt)).json.executionId;
  await store.uw("tick", "--now", new Date(Date.now() + 25 * 3_600_000).toISOString());
  expect(await store.home.untilStatus(id, "failed")).toBe("failed");
  expect(store.model.requests).toHaveLength(1);
});

test("PROMISE-1: killed while it waits for a yes and while the model is asked, nothing is asked twice", async () => {
  await using store = await create([
    draft("One", CSV),
    { ...draft("Two", CSV), hold: true },
    draft("Two", CSV),
  ]);
  const id = (await store.run(prompt)).json.executionId;
  const denied = store.uw("deny", id, "--reason", "again");
  await store.model.asked(2);
  await store.home.crash();
  await denied;
  const { json } = await store.uw("resume", id);
  expect(json.requiresApproval.items[0]).toContain("- Two");
  expect(store.asked("refused the draft: again")).toBe(2);
  expect(store.model.requests).toHaveLength(3);
});

test("a log is read field by field, whatever the messages hold", () => {
  const text = "abc\x1fAnn\x1fa\tb | c\x1fline 1\n\nline 2\n\x1e\ndef\x1fBo\x1fsecond\x1f\x1e\n";
  expect(parseLog(text)).toEqual([
    { hash: "abc", author: "Ann", subject: "a\tb | c", body: "line 1\n\nline 2" },
    { hash: "def", author: "Bo", subject: "second", body: "" },
  ]);
  expect(parseLog("")).toEqual([]);
  expect(parseLog(`a\x1fb\x1fc\x1f${"x".repeat(500)}\x1e`)[0]?.body).toEndWith("x [cut]");
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("release-notes")).toEqual([]);
  const { recorded, today } = await reenact("release-notes", flow);
  expect(today).toEqual(recorded);
});
