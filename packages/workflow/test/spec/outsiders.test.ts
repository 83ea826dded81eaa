// What people met who had only the documents: plans that were not true, checks that looked away.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ledger } from "../../../../tests/support/ledger.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const EFFECTS = ["ledger/once@1", "ledger/keyed@1"];

/** Never reads `steps`, reads them, or repeats itself. */
function flow(mode: "forgetful" | "steps" | "strict", body: string): string {
  const determinism = mode === "strict" ? { determinism: "strict" } : {};
  const input = mode === "forgetful" ? "{ prompt }" : "{ prompt, steps }";
  return `export const descriptor = ${JSON.stringify({ description: "d", roles: {}, effects: EFFECTS, ...determinism })};
const put = (kind, nonce, more = {}) => ({ do: "effect", effect: "ledger/" + kind + "@1", params: { nonce, ...more } });
export default async function* (${input}) {
${body}
  return { returnCode: 0, summary: "done" };
}
`;
}

const role = (name: string) => `yield { role: "${name}", content: "", meta: {} };`;

describe("PROMISE-1: a plan spends nothing, and is true", () => {
  test("resume --all --plan is refused, and so is a plan from the start", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add("flow", flow("steps", `yield put("keyed", "n", { stop: "before" }); ${role("end")}`));
    const id = await home.start("flow");
    await ledger.untilAt("n");
    await home.crash();
    for (const args of [["--all"], [id, "--from-start"]]) {
      const ran = await home.uw(["resume", ...args, "--plan", "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
    }
    expect(ledger.called("n")).toHaveLength(1);
  });

  test("a fork of code that begins anew plans everything again", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add(
      "flow",
      flow("forgetful", `yield put("once", "a"); ${role("one")} yield put("once", "b"); ${role("two")}`),
    );
    const { executionId } = (await home.uw(["run", "flow", "--json"])).json;
    const plan = (await home.uw(["fork", executionId, "--plan", "--json"])).json;
    expect(plan.kept).toEqual({ steps: 0, commands: 0 });
    expect(plan.runs.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["n1", "n3"]);
    expect(plan.runs[0].why).toContain("begins anew");
    await home.uw(["fork", executionId, "--json"]);
    expect(ledger.called("a")).toHaveLength(2);
  });
});

