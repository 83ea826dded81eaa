// RELIABILITY A1..A8: who may say yes, to what, and how often. A2's races are in approval-races.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cli } from "../../../../tests/support/in-process.ts";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { tokenHash } from "../../src/commands/approval-token.ts";
import { WorkflowError } from "../../src/contract/errors.ts";
import { type SettlePorts, settleCommand } from "../../src/engine/settle-command.ts";
import { foldYield, type YieldState } from "../../src/replay/fold-yield.ts";

const ASKS = `
export const descriptor = { description: "asks", roles: {} };
export default async function* ({ steps }) {
  for (let n = steps.length; n < 2; n++) {
    const answer = yield { do: "approve", prompt: "ship it?", items: [{ rm: "everything" }] };
    yield { role: "r" + n, content: JSON.stringify(answer), meta: {} };
  }
  return { returnCode: 0, summary: "asked" };
}`;

type Asked = { id: string; token: string };

async function ask(home: TempHome, name: string, prompt = ""): Promise<Asked> {
  const ran = (await cli(home, ["run", name, "--prompt", prompt, "--json"])).json;
  return { id: ran.executionId, token: ran.requiresApproval.resumeToken };
}

const codeOf = ({ json }: { json: { error?: { code: string } | null; status?: string } }) =>
  json.error?.code ?? json.status;

/** Every way of writing a token that is not the token. */
function mutations(token: string): Record<string, string> {
  const body = token.slice("wrf_rt_".length);
  const flip = (index: number) =>
    `wrf_rt_${body.slice(0, index)}${body[index] === "7" ? "6" : "7"}${body.slice(index + 1)}`;
  const bytes = Buffer.from(body);
  return {
    "first character": flip(0),
    "a character in the middle": flip(13),
    "last character": flip(25),
    "lower case": `wrf_rt_${body.toLowerCase()}`,
    "upper case": token.toUpperCase(),
    "one lower letter": `wrf_rt_${body.replace(/[A-Z]/, (letter) => letter.toLowerCase())}`,
    "O for 0": `wrf_rt_O${body.slice(1)}`,
    "I for 1": `wrf_rt_${body.slice(0, 5)}I${body.slice(6)}`,
    "L for 1": `wrf_rt_${body.slice(0, 5)}L${body.slice(6)}`,
    "beyond 128 bits": `wrf_rt_8${body.slice(1)}`,
    "padding with =": `${token}=`,
    "padding with ==": `${token}==`,
    "a space before": ` ${token}`,
    "a space behind": `${token} `,
    "a newline behind": `${token}\n`,
    "a NUL behind": `${token}\u0000`,
    "a suffix": `${token}0`,
    "a suffix of words": `${token}.admin`,
    "without its last character": token.slice(0, -1),
    "without its prefix": body,
    "another prefix": `wrf_at_${body}`,
    "the prefix twice": `wrf_rt_${token}`,
    "hyphens in it": `wrf_rt_${body.slice(0, 8)}-${body.slice(8)}`,
    "a zero-width joiner": `wrf_rt_${body.slice(0, 8)}\u200d${body.slice(8)}`,
    "full-width digits": token.replace(/[0-9]/g, (digit) =>
      String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
    ),
    "base64 of it": Buffer.from(token).toString("base64"),
    "base64url of it": Buffer.from(token).toString("base64url"),
    "hex of it": bytes.toString("hex"),
    "its digest": tokenHash(token),
    reversed: `wrf_rt_${[...body].reverse().join("")}`,
    "nothing at all": "",
    "only the prefix": "wrf_rt_",
  };
}

