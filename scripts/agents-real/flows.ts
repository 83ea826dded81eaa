// What is claimed of every program, with the mock's own log as judge.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOKENS, textOf } from "./mock.ts";
import type { Receipt, Rig } from "./rig.ts";

const ORIGIN = "the first request";
const DROPPED = "the request that is dropped";

export const FLOWS: Record<string, (rig: Rig) => Promise<void>> = {
  "tokens and cost of each turn are what was served": async (rig) => {
    const { receipts } = await rig.run([{ prompt: ORIGIN }, { prompt: "and now this", goOn: true }]);
    const [first, second] = receipts;
    equal(
      receipts.map(({ status }) => status),
      ["ok", "ok"],
      said(receipts),
    );
    const calls = rig.calls().length;
    const used = receipts.map(
      ({ payload }) => (payload?.usage?.inputTokens ?? 0) + (payload?.usage?.outputTokens ?? 0),
    );
    equal(used[0]! + used[1]!, calls * (TOKENS.in + TOKENS.out), `tokens of ${calls} calls`);
    const { callUsd } = rig.program;
    const cost = receipts.map(({ costUsd }) => costUsd);
    if (callUsd === null) equal(cost, [undefined, undefined], "cost nobody can know");
    else
      equal(
        Math.round((cost[0]! + cost[1]!) * 1e6),
        Math.round(calls * callUsd * 1e6),
        `cost of ${calls} calls`,
      );
    equal(seen(rig, -1).includes(ORIGIN), true, "the second turn knows the first");
    if (second?.payload?.continued === "branch")
      equal(first?.payload?.session === second.payload.session, false, "a branch has a session of its own");
    rig.record();
  },

  "a fork goes on without the turn it dropped, and the origin's session stays": async (rig) => {
    const { id } = await rig.run([{ prompt: ORIGIN }, { prompt: DROPPED, goOn: true }]);
    const fork = await rig.fork(id, "--from-step", "1", "--var", "prompt1=the other way");
    const last = seen(rig, -1);
    equal(last.includes("the other way"), true, `the fork was asked: ${said(fork.receipts)}`);
    equal(last.includes(ORIGIN), true, "it knows the turn it kept");
    equal(last.includes(DROPPED), false, "it does not know the turn it dropped");
  },

  "a planted command and a planted path are text": async (rig) => {
    const outside = join(rig.userHome, "outside.txt");
    writeFileSync(outside, "planted-outside\n");
    writeFileSync(join(rig.work, "inside.txt"), "planted-inside\n");
    const before = SETTINGS.map((file) => rig.homeText(file));
    const prompts = ["/config theme=dark", "/memory show", `see @${outside} and @inside.txt`, `@${outside}`];
    for (const prompt of prompts) {
      const { receipts } = await rig.run([{ prompt, access: "read" }]);
      equal(receipts[0]?.status, "ok", said(receipts));
      const plain = seen(rig, -1).replaceAll("\\", "");
      equal(plain.includes(prompt), true, `the model was asked ${prompt}`);
    }
    const all = JSON.stringify(rig.calls());
    equal(all.includes("planted-outside"), false, "a file outside was sent");
    equal(all.includes("planted-inside"), false, "a file was sent that nobody read");
    equal(
      SETTINGS.map((file) => rig.homeText(file)),
      before,
      "settings of the user",
    );
  },

  "read access does not write": async (rig) => {
    const tries = [
      "DO-WRITE written.txt",
      `DO-WRITE ${rig.work}/written.txt`,
      "DO-SHELL echo x > shell.txt",
      `DO-SHELL echo x > ${rig.work}/shell.txt`,
    ];
    for (const prompt of tries) await rig.run([{ prompt, access: "read" }]);
    equal(rig.files(), [], "files in the workspace");
  },

  "it does the work: the example, from a prompt to a reviewed commit with a new file": async (rig) => {
    const flow = join(import.meta.dir, "../../examples/09-coding-agent/flow.ts");
    await rig.must("add", "fix", flow);
    const model = rig.program.params.model as string;
    const vars = ["--var", `agent=${rig.name}`, "--var", `model=${model}`];
    const { json } = await rig.uw("run", [
      "fix",
      "--prompt",
      `DO-WRITE ${rig.work}/made.txt`,
      "--workspace",
      rig.work,
      ...vars,
    ]);
    equal(json.status, "needs_approval", JSON.stringify(json).slice(0, 1500));
    equal(
      JSON.stringify(json.requiresApproval.items).includes("b/made.txt"),
      true,
      "the approver sees the new file",
    );
    const done = await rig.must("approve", json.executionId);
    const commit = rig.git("rev-parse", "HEAD");
    equal(
      String(done.json.output.last.content).startsWith(`committed ${commit}`),
      true,
      "the commit is there",
    );
    equal(rig.git("show", "--name-only", "--format="), "made.txt", "what was committed");
  },
};

const SETTINGS = [
  ".claude/settings.json",
  ".gemini/settings.json",
  ".gemini/GEMINI.md",
  ".qwen/QWEN.md",
  ".codex/config.toml",
];

/** All that was said in one call of the model. */
function seen(rig: Rig, at: number): string {
  // Some ask for a title or a memory afterwards: the call with the most of the talk in it counts.
  return (rig.calls().at(at)?.body?.messages ?? []).map(textOf).join("\n");
}

function said(receipts: Receipt[]): string {
  return JSON.stringify(receipts).slice(0, 1500);
}

function equal(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}
