// H10, OPS-95: what a person said counts for what that person was shown, and for nothing else. In a fork, too.
import { describe, expect, test } from "bun:test";
import { cli as run } from "../../../../tests/support/in-process.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const MODES = ["steps", "strict"] as const;

/** Plans, asks, notes, ships, tells: two steps, an answered question between them, and one effect on each side of it. */
function shipping(mode: (typeof MODES)[number], question: string): string {
  return `export const descriptor = { description: "", roles: {}, determinism: "${mode}", effects: ["sys/exec@1"] };
const exec = (...argv) => ({ do: "effect", effect: "sys/exec@1", params: { argv } });
export default async function* ({ prompt, steps, variables }) {
  const at = ${mode === "strict" ? "0" : "steps.length"};
  if (at < 1) yield { role: "planner", content: "plan", meta: {} };
  if (at < 2) {
    yield exec("sh", "-c", "echo prepared >> log");
    const answer = yield ${question};
    yield { role: "asker", content: JSON.stringify(answer), meta: {} };
  }
  if (at < 3) {
    yield exec("sh", "-c", 'echo "shipped $0" >> log', prompt);
    yield { role: "shipper", content: "shipped " + prompt, meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

const APPROVE = '{ do: "approve", id: "ask", prompt: `ship ${prompt}?` }';
const INPUT = '{ do: "input", id: "ask", prompt: `which version of ${prompt}?`, schema: { type: "string" } }';

const cli = (home: TempHome, actor: string, args: string[]) =>
  run(home, [...args, "--json"], {
    env: { ...process.env, UNCAGED_HOME: home.home, UNCAGED_ACTOR: actor },
  });

const logOf = async (home: TempHome) => {
  const file = Bun.file(`${home.dir}/log`);
  return (await file.exists()) ? (await file.text()).trim().split("\n") : [];
};

/** A thread for staging that ann started and that has been answered. */
async function shipped(home: TempHome, source: string, answer: string[], by = "ann") {
  await home.add("flow", source);
  await Bun.write(home.layout.config, "admins: [bob, cid]\n");
  const args = ["run", "flow", "--prompt", "staging", "--workspace", home.dir];
  const asked = (await cli(home, "ann", args)).json;
  const id = asked.executionId as string;
  const [verb = "", ...rest] = answer;
  expect((await cli(home, by, [verb, id, ...rest])).json.status).toBe("ok");
  expect(await logOf(home)).toEqual(["prepared", "shipped staging"]);
  return id;
}

describe("H10: a fork with another prompt behind an answer of a person", () => {
  for (const mode of MODES)
    for (const [what, question, answer, waits] of [
      ["an approval", APPROVE, ["approve"], "needs_approval"],
      ["a question", INPUT, ["answer", "--value", '"1.2"'], "needs_input"],
    ] as const)
      test(`H10: ${what} is asked again, and nothing behind it happens before (${mode})`, async () => {
        await using home = await TempHome.create();
        const id = await shipped(home, shipping(mode, question), [...answer]);
        const fork = ["fork", id, "--from-role", "asker", "--prompt", "production"];
        const plan = (await cli(home, "bob", [...fork, "--plan"])).json;
        expect([...plan.waits, ...plan.runs][0]).toMatchObject({
          do: question === INPUT ? "input" : "approve",
        });
        const forked = (await cli(home, "bob", fork)).json;
        expect(forked.status).toBe(waits);
        const shown = (await cli(home, "bob", ["approvals"])).json.approvals[0];
        expect(shown.prompt).toContain("production");
        // What was prepared before the question is not done again, and nothing was shipped.
        expect(await logOf(home)).toEqual(["prepared", "shipped staging"]);
        const said = await cli(home, "bob", [answer[0], forked.executionId, ...answer.slice(1)]);
        expect(said.json.status).toBe("ok");
        expect((await logOf(home)).at(-1)).toBe("shipped production");
      });

  for (const mode of MODES)
    test(`H10: with the same prompt the answer is taken over, and what was kept is not done again (${mode})`, async () => {
      await using home = await TempHome.create();
      const id = await shipped(home, shipping(mode, APPROVE), ["approve"]);
      const fork = ["fork", id, "--from-role", "asker"];
      expect((await cli(home, "bob", [...fork, "--plan"])).json).toMatchObject({
        kept: { steps: 2 },
        waits: [],
      });
      expect((await cli(home, "bob", fork)).json.status).toBe("ok");
      expect(await logOf(home)).toEqual(["prepared", "shipped staging", "shipped staging"]);
    });

  test("H10: other variables and other code ask again as well (steps)", async () => {
    await using home = await TempHome.create();
    const source = shipping("steps", APPROVE);
    const id = await shipped(home, source, ["approve"]);
    const other = await home.bundle("other", source.replace('"shipped " + prompt', '"did ship " + prompt'));
    for (const change of [
      ["--var", "region=eu"],
      ["--bundle", other],
    ]) {
      const forked = await cli(home, "bob", ["fork", id, "--from-role", "asker", ...change]);
      expect(forked.json.status).toBe("needs_approval");
    }
    expect(await logOf(home)).toEqual(["prepared", "shipped staging"]);
  });

  test("H10: a fork of the fork asks again too, once its prompt is another (steps)", async () => {
    await using home = await TempHome.create();
    const id = await shipped(home, shipping("steps", APPROVE), ["approve"]);
    const first = (await cli(home, "ann", ["fork", id, "--from-role", "asker"])).json.executionId;
    const forked = await cli(home, "bob", ["fork", first, "--from-role", "asker", "--prompt", "production"]);
    expect(forked.json.status).toBe("needs_approval");
  });

  test("H10: an answer before a `continue` cannot be asked again: the fork is refused (strict)", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* ({ prompt, state }) {
  if (state === undefined) {
    const { decision } = yield { do: "approve", prompt: "ship " + prompt + "?" };
    yield { do: "continue", state: { decision } };
  }
  yield { role: "shipper", content: "shipped " + prompt, meta: {} };
  return { returnCode: 0, summary: "done" };
}`,
    );
    const id = (await cli(home, "ann", ["run", "flow", "--prompt", "staging"])).json.executionId;
    expect((await cli(home, "ann", ["approve", id])).json.status).toBe("ok");
    const forked = await cli(home, "bob", ["fork", id, "--prompt", "production"]);
    expect(forked.json.error.code).toBe("STATE_INVALID");
    expect((await cli(home, "bob", ["fork", id])).json.status).toBe("ok");
  });
});

