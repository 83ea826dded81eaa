// A thread in the folder the store gave it: a fork begins with the files as they were after the last step it keeps.
import { describe, expect, test } from "bun:test";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { appendFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

/** Three steps; each writes by fs.write and by a program, and notes all that is there. */
function writer(determinism: string, extra = ""): string {
  return `
export const descriptor = { description: "d", roles: {}, determinism: "${determinism}",
  effects: ["sys/exec@1", "sys/fs.write@1", "sys/http.request@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* ({ prompt, steps }) {
  for (let n = ${determinism === "strict" ? "1" : "steps.length + 1"}; n <= 3; n++) {
    yield { do: "effect", effect: "sys/fs.write@1", params: { path: "deep/f" + n, content: prompt + n, mode: "755" } };
    yield sh("echo " + n + " >> log; mkdir -p empty" + n + "; ln -sf log link" + n + "; [ " + n + " = 2 ] && rm deep/f1; git init -q repo" + n);
    ${extra}
    const { payload } = yield sh("tr '\\\\n' ' ' < log");
    yield { role: "w", content: payload.stdout.trim(), meta: { n } };
  }
  return { returnCode: 0, summary: "done" };
}`;
}

type Files = Record<string, string>;

/** Every file, link and folder below, with mode and bytes. */
function filesIn(folder: string, below = ""): Files {
  const found: Files = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name);
    const stat = lstatSync(join(folder, path));
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else if (stat.isDirectory()) Object.assign(found, { [path]: "folder" }, filesIn(folder, path));
    else if (stat.isFile())
      found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), "latin1")}`;
  }
  return found;
}

async function run(home: TempHome, ...args: string[]) {
  const own = args[0] === "run" ? ["--workspace", "own"] : [];
  const ran = await home.uw([...args, ...own, "--json"]);
  const id = ran.json.executionId as string;
  if (id === undefined) throw new Error(ran.stdout);
  return { ran, id, folder: home.layout.workspace(id) };
}

describe.each(["steps", "strict"])("a fork of a thread in a folder of the store (%s)", (determinism) => {
  test("E6: at every step it has the files of that step, byte for byte, and none of later ones", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer(determinism, `yield { do: "approve", prompt: "go on?" };`));
    const { id, folder } = await run(home, "run", "writer", "--prompt", "x");
    const seen: Files[] = [];
    for (let step = 1; step <= 3; step++) {
      seen.push(filesIn(folder));
      await home.uw(["approve", id, "--json"]);
    }
    for (const step of [1, 2, 3]) {
      const limit = String(step);
      const forked = await run(home, "fork", id, "--from-step", limit, "--max-rounds", limit);
      expect(filesIn(forked.folder)).toEqual(seen[step - 1] as Files);
    }
    const none = await run(home, "fork", id, "--from-step", "0", "--max-rounds", "0");
    expect(readdirSync(home.layout.workspaces)).not.toContain(none.id);
  });

  test("E6: what it goes on to do stands beside what was kept, and the origin is left alone", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer(determinism));
    const { id, folder } = await run(home, "run", "writer", "--prompt", "x");
    const before = filesIn(folder);
    const forked = await run(home, "fork", id, "--from-step", "1");
    expect(forked.ran.json.output.last.content).toBe("1 2 3");
    expect(filesIn(forked.folder)).toEqual(before);
    expect(filesIn(folder)).toEqual(before);
    const again = await run(home, "fork", forked.id, "--from-step", "1", "--max-rounds", "1");
    expect(filesIn(again.folder).log).toBe("644 1\n");
    expect((await home.uw(["verify", again.id, "--json"])).json.ok).toBe(true);
  });

  test("E6: fork --plan says which files it begins with", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer(determinism));
    const { id } = await run(home, "run", "writer", "--prompt", "x");
    const plan = async (step: string) =>
      (await home.uw(["fork", id, "--from-step", step, "--plan", "--json"])).json.files;
    expect(await plan("2")).toEqual({ from: "state" });
    expect(await plan("0")).toEqual({ from: "none" });
    const shown = await home.uw(["fork", id, "--from-step", "2", "--plan"]);
    expect(shown.stdout).toContain("as they were after the last kept step");
  });

  test("E6: after kill -9 between two effects, a fork has what the finished ones wrote", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer(determinism, `if (n === 2) yield sh("sleep 600");`));
    const child = home.spawn(["run", "writer", "--prompt", "x", "--workspace", "own", "--json"]);
    const id = await until(async () => {
      const [thread] = (await home.uw(["threads", "--json"])).json.threads;
      if (thread === undefined) return null;
      const { stdout } = await home.uw(["thread", thread.threadId, "--raw"]);
      return stdout.includes("sleep 600") ? (thread.threadId as string) : null;
    }, "the program that sleeps");
    await home.crash();
    child.kill();
    await child.exited;
    const seen = filesIn(home.layout.workspace(id));
    expect(seen["deep/f2"]).toBe("755 x2");
    const plan = (await home.uw(["fork", id, "--from-step", "1", "--plan", "--json"])).json;
    expect(plan.files).toEqual({ from: "folder" });
    const forked = (await home.uw(["fork", id, "--from-step", "1", "--detach", "--json"])).json;
    expect(filesIn(home.layout.workspace(forked.executionId))).toMatchObject({ "deep/f2": "755 x2" });
    await home.uw(["kill", forked.executionId]);
  });
});

test("E6: an effect of a running thread whose files are not known yet does not count as done", async () => {
  await using home = await TempHome.create();
  await home.add("writer", writer("steps", `if (n === 2) yield { do: "sleep", ms: 20000 };`));
  const detached = (
    await home.uw(["run", "writer", "--prompt", "x", "--workspace", "own", "--detach", "--json"])
  ).json;
  const id = detached.executionId;
  const sleeps = async () => (await home.uw(["thread", id, "--raw"])).stdout.includes("timer.set") || null;
  await until(sleeps, "the sleep");
  const plan = (await home.uw(["fork", id, "--from-step", "1", "--plan", "--json"])).json;
  expect(plan.files).toEqual({ from: "state" });
  expect(plan.runs.map((one: { effect: string }) => one.effect)).toContain("sys/fs.write@1");
  const forked = (await home.uw(["fork", id, "--from-step", "1", "--max-rounds", "1", "--json"])).json;
  expect(Object.keys(filesIn(home.layout.workspace(forked.executionId)))).not.toContain("deep/f2");
  await home.uw(["kill", id]);
});

test("E6: other code from an earlier step finds finished requests again, and writes its files itself", async () => {
  await using home = await TempHome.create();
  let calls = 0;
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(`paid ${++calls}`),
  });
  const pay = `yield { do: "effect", effect: "sys/http.request@1", params: { method: "POST", url: "${server.url}" + n } };`;
  await home.add("writer", writer("strict", pay));
  await writeFile(join(home.layout.root, "policy.yaml"), "http: { allowPrivate: true }\n");
  const { id } = await run(home, "run", "writer", "--prompt", "x");
  expect(calls).toBe(3);
  const other = join(home.dir, "other.esm.js");
  await writeFile(other, `${writer("strict", pay)}\n// other code`);
  const forked = await run(home, "fork", id, "--from-step", "1", "--bundle", other);
  expect(forked.ran.json.output.last.content).toBe("1 2 3");
  expect(Object.keys(filesIn(forked.folder))).toContain("deep/f3");
  expect(calls).toBe(3);
});

