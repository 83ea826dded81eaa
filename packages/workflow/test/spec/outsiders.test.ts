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

describe("P1: a plan spends nothing, and is true", () => {
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
    const id = await wrote(home, []);
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
