// What is claimed of every program, whichever way it is run, with the mock's own log as judge.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { equal, said, within } from "./hold.ts";
import { TOKENS } from "./mock.ts";
import { KEY } from "./programs.ts";
import type { Rig } from "./rig.ts";

export type Flow = (rig: Rig) => Promise<void>;

const ORIGIN = "the first request";
const DROPPED = "the request that is dropped";
const SECOND = "and now this";
const PLANTED = "planted-secret-7Q4ZK2MB9WB5CE1H";

export const FLOWS: Record<string, Flow> = {
  "tokens and cost of each turn are what was served": async (rig) => {
    const { receipts } = await rig.run([{ prompt: ORIGIN }, { prompt: SECOND, goOn: true }]);
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
    const served = calls * (TOKENS.in + TOKENS.out);
    const told = used[0]! + used[1]!;
    if (rig.program.isPartial) equal(told > 0 && told <= served, true, `${told} tokens of ${served}`);
    else equal(told, served, `tokens of ${calls} calls`);
    const { callUsd } = rig.program;
    const cost = receipts.map(({ costUsd }) => costUsd);
    if (callUsd === null) equal(cost, [undefined, undefined], "cost nobody can know");
    else equal(micro(cost[0]! + cost[1]!), micro(calls * callUsd), `cost of ${calls} calls, told ${cost}`);
    equal(rig.seen(SECOND).includes(ORIGIN), true, "the second turn knows the first");
    if (second?.payload?.continued === "branch")
      equal(first?.payload?.session === second.payload.session, false, "a branch has a session of its own");
    rig.record();
  },

  "a fork goes on without the turn it dropped, and the origin's session stays": async (rig) => {
    const { id, receipts } = await rig.run([{ prompt: ORIGIN }, { prompt: DROPPED, goOn: true }]);
    equal(receipts[1]?.status, "ok", said(receipts));
    const fork = await rig.fork(id, "--from-step", "1", "--var", "prompt1=the other way");
    const last = rig.seen("the other way");
    equal(last.includes("the other way"), true, `the fork was asked: ${said(fork.receipts)}`);
    equal(last.includes(ORIGIN), true, "it knows the turn it kept");
    equal(last.includes(DROPPED), false, "it does not know the turn it dropped");
    equal(
      fork.receipts[1]?.payload?.session === receipts[1]?.payload?.session,
      false,
      "the fork has a session of its own",
    );
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
      equal(rig.seen(prompt) === "", false, `the model was asked ${prompt}`);
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
    rig.policy("agents: { permissions: [{ rule: allow }] }\n");
    const tries = [
      "DO-WRITE written.txt",
      `DO-WRITE ${rig.work}/written.txt`,
      "DO-SHELL echo x > shell.txt",
      `DO-ASK ${rig.work}/asked.txt`,
    ];
    for (const prompt of tries) await rig.run([{ prompt, access: "read" }]);
    equal(rig.files(), [], "files in the workspace");
  },

  "a key is in no prompt, no argument and no file of ours": async (rig) => {
    rig.setEnv({ DEPLOY_SECRET_TOKEN: PLANTED });
    rig.policy("agents: { permissions: [{ rule: allow }] }\n");
    const { receipts } = await rig.run([
      { prompt: "DO-SHELL env" },
      { prompt: `DO-SAY the key is ${KEY}`, goOn: true },
    ]);
    // gemini and qwen put what an .env has into their environment: who may only look sees no file that git ignores.
    writeFileSync(join(rig.work, ".gitignore"), ".env\n");
    writeFileSync(join(rig.work, ".env"), `DEPLOY_SECRET_TOKEN=${PLANTED}\n`);
    await rig.run([{ prompt: "DO-SHELL env", access: "read" }]);
    equal(JSON.stringify(rig.calls()).includes(PLANTED), false, "the model was sent a secret of the user's");
    // The prompt itself has the key: that is the author's doing. What the agent says of it is ours to redact.
    equal(JSON.stringify(receipts).includes(KEY), false, "a receipt holds the key of the provider");
    equal(rig.argv().includes(KEY) || rig.argv().includes("DO-SAY"), false, "key or prompt in an argument");
    equal(await rig.holding(PLANTED), [], "files with a secret of the user's");
  },

  "a budget holds: what costs too much is not asked": async (rig) => {
    const { callUsd } = rig.program;
    const turns = [{ prompt: ORIGIN }, { prompt: SECOND, goOn: true }];
    const run = (...more: string[]) =>
      rig.uw("run", ["turns", "--prompt", rig.promptOf(turns), "--workspace", rig.work, ...more]);
    const limit = ["--max-cost", String((callUsd ?? 1) * 0.9)];
    const { json, exitCode } = await run(...limit);
    if (callUsd === null) {
      const receipts = await rig.receipts(json.executionId);
      equal(
        receipts.map(({ error }) => error?.code),
        ["AGENT_UNPRICED", "AGENT_UNPRICED"],
        said(receipts),
      );
      equal(rig.calls(), [], "calls of an agent whose cost nobody can know");
      return;
    }
    equal(exitCode, 30, JSON.stringify(json).slice(0, 800));
    equal(rig.seen(SECOND), "", "a turn behind the budget was asked");
    equal(micro(json.output.spent.costUsd), micro(rig.calls().length * callUsd), "what was spent");
  },

  "kill -9 in a turn: the agent ends, its session is shown, and the thread goes on": async (rig) => {
    const turns = [
      { prompt: ORIGIN },
      { prompt: [rig.program.beforeWait ?? "", "DO-WAIT for it"].join("\n").trim(), goOn: true },
      { prompt: "what comes after", goOn: true },
    ];
    const flags = ["turns", "--prompt", rig.promptOf(turns), "--workspace", rig.work, "--detach"];
    const id: string = (await rig.uw("run", flags)).json.executionId;
    await within(120_000, () => rig.mock.held() > 0, "the turn that waits");
    await rig.crash();
    await within(30_000, () => rig.running() === 0, "the agent to be ended with its worker");
    rig.mock.release();
    const resumed = await rig.uw("resume", [id]);
    equal(resumed.json.status, "waiting", JSON.stringify(resumed.json).slice(0, 800));
    const [asked] = (await rig.must("approvals")).json.approvals;
    const { session, folder } = asked.items[0];
    equal(
      [asked.kind, typeof session, folder],
      ["reconcile", "string", rig.work],
      JSON.stringify(asked.items),
    );
    const why = (await rig.must("why", id)).json;
    equal(String(why.message).includes(session), true, `why tells the session: ${why.message}`);
    const [, payload = ""] = /--ok '(.*)'/.exec(why.hint) ?? [];
    const before = rig.calls().filter(({ text }) => text.includes("DO-WAIT")).length;
    const done = await rig.must("reconcile", id, "--ok", payload);
    equal(done.json.status, "ok", JSON.stringify(done.json).slice(0, 800));
    const receipts = await rig.receipts(id);
    equal(receipts[2]?.status, "ok", said(receipts));
    equal(rig.seen("what comes after").includes(ORIGIN), true, "the turn behind it knows the first");
    const fork = await rig.fork(id, "--from-step", "1", "--var", "prompt1=the other way");
    equal(rig.seen("the other way").includes("DO-WAIT"), false, "the fork knows nothing of the lost turn");
    const diff = (await rig.must("diff", id, fork.id)).json;
    equal([diff.common, diff.firstDifference], [1, 2], "what origin and fork have in common");
    const lost = rig.calls().filter(({ text }) => lastLine(text, "DO-WAIT")).length;
    equal(lost <= before, true, `the lost turn was asked again: ${before}, then ${lost}`);
  },
};

/** The text is what was asked last. */
function lastLine(all: string, text: string): boolean {
  return all.lastIndexOf(text) > all.lastIndexOf("what comes after") && all.includes(text);
}

const SETTINGS = [
  ".claude/settings.json",
  ".gemini/settings.json",
  ".gemini/GEMINI.md",
  ".qwen/QWEN.md",
  ".codex/config.toml",
];

function micro(usd: number): number {
  return Math.round(usd * 1e6);
}