test("FOLDER-STATE-1: an empty folder has the state that journals know as such", async () => {
  await using home = await TempHome.create();
  const { FolderStates } = await import("../../src/disk/workspace/folder-states.ts");
  const { NO_FILES } = await import("../../src/contract/record.ts");
  const kept = await new FolderStates(home.dir, `${home.dir}-states`).keep();
  await rm(`${home.dir}-states`, { recursive: true });
  expect(kept?.files).toBe(NO_FILES);
});

describe("where a state is not known", () => {
  async function lost(home: TempHome): Promise<string> {
    await home.add("writer", writer("steps"));
    const { id } = await run(home, "run", "writer", "--prompt", "x");
    await rm(home.layout.statesOf(id), { recursive: true });
    return id;
  }

  test("PROMISE-6: the fork is refused with FILES_UNKNOWN, and nothing is written", async () => {
    await using home = await TempHome.create();
    const id = await lost(home);
    const refused = await home.uw(["fork", id, "--from-step", "1", "--json"]);
    expect([refused.exitCode, refused.json.error.code]).toEqual([20, "FILES_UNKNOWN"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
  });

  test("E6: all of it can still be forked from the folder itself", async () => {
    await using home = await TempHome.create();
    const id = await lost(home);
    const forked = await run(home, "fork", id, "--from-step", "3", "--max-rounds", "3");
    expect(filesIn(forked.folder)).toEqual(filesIn(home.layout.workspace(id)));
  });

  test("FOLDER-STATE-2: a damaged state is refused, never taken for other files", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer("steps"));
    const { id } = await run(home, "run", "writer", "--prompt", "x");
    const files = join(home.layout.statesOf(id), "files");
    for (const name of readdirSync(files)) await appendFile(join(files, name), "!");
    const refused = await home.uw(["fork", id, "--from-step", "1", "--json"]);
    expect(refused.json.error.code).toBe("FILES_UNKNOWN");
  });
});

describe("what cannot be kept", () => {
  test("GIT-STATE-3: a pipe is named in run and thread, and gc leaves the folder until --force", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer("steps", `if (n === 3) yield sh("mkfifo pipe");`));
    const { ran, id, folder } = await run(home, "run", "writer", "--prompt", "x");
    const unkept = [{ path: "pipe", why: "special" }];
    expect(ran.json.unkept).toEqual(unkept);
    expect((await home.uw(["thread", id, "--json"])).json.unkept).toEqual(unkept);
    expect((await home.uw(["thread", id])).stdout).toContain("a fork will not have pipe");
    const kept = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
    expect(kept.kept[0]).toMatchObject({ threadId: id, unkept });
    expect((await home.uw(["gc", "--older-than", "0"])).stdout).toContain("gc --force");
    expect(filesIn(folder).log).toBe("644 1\n2\n3\n");
    await home.uw(["gc", "--older-than", "0", "--force", "--json"]);
    expect(readdirSync(home.layout.workspaces)).toEqual([]);
  });

  test("gc: a folder that was kept goes, a fork still has its files, and nothing stays of a deleted thread", async () => {
    await using home = await TempHome.create();
    await home.add("writer", writer("steps"));
    const { id, folder } = await run(home, "run", "writer", "--prompt", "x");
    const seen = filesIn(folder);
    await home.uw(["gc", "--older-than", "0"]);
    expect(readdirSync(home.layout.workspaces)).toEqual([]);
    const forked = await run(home, "fork", id, "--from-step", "3", "--max-rounds", "3");
    expect(filesIn(forked.folder)).toEqual(seen);
    await home.uw(["thread", "rm", id]);
    await home.uw(["thread", "rm", forked.id]);
    await home.uw(["gc", "--older-than", "0"]);
    expect(readdirSync(home.layout.states)).toEqual([]);
  });
});
