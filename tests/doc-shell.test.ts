// What README and docs tell a reader to type is typed, with what the reader has at that point and nothing else.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { commanding, counting, gated, yielding } from "./support/bundles.ts";
import { type Block, blocksOf, commandsOf, isShell } from "./support/doc-blocks.ts";
import { findFiles } from "./support/find-files.ts";
import { Reader } from "./support/reader.ts";
import { REPO, until } from "./support/temp-home.ts";

setDefaultTimeout(120_000);

const PAGES = await findFiles("*.md", "docs/*.md");
const textOf = (path: string) => readFile(join(REPO, path), "utf8");
const blocksIn = async (path: string) => blocksOf(await textOf(path));
const README = await textOf("README.md");

/** `<id>` and other words that a reader replaces. */
type Words = Record<string, string>;

type Story = {
  /** What the reader has before the first block. */
  has?(reader: Reader): Promise<void>;
  /** What there is before one command, and what the reader puts for its placeholders. */
  before?(reader: Reader, command: string): Promise<Words>;
};

const ASKING = commanding(['{ do: "approve", prompt: "Ship?", id: "ship" }']);

const STORIES: Record<string, Story> = {
  "README.md": {},
  "docs/agents.md": {},
  "docs/writing-bundles.md": {},
  "docs/approvals.md": {
    has: async ({ home }) => {
      await home.add("ask", ASKING);
      await home.add("cut", commanding([cutOff(home.dir)]));
    },
    before: async (reader, command) => {
      if (command.includes(" reconcile ")) return { "<id>": await inDoubt(reader) };
      const { json } = await reader.home.uw(["run", "ask", "--json"], { env: { UNCAGED_ACTOR: "ann" } });
      return { "<id>": json.executionId, "wrf_rt_...": json.requiresApproval.resumeToken };
    },
  },
  "docs/operations.md": {
    has: async ({ home }) => {
      await home.add("ask", ASKING);
    },
    before: async (reader, command) => {
      if (!command.includes("<id>")) return {};
      const { executionId } = (await reader.home.uw(["run", "ask", "--json"])).json;
      if (command.includes("thread rm")) await reader.home.uw(["kill", executionId]);
      return { "<id>": executionId, "<bundle>": (await reader.threads())[0]?.hash ?? "" };
    },
  },
  "docs/upgrade.md": {
    has: async ({ home }) => {
      await home.add("slow", gated(2));
      await home.start("slow", "--prompt", home.dir);
    },
    before: async (reader, command) => {
      if (command.includes("resume")) await reader.home.open(1, 2);
      const [thread] = await reader.threads();
      if (command.includes("resume")) await reader.home.untilStatus(thread?.threadId ?? "", "paused");
      return { "<id>": thread?.threadId ?? "" };
    },
  },
  "docs/how-do-i.md": {
    has: async (reader) => {
      await reader.home.add("slow", gated(1));
      await reader.home.add("fix", counting(1));
      await reader.home.add("fix", blocksOf(README)[0]?.code ?? "");
      await reader.type(
        "git init --quiet && git -c user.name=a -c user.email=a@b commit --quiet --allow-empty -m a",
      );
    },
    before: async (reader, command) => {
      if (command.includes("<id>")) await reader.home.uw(["run", "fix", "--prompt", "x"]);
      if (command.includes(" retry ")) await breakAndMend(reader);
      if (command.includes(" kill ")) await reader.home.start("slow", "--prompt", reader.home.dir);
      return { "<id>": (await reader.threads())[0]?.threadId ?? "" };
    },
  },
};

describe.each(PAGES)("%s", (path) => {
  test("what it tells to type works", async () => {
    const blocks = (await blocksIn(path)).filter((block) => isShell(block) && block.notRun === null);
    if (blocks.length === 0) return;
    const story = STORIES[path];
    if (story === undefined) throw new Error(`${path} tells what to type: STORIES says what its reader has`);
    await using model = scriptedModel(await agentScript());
    const address = { OPENAI_BASE_URL: model.baseUrl, ANTHROPIC_BASE_URL: model.baseUrl };
    await using reader = await Reader.create(path === "docs/agents.md" ? address : {});
    await story.has?.(reader);
    for (const block of blocks) await typeBlock(reader, path, block, story);
  });
});