describe("H2: an effect in doubt", () => {
  for (const mode of ["steps", "strict"] as const)
    test(`is settled before a thread begins anew (${mode})`, async () => {
      await using home = await TempHome.create();
      const ledger = await Ledger.open(home);
      await home.add(
        "flow",
        flow(mode, `${role("one")} yield put("once", "n", { stop: "before" }); ${role("end")}`),
      );
      const id = await home.start("flow");
      await ledger.untilAt("n");
      await home.crash();
      const before = await home.records(id);
      const ran = await home.uw(["resume", id, "--from-start", "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([20, "STATE_INVALID"]);
      expect(ran.json.error.hint).toBe(`uncaged-workflow reconcile ${id}`);
      expect(await home.records(id)).toEqual(before);
      expect(ledger.called("n")).toHaveLength(1);
    });

  test("is not taken into a fork whose code begins anew", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    await home.add(
      "flow",
      flow("forgetful", `${role("one")} yield put("once", "n", { stop: "before" }); ${role("end")}`),
    );
    const id = await home.start("flow");
    await ledger.untilAt("n");
    await home.crash();
    for (const more of [[], ["--plan"]]) {
      const ran = await home.uw(["fork", id, ...more, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([20, "STATE_INVALID"]);
    }
    expect(ledger.called("n")).toHaveLength(1);
  });
});

describe("fsck", () => {
  const withoutEffects = () => flow("steps", role("end")).replace(JSON.stringify(EFFECTS), "[]");

  test("tells of a damaged state.db, and rebuilds it", async () => {
    await using home = await TempHome.create();
    await home.add("flow", withoutEffects());
    await home.uw(["run", "flow", "--json"]);
    await home.untilQuiet();
    writeFileSync(home.layout.database, "garbage, no database");
    const found = await home.uw(["fsck", "--json"]);
    expect(found.exitCode).toBe(20);
    expect(found.json.problems.map(({ file }: { file: string }) => file)).toContain(home.layout.database);
    await home.uw(["fsck", "--rebuild", "--json"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
    expect((await home.uw(["fsck", "--json"])).exitCode).toBe(0);
  });

  test.each(["effects.yaml", "policy.yaml", "config.yaml"])(
    "tells of a %s that cannot be read",
    async (name) => {
      await using home = await TempHome.create();
      await home.add("flow", withoutEffects());
      const path = join(home.layout.root, name);
      writeFileSync(path, "a: [1\n");
      const found = await home.uw(["fsck", "--json"]);
      expect(found.exitCode).not.toBe(0);
      expect(found.json.problems.map(({ file }: { file: string }) => file)).toContain(path);
    },
  );
});

describe("H7: a secret that an effect wrote into a file", () => {
  const CANARY = "canary-7f3a9c1e5b";
  const source = `export const descriptor = { description: "d", roles: {}, effects: ["sys/fs.write@1"],
  secrets: [{ name: "TOKEN", effects: ["sys/fs.write@1"], files: ["token.txt"] }] };
export default async function* ({ steps }) {
  if (steps.length === 0) {
    yield { do: "effect", effect: "sys/fs.write@1", params: { path: "token.txt", content: { $secret: "TOKEN" } } };
    yield { do: "effect", effect: "sys/fs.write@1", params: { path: "plain.txt", content: "plain" } };
    yield { role: "wrote", content: "", meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;

  async function wrote(home: TempHome, flags: string[]): Promise<string> {
    await home.add("flow", source);
    writeFileSync(join(home.layout.root, "config.yaml"), "secrets:\n  TOKEN: { env: TOKEN }\n", {
      mode: 0o600,
    });
    const ran = await home.uw(["run", "flow", "--json", ...flags], { env: { TOKEN: CANARY } });
    expect(ran.json.status).toBe("ok");
    expect(ran.json.unkept).toEqual([{ path: "token.txt", why: "secret" }]);
    await home.untilQuiet();
    return ran.json.executionId;
  }

  test("is in no state of a store's folder, and a fork says that it has not got it", async () => {
    await using home = await TempHome.create();
    const id = await wrote(home, ["--workspace", "own"]);
    expect(readFileSync(join(home.layout.workspace(id), "token.txt"), "utf8")).toBe(CANARY);
    expect(await holding(home.layout.states, CANARY)).toEqual([]);
    expect(await holding(home.layout.states, "plain")).not.toEqual([]);
    const forked = await home.uw(["fork", id, "--from-step", "1", "--json"]);
    const folder = home.layout.workspace(forked.json.executionId);
    expect([existsSync(join(folder, "token.txt")), existsSync(join(folder, "plain.txt"))]).toEqual([
      false,
      true,
    ]);
    expect((await home.uw(["gc", "--older-than", "0", "--json"])).json.kept).toEqual([]);
  });

  test("is in no object of the repository of a worktree", async () => {
    await using home = await TempHome.create();
    const repo = join(home.dir, "repo");
    await Bun.$`git init -q ${repo} && cd ${repo} && git -c user.name=t -c user.email=t@t commit -q --allow-empty -m one`.quiet();
    const id = await wrote(home, ["--workspace", repo, "--worktree"]);
    const tree = await Bun.$`git -C ${repo} ls-tree -r --name-only refs/uncaged/${id}`.text();
    expect(tree.trim()).toBe("plain.txt");
    const objects = await Bun.$`git -C ${repo} cat-file --batch-all-objects --batch`.quiet();
    expect(objects.stdout.toString()).not.toContain(CANARY);
  });

  async function holding(folder: string, text: string): Promise<string[]> {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const paths = files.map((one) => join(one.parentPath, one.name));
    return paths.filter((path) => readFileSync(path, "utf8").includes(text));
  }
});

describe("H2: the loser of an `any` that may be done once", () => {
  const loser = `put("once", "n", { stop: "before" })`;
  const race = `yield { do: "any", of: [${loser}, { do: "sleep", until: new Date(Date.now() + 300).toISOString() }] };`;
  const ask = `yield { do: "approve", prompt: "go on without?" };`;

  async function waiting(home: TempHome, body: string): Promise<string> {
    await home.add("flow", flow("steps", body));
    const { executionId, status } = (await home.uw(["run", "flow", "--prompt", home.dir, "--json"])).json;
    expect(status).toBe("needs_approval");
    await home.untilQuiet();
    return executionId;
  }

  test("is not sent again by a race that is another each time", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    const id = await waiting(home, `${race} ${ask} ${role("end")}`);
    for (let times = 0; times < 3; times++) {
      await home.uw(["approve", id, "--json"]);
      await home.untilQuiet();
    }
    expect(ledger.called("n")).toHaveLength(1);
  });

  test("waits for a person where it is asked for alone", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    const again = `fs.existsSync(prompt + "/again")`;
    const body = `if (${again}) { yield ${loser}; } else { ${race} ${ask} } ${role("end")}`;
    const source = `import * as fs from "node:fs";\n${flow("steps", body)}`;
    await home.add("flow", source);
    const id = (await home.uw(["run", "flow", "--prompt", home.dir, "--json"])).json.executionId;
    await home.untilQuiet();
    await home.file("again", "");
    await home.uw(["approve", id, "--json"]);
    await home.untilQuiet();
    const [doubt] = (await home.uw(["approvals", "--json"])).json.approvals;
    expect(doubt.kind).toBe("reconcile");
    expect(ledger.called("n")).toHaveLength(1);
    await home.crash();
    await home.uw(["resume", "--all", "--json"]);
    expect(ledger.called("n")).toHaveLength(1);
    const told = await home.uw(["reconcile", id, "--ok", '{"nonce":"n"}', "--json"]);
    expect(told.json.status).toBe("ok");
    expect(ledger.called("n")).toHaveLength(1);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });
});

describe("FORK-1: a fork of a thread with an effect in doubt", () => {
  test("waits for a person, though a no ended the origin", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    const both = `yield [put("once", "n", { stop: "before" }), { do: "approve", prompt: "ok?" }];`;
    await home.add("flow", flow("strict", `${role("one")} ${both} ${role("end")}`));
    const id = await home.start("flow");
    await ledger.untilAt("n");
    await home.uw(["deny", id, "--json"]);
    await home.untilStatus(id, "cancelled");
    const plan = (await home.uw(["fork", id, "--plan", "--json"])).json;
    expect([plan.runs, plan.waits.length]).toEqual([[], 1]);
    const forked = (await home.uw(["fork", id, "--json"])).json;
    expect(forked.status).toBe("waiting");
    expect(ledger.called("n")).toHaveLength(1);
  });

  test("does not take over that the origin was allowed to send it again", async () => {
    await using home = await TempHome.create();
    const ledger = await Ledger.open(home);
    const both = `yield [put("once", "a", { stop: "before" }), put("once", "b", { stop: "before" })];`;
    await home.add("flow", flow("strict", `${role("one")} ${both} ${role("end")}`));
    const id = await home.start("flow");
    await Promise.all([ledger.untilAt("a"), ledger.untilAt("b")]);
    await home.crash();
    await home.uw(["resume", id, "--json"]);
    await home.untilQuiet();
    const { approvals } = (await home.uw(["approvals", "--json"])).json;
    expect(approvals).toHaveLength(2);
    await home.uw(["reconcile", id, "--intent", approvals[0].intent, "--retry", "--json"]);
    await home.untilQuiet();
    const forked = (await home.uw(["fork", id, "--json"])).json;
    const asked = (await home.uw(["approvals", "--json"])).json.approvals;
    expect(
      asked.filter(({ threadId }: { threadId: string }) => threadId === forked.executionId),
    ).toHaveLength(2);
    expect(ledger.called()).toHaveLength(2);
  });
});

test("H10: a yes is for the very words, also where other words have the same XXH64", async () => {
  const texts = [
    "..$5.00   , invoice of November; r!Wvq     (number of the order), thank you.",
    "..$9903700, invoice of November; r@   B4-: (number of the order), thank you.",
  ] as const;
  const yieldOf = (prompt: string) => JSON.stringify({ do: "approve", prompt: `Pay ${prompt}` });
  const [a, b] = texts.map((text) => Bun.hash.xxHash64(yieldOf(text)));
  expect(a).toBe(b as bigint);
  await using home = await TempHome.create();
  const ledger = await Ledger.open(home);
  const pays = `yield { do: "approve", prompt: "Pay " + prompt }; ${role("asked")} yield put("once", "paid");`;
  await home.add("flow", flow("strict", pays));
  const first = (await home.uw(["run", "flow", "--prompt", texts[0], "--json"])).json;
  await home.uw(["approve", first.executionId, "--json"]);
  const forked = await home.uw([
    "fork",
    first.executionId,
    "--from-step",
    "1",
    "--prompt",
    texts[1],
    "--json",
  ]);
  expect(forked.json.status).toBe("needs_approval");
  expect(ledger.called("paid")).toHaveLength(1);
});

test("H1: a program of the workspace does not stand for one that PATH names, whatever PATH holds", async () => {
  await using home = await TempHome.create();
  const tool = (folder: string, says: string) => {
    const path = join(folder, "deploytool");
    writeFileSync(path, `#!/bin/sh\necho ${says}\n`, { mode: 0o755 });
  };
  const [workspace, bin] = [join(home.dir, "ws"), join(home.dir, "bin")];
  await Bun.$`mkdir ${workspace} ${bin}`.quiet();
  tool(workspace, "stolen");
  tool(bin, "real");
  await home.add(
    "flow",
    `export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1"] };
export default async function* () {
  const { payload } = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["deploytool"] } };
  return { returnCode: 0, summary: payload.stdout.trim() };
}
`,
  );
  const env = { PATH: `.:${process.env.PATH}:${bin}` };
  const ran = await home.uw(["run", "flow", "--workspace", workspace, "--json"], { env });
  expect(ran.json.output.summary).toBe("real");
});

test.each([
  ["https://u:SECRET@ED8@host.example/a", "https://host.example/a"],
  ["https://host.example/a/b.git?access_token=SECRET", "https://host.example/a/b.git"],
  ["https:/u:SECRET@host.example/a", "https:/host.example/a"],
  ["git@host.example:a/b.git", "git@host.example:a/b.git"],
])("N13: the address %s is recorded without a key", async (url, recorded) => {
  const { withoutCredentials } = await import("../../src/host/start/read-workspace.ts");
  expect(withoutCredentials(url)).toBe(recorded);
});
