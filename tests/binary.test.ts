// The single-file binary, built and used. It is one file of about 100 MB, built in a temp folder and removed.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { buildBinary } from "../scripts/build-binary.ts";
import { HOSTILE_FILES } from "./support/hostile-files.ts";
import { PLACES, StrangePlace } from "./support/strange-place.ts";
import { TempHome } from "./support/temp-home.ts";

const FLOW = `export default async function* ({ prompt, steps }) {
  console.log("printed by the bundle");
  if (steps.length === 0) yield { role: "planner", content: "plan: " + prompt, meta: {} };
  if (steps.length <= 1) yield { role: "coder", content: "code", meta: { evalIsOff: evalIsOff() } };
  return { returnCode: 0, summary: "done" };
}
function evalIsOff() {
  try { (0, globalThis["ev" + "al"])("1"); return false; } catch { return true; }
}`;

/** Without the template of an executable for this platform Bun would download one. */
const REASON = await whyNot();

let folder: string;
let home: TempHome;
let binary: string;

beforeAll(async () => {
  if (REASON !== null) return;
  folder = await mkdtemp(join(tmpdir(), "uw-binary-"));
  binary = join(folder, "uncaged-workflow");
  await buildBinary(binary);
  home = await TempHome.create();
});

afterAll(async () => {
  if (REASON !== null) return;
  await home[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(REASON !== null)(`the single-file binary${REASON === null ? "" : ` (${REASON})`}`, () => {
  test("adds, runs and shows a workflow, its worker being itself", async () => {
    const file = await home.bundle("flow", FLOW);
    expect((await run("add", "flow", file)).exitCode).toBe(0);
    const ran = await run("run", "flow", "--prompt", "hi", "--json");
    expect(ran.exitCode).toBe(0);
    const { executionId, status, output } = JSON.parse(ran.stdout);
    expect({ status, returnCode: output.returnCode }).toEqual({ status: "ok", returnCode: 0 });
    const thread = JSON.parse((await run("thread", executionId, "--json")).stdout);
    expect(thread.steps.map((step: { role: string }) => step.role)).toEqual(["planner", "coder"]);
    expect(thread.steps[1].meta).toEqual({ evalIsOff: true });
    expect((await run("logs", executionId)).stdout).toContain("printed by the bundle");
    expect((await run("verify", executionId)).exitCode).toBe(0);
  });

  test("forks, and the fork keeps what was done", async () => {
    const { threads } = JSON.parse((await run("threads", "--json")).stdout);
    const forked = await run("fork", threads[0].threadId, "--from-role", "planner", "--json");
    expect(JSON.parse(forked.stdout).output).toMatchObject({ returnCode: 0, roles: 2 });
  });

  test("carries out a plan: the bundle for it is inside", async () => {
    const steps = [{ id: "say", type: "tool", tool: "exec", arguments: { argv: ["echo", "hi"] } }];
    const request = JSON.stringify({ workflow: { steps }, runtime: { idempotencyKey: "k" } });
    const send = (hash: string) =>
      runWith(
        request,
        "run",
        "--execution-id",
        "e1",
        "--workflow-hash",
        hash,
        "--workspace",
        home.dir,
        "--json",
      );
    const { actual } = JSON.parse((await send("sha256:0")).stdout).error.details;
    expect(JSON.parse((await send(actual)).stdout)).toMatchObject({ status: "ok", output: { roles: 1 } });
  });

  test.each(["uw", "workflow"])("%s beside it is another name of it", async (name) => {
    const ran = await home.uw(["list", "--json"], { program: [join(folder, name)] });
    expect([ran.exitCode, ran.json.workflows.length]).toEqual([0, 1]);
  });

  test("has the templates", async () => {
    const made = await run("init", join(home.dir, "made"), "--template", "roles", "--json");
    expect(JSON.parse(made.stdout).files).toContain("flow.ts");
    expect(await Bun.file(join(home.dir, "made", "package.json")).json()).toMatchObject({ name: "made" });
  });

  test.each(["yield", "roles", "agent"])(
    "init --template %s, and the command it names next: the same bytes as those of the installed program",
    async (template) => {
      const folder = join(home.dir, `by-${template}`);
      expect((await run("init", folder, "--template", template)).exitCode).toBe(0);
      expect((await run("add", `by-${template}`, join(folder, "flow.ts"), "--json")).exitCode).toBe(0);
      const built = await buildTwice(join(folder, "flow.ts"));
      expect(built.binary).toEqual(built.installed);
      if (template === "agent") return;
      const ran = await run("run", `by-${template}`, "--prompt", "say hello", "--json");
      expect(JSON.parse(ran.stdout).status).toBe("ok");
    },
  );

  test("a descriptor that is computed, and packages of both kinds, come out as they do elsewhere", async () => {
    const folder = join(home.dir, "computed");
    await Bun.write(join(folder, "node_modules/tool/package.json"), `{ "name": "tool", "main": "index.js" }`);
    await Bun.write(join(folder, "node_modules/tool/index.js"), `module.exports = { name: () => "r" };`);
    const source = `import { createRoleModerator, END } from "@uncaged/workflow";
import { name } from "tool";
export const descriptor = { description: "d", roles: { [name()]: { description: "r" } } };
export default createRoleModerator({
  roles: { r: async () => ({ content: "hi", meta: {} }) },
  moderator: ({ steps }) => (steps.length === 0 ? "r" : END),
});`;
    await Bun.write(join(folder, "flow.ts"), source);
    const built = await buildTwice(join(folder, "flow.ts"));
    expect(built.binary).toEqual(built.installed);
    expect(built.binary.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("its esbuild lies in the store, is compared before every use, and mended", async () => {
    const tools = join(home.home, "workflow/tools");
    const [name = ""] = await readdir(tools);
    const program = join(tools, name);
    const { sha256 } = JSON.parse((await run("build", join(home.dir, "by-roles/flow.ts"), "--json")).stdout);
    await Bun.write(program, '#!/bin/sh\ntouch "$0.ran"\n');
    await chmod(program, 0o700);
    const again = await run("build", join(home.dir, "by-roles/flow.ts"), "--json");
    expect(JSON.parse(again.stdout).sha256).toBe(sha256);
    expect(await readdir(tools)).toEqual([name]);
    expect(
      `esbuild-${new Bun.CryptoHasher("sha256").update(await Bun.file(program).bytes()).digest("hex")}`,
    ).toBe(name);
  });

  test("H1: esbuild's own program is not looked for in the current folder, and no verb runs a stranger's code", async () => {
    await using place = await StrangePlace.create([binary]);
    place.plant(Object.keys(HOSTILE_FILES), PLACES);
    for (const verb of ["build", "validate", "add", "check", "sim", "run", "replay", "list"])
      for (const args of await place.callsOf(verb))
        expect(place.complaints(args, await place.call(args))).toEqual([]);
  });

  test("asks a model: the libraries of the providers are in it", async () => {
    await using model = scriptedModel({ replies: ["hello"] });
    const asking = `export default async function* ({ prompt, steps }) {
  if (steps.length === 0) {
    const params = { model: "openai/m", prompt };
    const { payload, error } = yield { do: "effect", effect: "sys/llm.generate@1", params };
    yield { role: "r", content: payload?.text ?? error.message, meta: {} };
  }
  return { returnCode: 0, summary: "" };
}
export const descriptor = { description: "d", roles: { r: { description: "r" } }, effects: ["sys/llm.generate@1"] };`;
    expect((await run("add", "asking", await home.bundle("asking", asking))).exitCode).toBe(0);
    process.env.OPENAI_BASE_URL = model.baseUrl;
    const ran = await run("run", "asking", "--prompt", "hi", "--json");
    delete process.env.OPENAI_BASE_URL;
    expect(JSON.parse(ran.stdout).output.last.content).toBe("hello");
    expect((await run("remove", "asking")).exitCode).toBe(0);
  });
});

type Hashes = { hash: string; sha256: string };

/** By the binary alone, and by the program as it is installed. */
async function buildTwice(entry: string): Promise<{ binary: Hashes; installed: Hashes }> {
  const hashes = ({ hash, sha256 }: Hashes): Hashes => ({ hash, sha256 });
  const binary = JSON.parse((await run("build", entry, "--json")).stdout);
  const installed = (await home.uw(["build", entry, "--json"])).json;
  return { binary: hashes(binary), installed: hashes(installed) };
}

type Ended = { exitCode: number; stdout: string };

function run(...args: string[]): Promise<Ended> {
  return runWith("", ...args);
}

async function runWith(input: string, ...args: string[]): Promise<Ended> {
  const child = Bun.spawn([binary, ...args], {
    cwd: home.dir,
    env: { ...process.env, UNCAGED_HOME: home.home },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return { stdout, exitCode };
}

async function whyNot(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "uw-probe-"));
  try {
    await Bun.write(join(folder, "probe.ts"), "process.exit(7);");
    const command = [process.execPath, "build", "--compile", "--outfile=probe", "probe.ts"];
    const built = Bun.spawnSync(command, { cwd: folder, stdout: "ignore", stderr: "pipe", timeout: 60_000 });
    if (built.exitCode !== 0)
      return `bun cannot compile here: ${built.stderr.toString().trim().split("\n").at(-1)}`;
    const { exitCode } = Bun.spawnSync([join(folder, "probe")]);
    return exitCode === 7 ? null : "a compiled program does not run here";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