async function typeBlock(reader: Reader, path: string, block: Block, story: Story): Promise<void> {
  for (const command of commandsOf(block)) {
    const words = { ...(await idsOf(reader, command)), ...(await story.before?.(reader, command)) };
    const typed = Object.entries(words).reduce(
      (text, [word, value]) => text.replaceAll(word, value),
      command,
    );
    const { exitCode, stdout, stderr } = await reader.type(typed);
    expect(exitCode, `${path}:${block.line} ${typed}\n${stdout}${stderr}`).toBe(0);
  }
}

/** The reader means the thread that was just run, and the fork of it. */
async function idsOf(reader: Reader, command: string): Promise<Words> {
  if (!/<(id|fork)>/.test(command)) return {};
  const threads = await reader.threads();
  const id = threads.find(({ forkFrom }) => forkFrom === null)?.threadId ?? "<id>";
  return { "<id>": id, "<fork>": threads.find(({ forkFrom }) => forkFrom === id)?.threadId ?? "<fork>" };
}

/** The newest thread failed, and its workflow was mended since. */
async function breakAndMend({ home }: Reader): Promise<void> {
  await home.add("broken", yielding('throw new Error("it broke");'));
  await home.uw(["run", "broken"]);
  await home.add("broken", yielding('return { returnCode: 0, summary: "mended" };'));
}

async function agentScript() {
  const { replies } = await Bun.file(join(REPO, "packages/cli-workflow/templates/agent/model.json")).json();
  return { replies: replies.map((reply: object) => ({ ...reply, chunkDelayMs: 0, repeat: true })) };
}

const cutOff = (dir: string) =>
  `{ do: "effect", effect: "sys/exec@1", class: "once", params: { argv: ["sh", "-c", "touch ${dir}/began; [ -e ${dir}/quick ] || sleep 60"] } }`;

/** A thread whose effect was cut off between dispatch and receipt. */
async function inDoubt({ home }: Reader): Promise<string> {
  await Bun.$`rm -f ${join(home.dir, "began")} ${join(home.dir, "quick")}`;
  const threadId = await home.start("cut");
  await until(
    async () => ((await Bun.file(join(home.dir, "began")).exists()) ? true : null),
    "the effect to begin",
  );
  await home.crash();
  await home.uw(["resume", threadId]);
  await writeFile(join(home.dir, "quick"), "");
  return threadId;
}

test("blocks that are not run say why, and are these", async () => {
  const found: string[] = [];
  for (const path of PAGES)
    for (const { notRun, lang } of await blocksIn(path))
      if (notRun !== null) found.push(`${path} ${lang}: ${notRun}`);
  expect(found).toEqual(NOT_RUN);
});

const INSTALLS = "tests/install.test.ts does it, with the packed packages";
const WHOLE_SUITE = "tests are part of the second, and the demo is run beside them";
const NOT_RUN = [
  `CONTRIBUTING.md sh: ${WHOLE_SUITE}`,
  `README.md sh: ${INSTALLS}`,
  "README.md sh: tests/readme-ship.test.ts types it, in a project with an origin",
  `README.md sh: ${WHOLE_SUITE}`,
  "docs/agents.md sh: needs a model server on this port",
  `docs/agents.md sh: ${INSTALLS}`,
  "docs/agents.md sh: bun run agents:real does, with the real programs",
  "docs/agents.md sh: as above",
  "docs/approvals.md sh: changes the machine",
  "docs/client.md sh: nothing is published yet; tests/install.test.ts installs the packed packages",
  "docs/client.md ts: tests/compose.test.ts starts such a file",
  "docs/operations.md sh: changes the machine",
  "docs/performance.md sh: takes minutes; tests/bench.test.ts runs it small",
  "docs/plans.md sh: asks a model and publishes; packages/workflow/test/plan carries plans out",
  "docs/reliability.md sh: takes minutes; tests/torture.test.ts runs it small",
  "docs/replay.md sh: what sim says of code with a mistake; packages/cli-workflow/test/sim.test.ts has such code",
  `docs/writing-bundles.md sh: ${INSTALLS}`,
];