describe("A1, A4, A5, A2: tokens", () => {
  let home: TempHome;
  let asked: Asked;
  let other: Asked;
  beforeAll(async () => {
    home = await TempHome.create();
    await home.add("asks", ASKS);
    asked = await ask(home, "asks");
    other = await ask(home, "asks");
  }, 60_000);
  afterAll(() => home[Symbol.asyncDispose]());

  for (const [what, change] of Object.entries(mutations(`wrf_rt_${"7".repeat(26)}`)).map(
    ([name]) => [name, (token: string) => mutations(token)[name] as string] as const,
  ))
    test(`A1, A4: a token with ${what} decides nothing`, async () => {
      const path = await home.journalPath(asked.id);
      const before = readFileSync(path);
      const wrong = change(asked.token);
      if (wrong === asked.token) return; // nothing to change in this one
      const ran = await cli(home, ["approve", asked.id, `--token=${wrong}`, "--json"]);
      expect(["RESUME_MISMATCH", "USAGE"]).toContain(codeOf(ran) as string);
      expect(ran.exitCode).not.toBe(0);
      expect(readFileSync(path).equals(before)).toBe(true);
    });

  test("A5: a token of another thread decides nothing here, and is not used up there", async () => {
    expect(codeOf(await cli(home, ["approve", asked.id, "--token", other.token, "--json"]))).toBe(
      "RESUME_MISMATCH",
    );
    expect(codeOf(await cli(home, ["deny", other.id, "--token", asked.token, "--json"]))).toBe(
      "RESUME_MISMATCH",
    );
    expect(await home.status(other.id)).toBe("waiting");
  });

  test("A2, A5: a token serves once, and not for the next step", async () => {
    const first = await cli(home, ["approve", asked.id, "--token", asked.token, "--json"]);
    expect(first.json.status).toBe("needs_approval");
    const next = first.json.requiresApproval.resumeToken;
    expect(next).not.toBe(asked.token);
    for (const verb of ["approve", "deny"])
      expect(codeOf(await cli(home, [verb, asked.id, "--token", asked.token, "--json"]))).toBe(
        "TOKEN_CONSUMED",
      );
    expect(codeOf(await cli(home, ["approve", asked.id, "--token", next, "--json"]))).toBe("ok");
    expect(codeOf(await cli(home, ["deny", asked.id, "--token", next, "--json"]))).toBe("TOKEN_CONSUMED");
  });

  test("A2, S1: a decision survives kill -9 of whoever carries it out", async () => {
    await cli(home, ["approve", other.id, "--token", other.token, "--detach", "--json"]);
    await home.crash();
    await cli(home, ["resume", "--all", "--json"]);
    await home.untilStatus(other.id, "waiting");
    await home.untilQuiet();
    const decisions = (await home.records(other.id)).filter(({ kind }) => kind === "decision");
    expect(decisions).toMatchObject([{ decision: "approve" }]);
    expect(codeOf(await cli(home, ["deny", other.id, "--token", other.token, "--json"]))).toBe(
      "TOKEN_CONSUMED",
    );
  });
});

describe("A3: expiry", () => {
  const intent = {
    kind: "intent" as const,
    n: 1,
    index: 0,
    id: "a".repeat(64),
    origin: "workflow" as const,
    timestamp: 0,
  };
  const token = `wrf_rt_${"0".repeat(26)}`;
  const open = (): YieldState =>
    foldYield(
      null,
      {
        ...intent,
        do: "approve",
        prompt: "?",
        items: [],
        ttlMs: 1000,
        tokenHash: tokenHash(token),
        expiresAt: 1000,
      },
      2,
    ) as YieldState;
  const ports = (now: number): SettlePorts => ({
    identity: { thread: "T", workflow: "w", hash: "H", key: null, epoch: 0 },
    now,
    actor: "ann",
    owner: "ann",
    starters: [],
    admins: [],
    sign: async () => "",
    normalise: (_schema, value) => ({ value }),
    find: () => undefined,
    wasGivenOut: () => true,
    hasIntent: () => false,
  });
  const approve = { type: "decide" as const, decision: "approve" as const, token };

  test("A3: at its last moment it is too late, and that is recorded as a no", async () => {
    expect((await settleCommand(open(), approve, ports(999))).error).toBeUndefined();
    const late = await settleCommand(open(), approve, ports(1000));
    expect(late.error?.code).toBe("TOKEN_EXPIRED");
    expect(late.records).toMatchObject([{ decision: "deny", actor: "system", reason: "approval_timeout" }]);
  });

  test("A3: once it has run out, a clock that is set back opens nothing", async () => {
    const state = open();
    const { records } = await settleCommand(state, { type: "wake", now: 5000 }, ports(5000));
    for (const record of records) foldYield(state, { ...record, timestamp: 0 } as never, 3);
    const again = settleCommand(state, approve, ports(10));
    await expect(again).rejects.toMatchObject({ code: "TOKEN_CONSUMED" });
    expect(await again.catch((error) => error)).toBeInstanceOf(WorkflowError);
  });

  test("A3: tick lets it run out, once, and a yes that comes later is refused", async () => {
    await using home = await TempHome.create();
    await home.add("asks", ASKS);
    const { id, token: own } = await ask(home, "asks");
    const later = String(Date.now() + 2 * 86_400_000);
    expect((await cli(home, ["tick", "--now", later, "--json"])).json.expired).toEqual([id]);
    await home.untilStatus(id, "cancelled");
    expect((await cli(home, ["tick", "--now", later, "--json"])).json.due).toBe(0);
    expect(codeOf(await cli(home, ["approve", id, "--token", own, "--json"]))).toBe("TOKEN_EXPIRED");
    const decisions = (await home.records(id)).filter(({ kind }) => kind === "decision");
    expect(decisions).toMatchObject([{ decision: "deny", actor: "system", reason: "approval_timeout" }]);
  });
});

