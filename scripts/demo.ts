// bun run demo: what the tool does, as a shell session. No key, no server, no network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const REPO = resolve(import.meta.dir, "..");
const BINARY = join(REPO, "node_modules/.bin/uncaged-workflow");
const FOLDER = mkdtempSync(join(tmpdir(), "uncaged-demo-"));
const GIVEN_HOME = process.env.UNCAGED_HOME || undefined;
const HOME = GIVEN_HOME ?? join(FOLDER, "home");

try {
  await play();
} catch (error) {
  console.log(`\nthe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  if (GIVEN_HOME !== undefined) rmSync(FOLDER, { recursive: true, force: true });
}

async function play(): Promise<void> {
  say(`DEMO=${FOLDER}`);
  say(`export UNCAGED_HOME=${HOME.replace(FOLDER, "$DEMO")}`);

  title("A workflow is one file. Its hash is its version.");
  await uw("build", "examples/02-roles/flow.ts", "-o", join(FOLDER, "roles.esm.js"));
  await uw("add", "demo-roles", join(FOLDER, "roles.esm.js"));
  await uw("show", "demo-roles");

  title("A run is a thread: every yield is a step, on disk before the next one begins.");
  await uw("run", "demo-roles", "--prompt", "fix the login");
  const thread = await newestThread("demo-roles");
  await uw("thread", thread);
  await uw("verify", thread);

  title("Go back to a step and try something else. What came before is kept, not run again.");
  await uw("add", "demo-news", "examples/03-fork/flow.ts");
  await uw("run", "demo-news", "--prompt", "engineers");
  const first = await newestThread("demo-news");
  await uw("fork", first, "--from-role", "planner", "--prompt", "customers");
  const fork = await newestThread("demo-news");
  if (fork === first) throw new Error("the fork made no thread");
  await uw("diff", first, fork);
  await uw("threads");

  title("What to try next");
  if (GIVEN_HOME === undefined) console.log(`export UNCAGED_HOME=${HOME}   # this demo's store`);
  console.log(`PATH="${join(REPO, "node_modules/.bin")}:$PATH"`);
  console.log(`uncaged-workflow thread ${thread} --raw   # the journal as it is on disk`);
  console.log("uncaged-workflow init hello && cd hello && uncaged-workflow add hello flow.ts");
  console.log('uncaged-workflow run hello --prompt "say hello"');
  if (GIVEN_HOME === undefined) console.log(`rm -r ${FOLDER}   # leaves nothing behind`);
}

/** Shows a command, runs it, shows what it printed. A failure ends the demo. */
async function uw(...args: string[]): Promise<void> {
  say(["uncaged-workflow", ...args].map(shellWord).join(" "));
  const { output, exitCode } = await run(args);
  console.log(output.trimEnd());
  if (exitCode !== 0) throw new Error(`uncaged-workflow ${args[0]} ended with exit code ${exitCode}`);
}

async function newestThread(name: string): Promise<string> {
  const { output } = await run(["threads", name, "--limit", "1", "--json"]);
  const { threads } = JSON.parse(output) as { threads: { threadId: string }[] };
  const threadId = threads[0]?.threadId;
  if (threadId === undefined) throw new Error(`there is no thread of ${name}`);
  return threadId;
}

async function run(args: string[]): Promise<{ output: string; exitCode: number }> {
  const child = Bun.spawn([BINARY, ...args], {
    cwd: REPO,
    env: { ...process.env, UNCAGED_HOME: HOME },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output: err + out, exitCode };
}

function title(text: string): void {
  console.log(`\n# ${text}`);
}

function say(command: string): void {
  console.log(`\n$ ${command}`);
}

function shellWord(word: string): string {
  const short = word.replace(FOLDER, "$DEMO");
  return /^[\w$./:@=-]+$/.test(short) ? short : JSON.stringify(short);
}
