// A2: a decision is made once, whoever comes at the same time. The socket hands requests over without a pause between.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { WorkerSocket } from "../../../../tests/support/socket.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { startForToken } from "../../../../tests/support/token.ts";

/** Asks `prompt` times; one that is to "keep" only keeps its worker alive. */
const asking = (
  ask: string,
  opening: string,
  effects: string[] = [],
) => `import { existsSync } from "node:fs";
export const descriptor = { description: "asks", roles: {}, effects: ${JSON.stringify(effects)} };
export default async function* (input) {
  const { prompt } = input;
  if (prompt.startsWith("/")) {
    while (!existsSync(prompt)) await new Promise((go) => setTimeout(go, 5));
    return { returnCode: 0, summary: "kept" };
  }
  ${opening}
  for (let n = begun; n < Number(prompt); n++) {
    const answer = yield ${ask};
    yield { role: "r" + n, content: JSON.stringify(answer), meta: {} };
  }
  return { returnCode: 0, summary: "asked" };
}`;
const APPROVAL = `{ do: "approve", prompt: "go on?", id: "ask-" + n, onDeny: "deliver" }`;
const PARKS = "const begun = input.steps.length;";
/** It never looks at its steps, so it has to wait in memory. */
const STAYS = `const begun = 0; yield { role: "first", content: "", meta: {} };`;

async function kept(home: TempHome, source: string): Promise<{ hash: string; release(): void }> {
  const hash = await home.add("ask", source);
  const gate = `${home.dir}/gate`;
  await home.start("ask", "--prompt", gate);
  return { hash, release: () => writeFileSync(gate, "") };
}

const decide = (threadId: string, decision: "approve" | "deny", more: object = {}) => ({
  op: "settle",
  threadId,
  settlement: { type: "decide", decision, ...more },
  actor: "tester",
  admins: ["tester"],
});

const ROUNDS = 25;

for (const [how, opening] of [
  ["parks", PARKS],
  ["waits in memory", STAYS],
] as const)
  test(`A2: approve and deny in one breath to a thread that ${how}: one is recorded, ${ROUNDS} times`, async () => {
    await using home = await TempHome.create();
    const { hash, release } = await kept(home, asking(APPROVAL, opening));
    const id = await home.start("ask", "--prompt", String(ROUNDS));
    using socket = await WorkerSocket.open(home, hash);
    const winners: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await home.untilStatus(id, "waiting");
      const pair = round % 2 === 0 ? (["approve", "deny"] as const) : (["deny", "approve"] as const);
      const stepId = `ask-${round}`;
      const answers = await socket.ask([...pair, ...pair].map((word) => decide(id, word, { stepId })));
      // Which of them is a matter of the loader, the first time.
      const won = answers.flatMap(({ ok }, index) => (ok ? [[...pair, ...pair][index] as string] : []));
      expect(won).toHaveLength(1);
      winners.push(...won);
      const refused = answers.filter(({ ok }) => !ok).map(({ error }) => error.code);
      expect(refused).toEqual(Array(3).fill("STATE_INVALID"));
      await home.untilSteps(id, round + 1 + (opening === STAYS ? 1 : 0));
    }
    release();
    await home.untilStatus(id, "completed");
    const records = await home.records(id);
    const decisions = records.filter(({ kind }) => kind === "decision");
    expect(decisions.map(({ decision }) => decision)).toEqual(winners);
    const told = records
      .filter(({ role }) => /^r\d/.test(role))
      .map(({ content }) => JSON.parse(content).decision);
    expect(told).toEqual(decisions.map(({ decision }) => decision));
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });

test("A2: an effect that was approved is not denied in the same breath; it is applied once", async () => {
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home, "financial");
  await Bun.write(home.layout.policy, "risks: { financial: approve }\n");
  const effect = `{ do: "effect", effect: "ledger/keyed@1", id: "pay-" + n, params: { nonce: "n" + n } }`;
  const { hash, release } = await kept(home, asking(effect, PARKS, ["ledger/keyed@1"]));
  const id = await home.start("ask", "--prompt", "5");
  using socket = await WorkerSocket.open(home, hash);
  for (let round = 0; round < 5; round++) {
    await home.untilStatus(id, "waiting");
    const more = { stepId: `pay-${round}` };
    const answers = await socket.ask([
      decide(id, "approve", more),
      decide(id, "deny", more),
      decide(id, "approve", more),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
    await home.untilSteps(id, round + 1);
  }
  release();
  await home.untilStatus(id, "completed");
  const kinds = (await home.records(id)).filter(({ kind }) => kind === "decision");
  expect(kinds.map(({ decision }) => decision)).toEqual(Array(5).fill("approve"));
  expect(ledger.called()).toHaveLength(5);
  expect(ledger.applied()).toHaveLength(5);
});

test("A2: a wrong token in the same breath does not spoil the right one", async () => {
  await using home = await TempHome.create();
  const { hash, release } = await kept(home, asking(APPROVAL, PARKS));
  const { id, token } = await startForToken(home, "ask", "1");
  const wrong = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
  using socket = await WorkerSocket.open(home, hash);
  const answers = await socket.ask([
    decide(id, "deny", { token: wrong }),
    decide(id, "approve", { token }),
    decide(id, "deny", { token }),
  ]);
  expect(answers.map(({ ok, error }) => (ok ? "ok" : error.code))).toEqual([
    "RESUME_MISMATCH",
    "ok",
    "TOKEN_CONSUMED",
  ]);
  release();
  expect(await home.untilStatus(id, "completed", "cancelled")).toBe("completed");
});
