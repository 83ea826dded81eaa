// Recorded threads under other code: check, fork --bundle, and the plan of it.
import { expect, test } from "bun:test";
import { gated, yielding } from "../../../../tests/support/bundles.ts";
import { installProbe } from "../../../../tests/support/probe.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const counting = (say: string) =>
  yielding(`for (let n = 1; n <= Number(prompt); n++) {
    const at = yield { do: "now" };
    yield { role: "r" + n, content: ${say}, meta: { at } };
  }
  return { returnCode: 0, summary: "done" };`);

test("check repeats every recorded thread of a workflow with new code, and names those that differ", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting('"step " + n'));
  for (const prompt of ["1", "2", "3"]) await home.uw(["run", "flow", "--prompt", prompt, "--json"]);
  const same = await home.bundle("same", `${counting('"step " + n')}// only a comment\n`);
  expect((await home.uw(["check", "flow", same, "--json"])).json).toMatchObject({
    threads: 3,
    identical: 3,
    diverged: [],
  });
  const other = await home.bundle("other", counting('n < 3 ? "step " + n : "another"'));
  const checked = await home.uw(["check", "flow", other, "--json"]);
  expect([checked.exitCode, checked.json.identical]).toEqual([20, 2]);
  expect(checked.json.diverged).toMatchObject([{ divergence: { n: 6, field: "content" } }]);
  expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(3);
});

test("of 100 effects of which 2 failed, other code runs exactly these 2 again, and the plan says so", async () => {
  await using home = await TempHome.create();
  const probe = await installProbe(home, { "t/do@1": { class: "idempotent" } });
  const flow = (word: string) =>
    yielding(
      `const error = { code: "NO", message: "not today" };
      const receipts = yield Array.from({ length: 100 }, (_, i) => ({
        do: "effect", effect: "t/do@1", params: { id: "e" + i, say: i, ...(i % 50 === 7 ? { error, failing: 1 } : {}) } }));
      const failed = receipts.filter((receipt) => receipt.status !== "ok").length;
      yield { role: "sum", content: "${word} " + failed, meta: {} };
      return { returnCode: failed, summary: failed + " failed" };`,
      { effects: ["t/do@1"], limits: { maxCommands: 100, maxParallel: 8 } },
    );
  await home.add("flow", flow("first"));
  const first = await home.uw(["run", "flow", "--json"]);
  expect([first.exitCode, first.json.output.last.content]).toEqual([1, "first 2"]);
  expect(await probe.calls()).toHaveLength(100);

  const other = await home.bundle("other", flow("second"));
  const args = ["fork", first.json.executionId, "--bundle", other, "--from-step", "0", "--json"];
  const plan = (await home.uw([...args, "--plan"])).json;
  expect(plan.kept).toEqual({ steps: 0, commands: 98 });
  expect(plan.runs.map((one: { asked: { id: string }; why: string }) => [one.asked.id, one.why])).toEqual([
    ["e7", "it failed before"],
    ["e57", "it failed before"],
  ]);
  expect(await probe.calls()).toHaveLength(100);

  const forked = (await home.uw(args)).json;
  expect([forked.status, forked.output.last.content]).toEqual(["ok", "second 0"]);
  expect((await probe.ids()).slice(100).sort()).toEqual(["e57", "e7"]);
  expect((await home.uw(["verify", forked.executionId, "--json"])).json.ok).toBe(true);
  expect((await home.uw(["replay", forked.executionId, "--json"])).json.status).toBe("identical");
});

test("a plan is of a thread that rests: resume --plan of a running one is refused, and errors count as kept", async () => {
  await using home = await TempHome.create();
  await home.add("slow", gated(1));
  const running = await home.start("slow", "--prompt", home.dir);
  const refused = await home.uw(["resume", running, "--plan", "--json"]);
  expect([refused.exitCode, refused.json.error.code]).toEqual([20, "STATE_INVALID"]);
  const flow = yielding(
    `yield { do: "effect", effect: "sys/fs.read@1", params: { path: "../out" } };
    yield { do: "approve", prompt: "Go on?" };
    return { returnCode: 0, summary: "" };`,
    { effects: ["sys/fs.read@1"] },
  );
  await home.add("flow", flow);
  const { executionId } = (await home.uw(["run", "flow", "--json"])).json;
  const plan = (await home.uw(["resume", executionId, "--plan", "--json"])).json;
  expect([plan.kept, plan.waits.length]).toEqual([{ steps: 0, commands: 1 }, 1]);
});

test("PROMISE-1: what other code has not asked for yet is still there after its first step and a crash", async () => {
  await using home = await TempHome.create();
  const probe = await installProbe(home, { "t/do@1": { class: "idempotent" } });
  const flow = (before: string, after: string) => `import { existsSync } from "node:fs";
export const descriptor = { description: "", roles: {}, effects: ["t/do@1"] };
export default async function* ({ prompt, steps }) {
  ${before}
  const { payload } = yield { do: "effect", effect: "t/do@1", params: { id: "a", say: 1 } };
  const again = yield { do: "effect", effect: "t/do@1", params: { id: "a", say: 1 } };
  ${after}
}`;
  await home.add("flow", flow("", `throw new Error(payload + prompt + steps.length);`));
  const id = (await home.uw(["run", "flow", "--prompt", home.dir, "--json"])).json.executionId;
  expect(await probe.ids()).toEqual(["a", "a"]);
  const other = await home.bundle(
    "other",
    flow(
      `if (steps.length === 0) yield { role: "first", content: "", meta: {} };
       while (!existsSync(prompt + "/open-1")) await new Promise((go) => setTimeout(go, 5));`,
      `return { returnCode: 0, summary: payload + " " + again.payload };`,
    ),
  );
  const args = ["fork", id, "--bundle", other, "--detach", "--json"];
  const forked = (await home.uw(args)).json.executionId;
  await home.untilSteps(forked, 1);
  await home.crash();
  await home.open(1);
  expect((await home.uw(["resume", forked, "--json"])).json.output.summary).toBe("1 1");
  expect(await probe.ids()).toEqual(["a", "a"]);
});
