// A coding agent that asks, as a user runs it: the real binary, a real child process that speaks the protocol.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Script, Step } from "../packages/agents/test/acp/scripted-agent.ts";
import { REPO, TempHome, until } from "./support/temp-home.ts";

const AGENT = join(REPO, "packages/agents/test/acp/scripted-agent.ts");
const BUN = process.execPath;

type Store = { home: TempHome; log(): string; out(name?: string): string | null } & AsyncDisposable;

async function store(
  mode: "strict" | "steps",
  turns: (dir: string) => Step[][],
  more = "",
  can: Script["can"] = ["load"],
): Promise<Store> {
  const home = await TempHome.create();
  const script = join(home.dir, "script.json");
  writeFileSync(script, JSON.stringify({ turns: turns(home.dir), can } satisfies Script));
  const flow = `
import { agent, createRoleModerator, END } from "@uncaged/workflow";
export default createRoleModerator({
  roles: {
    before: async () => ({ content: "begun", meta: {} }),
    coder: agent({ command: ${JSON.stringify([BUN, AGENT, script])}, via: "acp", system: "SYSTEM"${more} }),
  },
  moderator: ({ steps }) => (["before", "coder"] as const)[steps.length] ?? END,
});
export const descriptor = {
  description: "Codes", determinism: "${mode}",
  roles: { before: { description: "begins" }, coder: { description: "codes" } },
  effects: ["sys/agent.run@1"],
};
`;
  const added = await home.uw(["add", "code", await home.file("flow.ts", flow), "--json"]);
  if (added.exitCode !== 0) throw new Error(added.stdout + added.stderr);
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null);
  return {
    home,
    log: () => read(`${script}.log`) ?? "",
    out: (name = "a.txt") => read(join(home.dir, name)),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

const edit = (dir: string, name = "a.txt"): Step => ({
  ask: { tool: `Write ${name}`, kind: "edit", path: join(dir, name), content: "new\n" },
});

const run = ({ home }: Store, ...flags: string[]) =>
  home.uw(["run", "code", "--prompt", "Do it", "--json", ...flags]);

const waiting = async ({ home }: Store) => (await home.uw(["approvals", "--json"])).json.approvals;

for (const mode of ["strict", "steps"] as const)
  describe(`an agent that asks (${mode})`, () => {
    test("TURN-1, LEAVE-1: it parks for a person, who sees tool, path and diff; a yes is given to the agent once", async () => {
      await using it = await store(mode, (dir) => [
        [edit(dir), { say: "never said" }],
        [edit(dir), { say: "Done." }],
      ]);
      const parked = (await run(it)).json;
      expect(it.out()).toBeNull();
      const items = await waiting(it);
      expect(items[0]?.prompt).toContain("edit: Write a.txt");
      expect(items[0]?.items).toEqual([
        expect.objectContaining({
          tool: "Write a.txt",
          kind: "edit",
          paths: ["a.txt"],
          diffs: [{ path: "a.txt", oldText: null, newText: "new\n" }],
        }),
      ]);
      await it.home.untilQuiet();
      const id = parked.executionId;
      const done = await it.home.uw(["approve", id, "--json"]);
      expect(done.exitCode).toBe(0);
      await it.home.untilStatus(id, "completed");
      expect(it.out()).toBe("new\n");
      expect(it.log()).toContain("outcome o-allow_once");
      expect(it.log()).toMatch(/prompt 1 ".*It is granted/);
      const records = await it.home.records(id);
      expect(records.filter(({ kind }) => kind === "decision")).toHaveLength(1);
      expect(records.findLast(({ role }) => role === "coder")).toMatchObject({ content: "Done." });
      expect((await it.home.uw(["verify", id, "--json"])).exitCode).toBe(0);
    });

    test("LEAVE-3: a no is told to the agent, which goes on without; it may ask twice", async () => {
      await using it = await store(mode, (dir) => [
        [edit(dir)],
        [edit(dir), edit(dir, "b.txt")],
        [edit(dir, "b.txt"), { say: "Only b." }],
      ]);
      const id = (await run(it)).json.executionId;
      await it.home.uw(["deny", id, "--reason", "leave a alone", "--json"]);
      await it.home.untilStatus(id, "waiting");
      expect(it.log()).toContain("leave a alone");
      await it.home.uw(["approve", id, "--json"]);
      await it.home.untilStatus(id, "completed");
      expect([it.out(), it.out("b.txt")]).toEqual([null, "new\n"]);
      const records = await it.home.records(id);
      expect(records.filter(({ kind }) => kind === "decision").map(({ decision }) => decision)).toEqual([
        "deny",
        "approve",
      ]);
    });

    test("LEAVE-2: a session that is gone is begun anew, with the answer; nobody is asked again", async () => {
      await using it = await store(mode, (dir) => [[edit(dir), { say: "Done." }]]);
      const id = (await run(it)).json.executionId;
      for (const name of readdirSync(it.home.dir).filter((one) => one.startsWith("script.json.ses_")))
        rmSync(join(it.home.dir, name));
      await it.home.uw(["approve", id, "--json"]);
      await it.home.untilStatus(id, "completed");
      expect(it.out()).toBe("new\n");
      expect(it.log()).toContain("look at what is done already");
      const records = await it.home.records(id);
      expect(records.filter(({ kind }) => kind === "decision")).toHaveLength(1);
    });

    test("HELD-1: one that cannot load its session waits in memory, and the answer reaches its turn", async () => {
      await using it = await store(mode, (dir) => [[edit(dir), { say: "Done." }]], "", []);
      const id = (await run(it)).json.executionId;
      const [asked] = await waiting(it);
      expect(asked).toMatchObject({ kind: "approval", expiresAt: expect.any(String) });
      expect(it.out()).toBeNull();
      await it.home.uw(["approve", id, "--json"]);
      await it.home.untilStatus(id, "completed");
      expect(it.out()).toBe("new\n");
      expect(it.log().match(/^prompt/gm)).toHaveLength(1);
      await it.home.untilQuiet();
    });

    test("HELD-1: after kill -9 the task is given anew, with the answer; a time that ran out is a no", async () => {
      await using it = await store(mode, (dir) => [[edit(dir), { say: "Done." }]], "", []);
      const id = (await run(it)).json.executionId;
      await it.home.crash();
      await it.home.uw(["approve", id, "--json"]);
      await it.home.untilStatus(id, "completed");
      expect(it.out()).toBe("new\n");
      await using late = await store(
        mode,
        (dir) => [[edit(dir), { say: "Without." }]],
        ", approval: { ttlMs: 1000 }",
        [],
      );
      const other = (await run(late)).json.executionId;
      await Bun.sleep(1200);
      await late.home.uw(["tick", "--json"]);
      await late.home.untilStatus(other, "completed");
      expect(late.out()).toBeNull();
    });

    test("policy.yaml allows and denies without a person", async () => {
      await using it = await store(mode, (dir) => [[edit(dir), edit(dir, "b.txt"), { say: "Done." }]]);
      writeFileSync(
        it.home.layout.policy,
        'agents: { permissions: [{ path: "b.*", rule: deny }, { kind: edit, rule: allow }] }\n',
      );
      expect((await run(it)).json.status).toBe("ok");
      expect([it.out(), it.out("b.txt")]).toEqual(["new\n", null]);
    });

    test("an answer that comes too late grants nothing", async () => {
      await using it = await store(
        mode,
        (dir) => [[edit(dir)], [edit(dir), { say: "Without." }]],
        ", approval: { ttlMs: 1000 }",
      );
      const id = (await run(it)).json.executionId;
      await Bun.sleep(1200);
      const late = await it.home.uw(["approve", id, "--json"]);
      expect(late.exitCode).not.toBe(0);
      await it.home.uw(["tick", "--json"]);
      await it.home.untilStatus(id, "completed");
      expect(it.out()).toBeNull();
      expect(it.log()).toContain("outcome o-reject_once");
    });

    test("H5: kill -9 in a turn ends the agent, and reconcile decides what it did", async () => {
      const mark = `2${process.pid}.5`;
      await using it = await store(mode, () => [[{ child: mark }, { hang: true }], [{ say: "Again." }]]);
      const id = await it.home.start("code", "--prompt", "Do it");
      await until(async () => (it.log().includes("hangs") ? true : null), "the turn");
      await it.home.crash();
      const resumed = await it.home.uw(["resume", id, "--json"]);
      expect(resumed.events.map(({ type }) => type)).toContain("reconcile.required");
      expect(Bun.spawnSync(["pgrep", "-f", `sleep ${mark}`]).stdout.toString()).toBe("");
      expect((await waiting(it))[0]).toMatchObject({ threadId: id, kind: "reconcile" });
      const retried = it.home.spawn(["reconcile", id, "--retry", "--json"]);
      await until(async () => (it.log().split("hangs").length === 3 ? true : null), "the second turn");
      expect((await it.home.uw(["kill", id, "--json"])).exitCode).toBe(0);
      await retried.exited;
      expect(Bun.spawnSync(["pgrep", "-f", `sleep ${mark}`]).stdout.toString()).toBe("");
    });

    test("cancel ends the agent and what it started", async () => {
      const mark = `3${process.pid}.5`;
      await using it = await store(mode, () => [[{ child: mark }, { hang: true }]]);
      const id = await it.home.start("code", "--prompt", "Do it");
      await until(async () => (it.log().includes("hangs") ? true : null), "the turn");
      expect((await it.home.uw(["cancel", id, "--json"])).exitCode).toBe(0);
      await it.home.untilStatus(id, "cancelled");
      expect(Bun.spawnSync(["pgrep", "-f", `sleep ${mark}`]).stdout.toString()).toBe("");
    });

    test("a fork behind the answer keeps it, and asks nobody again", async () => {
      await using it = await store(mode, (dir) => [[edit(dir)], [edit(dir), { say: "Done." }]]);
      const id = (await run(it)).json.executionId;
      await it.home.uw(["approve", id, "--json"]);
      await it.home.untilStatus(id, "completed");
      const prompts = it.log().split("prompt ").length;
      const fork = await it.home.uw(["fork", id, "--from-role", "coder", "--json"]);
      expect(fork.json.status).toBe("ok");
      expect(it.log().split("prompt ")).toHaveLength(prompts);
    });
  });