test("A5: the decision about an effect binds its params: other params are another intent", async () => {
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home, "financial");
  await Bun.write(home.layout.policy, "risks: { financial: approve }\n");
  await home.add(
    "pays",
    `import { existsSync } from "node:fs";
export const descriptor = { description: "pays", roles: {}, effects: ["ledger/once@1"] };
export default async function* ({ steps, prompt }) {
  if (steps.length === 0) {
    yield { do: "effect", effect: "ledger/once@1", params: { nonce: existsSync(prompt) ? "ten-thousand" : "ten" } };
    yield { role: "r", content: "", meta: {} };
  }
  return { returnCode: 0, summary: "paid" };
}`,
  );
  const swap = join(home.dir, "swap");
  const { id, token } = await ask(home, "pays", swap);
  await home.untilQuiet();
  await Bun.write(swap, "");
  const ran = await cli(home, ["approve", id, "--token", token, "--json"]);
  expect(ledger.called()).toEqual([]);
  expect(ran.json.status).toBe("needs_approval");
  expect(ran.json.requiresApproval.items).toEqual([
    { effect: "ledger/once@1", params: { nonce: "ten-thousand" } },
  ]);
});

test("A6: what is shown is all that is bound, and no character of it acts on the terminal", async () => {
  await using home = await TempHome.create();
  const nasty = {
    ansi: "rm -rf /\u001b[2K\u001b[1Gls",
    osc: "\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007",
    c1: "\u009b31m",
    bidi: "user\u202e\u2066txt.exe\u2069",
    carriage: "rm -rf /\rls      ",
    zero: "\u0000\u0008",
  };
  const commands = Array.from({ length: 50 }, (_, n) => (n === 49 ? "rm -rf / # the tail" : `echo ${n}`));
  const items = [nasty, { commands }, "x".repeat(5000), "next: approve"];
  await home.add(
    "asks",
    `export const descriptor = { description: "asks", roles: {} };
const items = ${JSON.stringify(items)};
export default async function* ({ steps }) {
  if (steps.length === 0) {
    yield { do: "approve", prompt: "harmless?\\n\\u001b[1A\\n  next uncaged-workflow kill", items };
    yield { role: "r", content: "", meta: {} };
  }
  return { returnCode: 0, summary: "asked" };
}`,
  );
  const { id } = await ask(home, "asks");
  const bound = (await home.records(id)).find(({ kind }) => kind === "intent").items;
  expect(bound).toEqual(items);
  expect((await cli(home, ["approvals", "--json"])).json.approvals[0].items).toEqual(items);
  for (const args of [["approvals"], ["why", id]]) {
    const { stdout } = await cli(home, args, { hasColor: false });
    expect(stdout).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
    );
    if (args[0] !== "approvals") continue;
    for (const command of commands) expect(stdout).toContain(command);
    expect(stdout.replace(/\s/g, "")).toContain("x".repeat(5000));
    expect(stdout).toContain("\\u202e");
  }
});

test("A7: neither bundle, effect, journal nor log ever holds a token", async () => {
  await using home = await TempHome.create();
  await Ledger.open(home);
  await home.add(
    "greps",
    `import { readdirSync, readFileSync, statSync } from "node:fs";
export const descriptor = { description: "greps", roles: {}, effects: ["sys/exec@1"] };
const files = (path) => { try { return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => files(path + "/" + name)) : [readFileSync(path, "latin1")]; } catch { return []; } };
const found = (texts) => texts.join("\\n").match(/wrf_rt_[0-9A-Z]{26}/g) ?? [];
export default async function* (input, options) {
  const look = () => found([
    JSON.stringify(input), JSON.stringify(options), JSON.stringify(process.env), process.argv.join(" "),
    ...files(input.prompt), ...files("/proc/self/environ"), ...files("/proc/self/cmdline"),
  ]);
  if (input.steps.length === 0) {
    const answer = yield { do: "approve", prompt: "may I?" };
    const told = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["env"] } };
    yield { role: "grep", content: JSON.stringify([...look(), ...found([JSON.stringify(answer), JSON.stringify(told)])]), meta: {} };
  }
  return { returnCode: 0, summary: "grepped" };
}`,
  );
  const { id, token } = await ask(home, "greps", home.home);
  const ran = await cli(home, ["approve", id, "--token", token, "--json"]);
  expect(ran.json.output.last.content).toBe("[]");
  const every = readdirSync(home.home, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(every.length).toBeGreaterThan(3);
  for (const entry of every)
    expect(readFileSync(join(entry.parentPath, entry.name), "latin1")).not.toContain(token.slice(7));
});

test('A8: there is no "allow always": the very same action asks again, in the same thread and in the next', async () => {
  await using home = await TempHome.create();
  await Bun.write(home.layout.policy, "risks: { write: approve }\n");
  await home.add(
    "twice",
    `export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"] };
export default async function* () {
  const action = { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } };
  yield action;
  yield action;
  return { returnCode: 0, summary: "" };
}`,
  );
  const first = await ask(home, "twice");
  const second = (await cli(home, ["approve", first.id, "--json"])).json;
  expect([second.status, second.requiresApproval.stepId]).toEqual(["needs_approval", "n2"]);
  expect((await cli(home, ["approve", first.id, "--json"])).json.status).toBe("ok");
  const next = await ask(home, "twice");
  expect((await cli(home, ["approvals", "--json"])).json.approvals).toMatchObject([{ threadId: next.id }]);
});
