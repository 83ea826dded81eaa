// bun run demo: what the tool does, as a shell session. No key, no server, no network.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { commandLine, newestThread as newestOf, runBinary } from "./run-binary.ts";
import { playScene } from "./scene.ts";

const REPO = resolve(import.meta.dir, "..");
const FOLDER = mkdtempSync(join(tmpdir(), "uncaged-demo-"));
const GIVEN_HOME = process.env.UNCAGED_HOME || undefined;
const HOME = GIVEN_HOME ?? join(FOLDER, "home");
const ENV = { UNCAGED_HOME: HOME };

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

  title(
    "Agents: git has the facts, a model drafts, a person decides. Every call is in the journal, with its cost.",
  );
  const notes = Bun.which("git") === null ? null : await releaseNotes();
  if (notes === null) console.log("(left out: there is no git on this machine)");

  title("What to try next");
  if (GIVEN_HOME === undefined) console.log(`export UNCAGED_HOME=${HOME}   # this demo's store`);
  console.log(`PATH="${join(REPO, "node_modules/.bin")}:$PATH"`);
  console.log(`uncaged-workflow thread ${thread} --raw   # the journal as it is on disk`);
  if (notes !== null && GIVEN_HOME === undefined)
    console.log(
      `OPENAI_API_KEY=... uncaged-workflow fork ${notes} --from-role historian   # the same facts, a real model`,
    );
  console.log("uncaged-workflow init hello && cd hello && uncaged-workflow add hello flow.ts");
  console.log('uncaged-workflow run hello --prompt "say hello"');
  if (GIVEN_HOME === undefined) console.log(`rm -r ${FOLDER}   # leaves nothing behind`);
}

/** One of the bundles we ship, on a model that answers from a script: the first draft is refused, the second accepted. */
async function releaseNotes(): Promise<string> {
  const folder = join(FOLDER, "shop");
  const { threadId, exitCode } = await playScene("release-notes", folder, ENV, (args, output) => {
    say(shown(args));
    console.log(output.trimEnd());
  });
  if (exitCode !== 0) throw new Error(`release-notes ended with exit code ${exitCode}`);
  console.log(
    "\n(The model is a script, bundles/release-notes/recorded/model.json: nobody was asked and nothing was paid.)",
  );
  say("cat $DEMO/shop/RELEASE-NOTES.md");
  console.log(readFileSync(join(folder, "RELEASE-NOTES.md"), "utf8").trimEnd());
  return threadId;
}

/** Shows a command, runs it, shows what it printed. A failure ends the demo. */
async function uw(...args: string[]): Promise<void> {
  say(shown(args));
  const { output, exitCode } = await runBinary(args, ENV);
  console.log(output.trimEnd());
  if (exitCode !== 0) throw new Error(`uncaged-workflow ${args[0]} ended with exit code ${exitCode}`);
}

function newestThread(name: string): Promise<string> {
  return newestOf(name, ENV);
}

function shown(args: readonly string[]): string {
  return commandLine(args.map((word) => word.replace(FOLDER, "$DEMO")));
}

function title(text: string): void {
  console.log(`\n# ${text}`);
}

function say(command: string): void {
  console.log(`\n$ ${command}`);
}
