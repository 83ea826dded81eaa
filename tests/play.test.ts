// bun run play <bundle>: the recorded thread of a bundle, in one's own home, with one command.
import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { recordedFile } from "../scripts/scene.ts";
import { REPO, TempHome } from "./support/temp-home.ts";

async function play(home: TempHome, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(REPO, "scripts/play.ts"), ...args], {
    env: { ...process.env, UNCAGED_HOME: home.home, UNCAGED_ACTOR: "ann", TMPDIR: home.dir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

/** What was said, but for the hashes of commits and the ids of threads. */
const said = (records: { role?: string; content?: string }[]) =>
  records
    .filter((one) => one.role !== undefined)
    .map(({ role, content }) => [
      role,
      content?.replaceAll(/\b[0-9a-f]{40}\b/g, "#").replaceAll(/\b01[0-9a-z]{24}\b/g, "#"),
    ]);

test.each(["ask", "review-diff", "release-notes", "solve-issue"])(
  "%s leaves the recorded thread in one's own home, and says how to fork it",
  async (name) => {
    await using home = await TempHome.create();
    const { stdout, stderr, exitCode } = await play(home, name);
    expect([stderr, exitCode]).toEqual(["", 0]);
    const { threadId } = (await home.uw(["threads", name, "--json"])).json.threads[0];
    const recorded = (await readFile(recordedFile(name, "thread.jsonl"), "utf8")).trimEnd().split("\n");
    expect(said(await home.records(threadId))).toEqual(said(recorded.map((line) => JSON.parse(line))));
    expect((await home.uw(["verify", threadId, "--json"])).json.ok).toBe(true);

    const line = stdout.split("\n").find((one) => one.startsWith(`uncaged-workflow fork ${threadId}`)) ?? "";
    const plan = await home.uw([...line.split(" ").slice(1), "--plan", "--json"]);
    expect(plan.exitCode).toBe(0);
    expect(JSON.stringify(plan.json)).toContain("sys/llm.generate@1");
  },
);

test("a bundle that has no scene is refused, and those that have one are named", async () => {
  await using home = await TempHome.create();
  const { stderr, exitCode } = await play(home, "plan");
  expect(exitCode).toBe(10);
  expect(stderr).toContain("release-notes");
});