describe("OPS-95: differentApprover in a fork", () => {
  const TWO = APPROVE.replace("{ do", "{ differentApprover: true, do");

  for (const mode of MODES)
    test(`OPS-95: who approved and starts a fork is not two people: it is asked again (${mode})`, async () => {
      await using home = await TempHome.create();
      const id = await shipped(home, shipping(mode, TWO), ["approve"], "bob");
      const fork = ["fork", id, "--from-role", "asker"];
      expect((await cli(home, "bob", [...fork, "--plan"])).json.waits).toMatchObject([{ stepId: "ask" }]);
      const forked = (await cli(home, "bob", fork)).json;
      expect(forked.status).toBe("needs_approval");
      expect(await logOf(home)).toEqual(["prepared", "shipped staging"]);
      // Neither who started the fork nor who started what it comes from.
      for (const actor of ["bob", "ann"]) {
        const refused = await cli(home, actor, ["approve", forked.executionId]);
        expect(refused.json.error.code).toBe("APPROVER_NOT_ALLOWED");
      }
      expect((await cli(home, "cid", ["approve", forked.executionId])).json.status).toBe("ok");
    });

  test("OPS-95: somebody else's yes is taken over, and who started the first of three threads may not decide in the last", async () => {
    await using home = await TempHome.create();
    const id = await shipped(home, shipping("steps", TWO), ["approve"], "bob");
    expect((await cli(home, "ann", ["fork", id, "--from-role", "asker"])).json.status).toBe("ok");
    const second = (await cli(home, "cid", ["fork", id, "--from-step", "0"])).json.executionId;
    const third = (await cli(home, "bob", ["fork", second, "--from-step", "0"])).json.executionId;
    await Bun.write(home.layout.config, "admins: [ann, bob, cid, dan]\n");
    for (const actor of ["ann", "bob", "cid"])
      expect((await cli(home, actor, ["approve", third])).json.error.code).toBe("APPROVER_NOT_ALLOWED");
    expect((await cli(home, "dan", ["approve", third])).json.status).toBe("ok");
  });
});
