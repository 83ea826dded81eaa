// Where a thread works: in the folder a person stands in, in one they name, or in one of its own (C36, OPS-84).
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BINARY, type RunOptions, TempHome } from "../../../../tests/support/temp-home.ts";

/** Writes where it is, and the folder it is in, into `here`. */
const flow = (strict: boolean) => `
export const descriptor = { description: "d", roles: { r: { description: "r" } }, effects: ["sys/exec@1", "sys/fs.write@1"]${strict ? ', determinism: "strict"' : ""} };
export default async function* ({ prompt, steps }) {
  if (${strict} || steps.length < 1) {
    if (prompt === "ask") yield { do: "approve", prompt: "go?" };
    const at = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["pwd"] } };
    yield { role: "r", content: at.status === "ok" ? at.payload.stdout.trim() : at.error.code, meta: {} };
  }
  const wrote = yield { do: "effect", effect: "sys/fs.write@1", params: { path: prompt.includes("/") ? prompt : "here", content: "x" } };
  yield { role: "r", content: wrote.status === "ok" ? wrote.payload.path : wrote.error.code, meta: {} };
  return { returnCode: 0, summary: "done" };
}`;

const MODES: [string, boolean][] = [
  ["strict", true],
  ["plain", false],
];

async function at(strict = true): Promise<{ home: TempHome; shop: string }> {
  const home = await TempHome.create();
  const shop = join(home.dir, "shop");
  await mkdir(shop);
  await home.add("flow", flow(strict));
  return { home, shop };
}

function git(cwd: string, ...args: string[]): void {
  const ran = Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });
  if (!ran.success) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
}

const run = (home: TempHome, options: RunOptions, ...flags: string[]) =>
  home.uw(["run", "flow", ...flags, "--json"], options);

const place = async (home: TempHome, id: string) => (await home.records(id))[0].parameters.workspace?.path;

/** The folder its program ran in. */
const pwd = async (home: TempHome, id: string): Promise<string> =>
  (await home.records(id)).find((record) => "role" in record).content;

describe("C36: a run that a person or a script types works in the current folder", () => {
  test.each(MODES)("%s: it is in the start line and in the first line of the text", async (_mode, strict) => {
    const { home, shop } = await at(strict);
    await using _home = home;
    const { json } = await run(home, { cwd: shop });
    expect(await pwd(home, json.executionId)).toBe(shop);
    expect(await place(home, json.executionId)).toBe(shop);
    expect(readFileSync(join(shop, "here"), "utf8")).toBe("x");
    const first = async (...flags: string[]) =>
      (await home.uw(["run", "flow", ...flags], { cwd: shop })).stdout.split("\n")[0];
    expect(await first()).toMatch(new RegExp(`^thread \\w{26} in ${shop}$`));
    expect(await first("--dry-run")).toEndWith(` in ${shop}`);
    expect(await first("--detach")).toMatch(new RegExp(`^\\w{26} in ${shop}$`));
    expect(await first("--workspace", "own")).toEndWith(" in a folder of its own");
    await home.untilQuiet();
  });

  test.each(MODES)(
    "%s: --workspace own asks for a folder of its own, ./own is a folder",
    async (_mode, strict) => {
      const { home, shop } = await at(strict);
      await using _home = home;
      await mkdir(join(shop, "own"));
      const own = (await run(home, { cwd: shop }, "--workspace", "own")).json.executionId;
      expect(await place(home, own)).toBeUndefined();
      expect(await pwd(home, own)).toBe(home.layout.workspace(own));
      const named = (await run(home, { cwd: shop }, "--workspace", "./own")).json.executionId;
      expect(await pwd(home, named)).toBe(join(shop, "own"));
      expect(readdirSync(shop)).toEqual(["own"]);
    },
  );

  test("/, the home folder and the store are not meant: the thread has a folder of its own, and run says so", async () => {
    const { home, shop } = await at();
    await using _home = home;
    const inside = join(home.layout.root, "logs");
    for (const options of [{ cwd: "/" }, { cwd: shop, env: { HOME: shop } }, { cwd: inside }]) {
      const ran = await home.uw(["run", "flow"], options);
      expect(ran.stdout.split("\n")[0]).toEndWith(" in a folder of its own");
      expect(ran.stderr).toContain("so the thread has a folder of its own");
    }
    expect([readdirSync(shop), existsSync("/here"), existsSync(join(inside, "here"))]).toEqual([
      [],
      false,
      false,
    ]);
    const named = await run(home, { cwd: shop, env: { HOME: shop } }, "--workspace", ".");
    expect(await pwd(home, named.json.executionId)).toBe(shop);
  });

  test("a folder of the store is refused when it is named; that of another thread is not", async () => {
    const { home, shop } = await at();
    await using _home = home;
    for (const folder of [home.layout.root, home.layout.logs, home.layout.workspaces]) {
      await mkdir(folder, { recursive: true });
      const { exitCode, json } = await run(home, { cwd: shop }, "--workspace", folder);
      expect([exitCode, json.error.code]).toEqual([10, "USAGE"]);
    }
    const first = (await run(home, { cwd: shop }, "--workspace", "own")).json.executionId;
    const folder = home.layout.workspace(first);
    const second = (await run(home, { cwd: shop }, "--workspace", folder)).json.executionId;
    expect(await pwd(home, second)).toBe(folder);
  });

  test("fs.write does not write to a store that the workspace holds", async () => {
    const { home } = await at();
    await using _home = home;
    const { json } = await run(home, { cwd: home.dir }, "--prompt", "home/workflow/policy.yaml");
    expect(json.output.last.content).toBe("PATH_IN_STORE");
    expect(existsSync(home.layout.policy)).toBe(false);
  });

  test("a current folder that is gone is refused, and --workspace own runs all the same", async () => {
    const { home, shop } = await at();
    await using _home = home;
    const inGone = (flags: string) =>
      home.uw(["-c", `rmdir ${shop}/gone; exec ${BINARY} run flow --json ${flags}`], {
        cwd: join(shop, "gone"),
        program: ["sh"],
      });
    await mkdir(join(shop, "gone"));
    const refused = await inGone("");
    expect([refused.exitCode, refused.json.error.code]).toEqual([10, "USAGE"]);
    expect(refused.json.error.hint).toContain("--workspace own");
    await mkdir(join(shop, "gone"));
    expect((await inGone("--workspace own")).json.status).toBe("ok");
  });

  test("a program of an effect that runs a workflow starts a child, which has a folder of its own", async () => {
    const { home, shop } = await at();
    await using _home = home;
    const argv = [BINARY, "run", "flow", "--home", home.home, "--json"];
    await home.add(
      "parent",
      `export const descriptor = { description: "d", roles: {}, effects: ["sys/exec@1"], determinism: "strict" };
       export default async function* () {
         const ran = yield { do: "effect", effect: "sys/exec@1", params: { argv: ${JSON.stringify(argv)} }, timeoutMs: 60000 };
         return { returnCode: 0, summary: JSON.parse(ran.payload.stdout).executionId };
       }`,
    );
    const parent = await home.uw(["run", "parent", "--json"], { cwd: shop });
    const child = parent.json.output.summary;
    expect(await place(home, parent.json.executionId)).toBe(shop);
    expect(await pwd(home, child)).toBe(home.layout.workspace(child));
    expect(readdirSync(shop)).toEqual([]);
  });

  test("--worktree alone makes a worktree of the checkout the person stands in", async () => {
    const { home, shop } = await at();
    await using _home = home;
    git(shop, "init", "--quiet");
    await writeFile(join(shop, "a"), "a");
    git(shop, "add", "a");
    git(shop, "commit", "--quiet", "-m", "a");
    const { json } = await run(home, { cwd: shop }, "--worktree");
    expect(await pwd(home, json.executionId)).toBe(home.layout.workspace(json.executionId));
    expect(existsSync(join(shop, "here"))).toBe(false);
    const shown = await home.uw(["run", "flow", "--worktree"], { cwd: shop });
    expect(shown.stdout.split("\n")[0]).toEndWith(` in a worktree of ${shop}`);
    const own = await run(home, { cwd: shop }, "--worktree", "--workspace", "own");
    expect([own.exitCode, own.json.error.code]).toEqual([10, "USAGE"]);
  });
});

