// Programs that are not ours and have the client in them, run as their authors would: what they start is our worker, and
// they end when they have what they awaited.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeScripts } from "../../../../scripts/packing/library.ts";
import { counting, gated } from "../../../../tests/support/bundles.ts";
import { REPO, TempHome } from "../../../../tests/support/temp-home.ts";

const NODE = Bun.which("node");
const PACKAGE = join(REPO, "packages/workflow");

setDefaultTimeout(60_000);

/** Says that it ran, so that a second life of it shows. */
const MARKED = `import { appendFileSync } from "node:fs";
appendFileSync(process.env.LIVES, process.argv.join(" ") + "\\n");
`;

const STARTS = `${MARKED}
import { createClient } from "@uncaged/workflow/client";
const client = createClient({ home: process.env.STORE });
const { threadId } = await client.start("flow", { prompt: process.env.FOLDER });
console.log(threadId);
`;

/** A folder with a space and a letter that URLs spell otherwise, with the package in it: linked, or as it is packed. */
async function project(home: TempHome, how: "sources" | "packed"): Promise<string> {
  const folder = join(home.dir, "my prögram");
  const at = join(folder, "node_modules/@uncaged/workflow");
  mkdirSync(join(folder, "node_modules/@uncaged"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  if (how === "sources") {
    symlinkSync(PACKAGE, at);
    return folder;
  }
  await writeScripts(join(PACKAGE, "src"), join(at, "lib"));
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const doors = Object.entries<string>(exports).map(([door, path]) => [
    door,
    path.replace("./src/", "./lib/").replace(/\.ts$/, ".js"),
  ]);
  writeFileSync(
    join(at, "package.json"),
    JSON.stringify({ name: "@uncaged/workflow", type: "module", exports: Object.fromEntries(doors) }),
  );
  symlinkSync(join(PACKAGE, "node_modules"), join(at, "node_modules"));
  return folder;
}

type Ran = { exitCode: number; stdout: string; stderr: string; lives: number };

/** Runs to its end: a program that something keeps is ended, and then has no exit code 0. */
async function run(home: TempHome, cwd: string, command: string[]): Promise<Ran> {
  const lives = join(home.dir, "lives");
  writeFileSync(lives, "");
  const child = Bun.spawn(command, {
    cwd,
    env: { ...process.env, STORE: home.home, FOLDER: home.dir, LIVES: lives },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr, lives: readFileSync(lives, "utf8").split("\n").length - 1 };
}

describe.each(["sources", "packed"] as const)("from %s", (how) => {
  test("OWN-PROCESS-3: a program that only starts a thread runs once and ends, and the thread goes on", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const folder = await project(home, how);
    writeFileSync(join(folder, "main.ts"), STARTS);
    const ran = await run(home, folder, [process.execPath, "main.ts"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "", lives: 1 });
    const threadId = ran.stdout.trim();
    expect(await home.status(threadId)).toBe("running");
    await home.open(1, 2);
    await home.untilStatus(threadId, "completed");
  });

  test("a program that watched for a while and dropped its iterator ends by itself", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const folder = await project(home, how);
    const drops = `${STARTS}
const events = client.follow(threadId)[Symbol.asyncIterator]();
for (let n = 0; n < 3; n++) console.log((await events.next()).value.type);
`;
    writeFileSync(join(folder, "main.ts"), drops);
    const ran = await run(home, folder, [process.execPath, "main.ts"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "", lives: 1 });
    expect(ran.stdout).toContain("execution.started\nrecord.durable\n");
  });
});

test("OWN-PROCESS-3: a program with us built in is told so before anything is written, and may leave us outside", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const folder = await project(home, "sources");
  writeFileSync(join(folder, "main.ts"), STARTS);
  const build = (...flags: string[]) =>
    Bun.spawnSync([process.execPath, "build", "--target=bun", ...flags, "main.ts"], { cwd: folder });
  build("--outfile=built.js", "--external=esbuild");
  const refused = await run(home, folder, [process.execPath, "built.js"]);
  expect(refused).toMatchObject({ exitCode: 1, lives: 1 });
  expect(refused.stderr).toContain("bun build --packages=external");
  expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  build("--outfile=outside.js", "--packages=external");
  expect(await run(home, folder, [process.execPath, "outside.js"])).toMatchObject({ exitCode: 0, lives: 1 });
});

test("OWN-PROCESS-3: a program that is one executable does not start itself as a worker", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const folder = await project(home, "sources");
  writeFileSync(join(folder, "main.ts"), STARTS);
  const compile = [
    process.execPath,
    "build",
    "--compile",
    "--external=esbuild",
    "--outfile=program",
    "main.ts",
  ];
  expect(Bun.spawnSync(compile, { cwd: folder }).exitCode).toBe(0);
  const ran = await run(home, folder, [join(folder, "program")]);
  expect(ran).toMatchObject({ exitCode: 1, lives: 1 });
  expect(ran.stderr).toContain("compiled into one executable");
  expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
});

test.skipIf(NODE === null)(
  "under Node the client says that it needs Bun, and what to do instead",
  async () => {
    await using home = await TempHome.create();
    const folder = await project(home, "packed");
    const tells = `import { createClient, WorkflowError } from "@uncaged/workflow/client";
try { createClient(); } catch (error) {
  console.log(error instanceof WorkflowError, error.code, error.message, error.hint);
}
`;
    writeFileSync(join(folder, "main.mjs"), tells);
    const ran = await run(home, folder, [NODE ?? "", "main.mjs"]);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toMatch(
      /^true USAGE @uncaged\/workflow\/client needs Bun.*uncaged-workflow run --json/,
    );
  },
);