test.each(MODES)(
  "%s: when the folder is gone, effects say so; a fork goes on in another, and the origin stays",
  async (_mode, strict) => {
    const { home, shop } = await at(strict);
    await using _home = home;
    const { executionId: id } = (await run(home, { cwd: shop }, "--prompt", "ask")).json;
    await rename(shop, join(home.dir, "moved"));
    const { json } = await home.uw(["approve", id, "--json"]);
    expect([json.status, await pwd(home, id)]).toEqual(["ok", "WORKSPACE_MISSING"]);
    const fork = (...flags: string[]) =>
      home.uw(["fork", id, "--from-step", "1", ...flags], { cwd: home.dir });
    // A yes for one folder is none for another: it is asked for there.
    const elsewhere = async (folder: string) => {
      const { executionId, status } = (await fork("--workspace", folder, "--json")).json;
      expect(status).toBe("needs_approval");
      return (await home.uw(["approve", executionId, "--json"])).json;
    };
    const there = await elsewhere("moved");
    expect(await place(home, there.executionId)).toBe(join(home.dir, "moved"));
    expect([there.output.last.content, existsSync(join(home.dir, "moved/here"))]).toEqual(["here", true]);
    const own = await elsewhere("own");
    expect(await place(home, own.executionId)).toBeUndefined();
    expect(existsSync(join(home.layout.workspace(own.executionId), "here"))).toBe(true);
    // A fork stays in the folder of its origin, wherever it is typed.
    const same = (await fork("--json")).json;
    expect(await place(home, same.executionId)).toBe(shop);
    const text = await fork("--workspace", "moved");
    expect(text.stdout.split("\n")[0]).toContain(` in ${join(home.dir, "moved")}`);
    expect(text.stderr).toContain("not brought along");
    const refused = await fork("--workspace", home.layout.logs, "--json");
    expect([refused.exitCode, refused.json.error.code]).toEqual([10, "USAGE"]);
  },
);

test("OPS-84: two threads in one folder meet there; with --workspace own they do not", async () => {
  const { home, shop } = await at();
  await using _home = home;
  const [one, two] = await Promise.all([run(home, { cwd: shop }), run(home, { cwd: shop })]);
  const places = [one, two].map(({ json }) => place(home, json.executionId));
  expect(await Promise.all(places)).toEqual([shop, shop]);
  const own = await Promise.all([
    run(home, { cwd: shop }, "--workspace", "own"),
    run(home, { cwd: shop }, "--workspace", "own"),
  ]);
  const folders = await Promise.all(own.map(({ json }) => pwd(home, json.executionId)));
  expect(new Set(folders).size).toBe(2);
});
