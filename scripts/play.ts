// bun run play <bundle>: plays the scene of a bundle into your own home: no key, no network. What it leaves is a thread
// like the recorded one, to look at and to fork with a model of your own.
//
// --record writes that thread to bundles/<bundle>/recorded/thread.jsonl instead, from a home that is thrown away.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "./run-binary.ts";
import { playScene, readScene, recordedFile } from "./scene.ts";

/** The paths stand in the recorded journal, so they say nothing of the machine. */
const STAGE = "/tmp/uncaged-play";

const [name, mode] = process.argv.slice(2);
if (
  name === undefined ||
  !existsSync(recordedFile(name, "scene.json")) ||
  ![undefined, "--record"].includes(mode)
) {
  console.error("usage: bun run play <ask | review-diff | release-notes | solve-issue> [--record]");
  process.exit(10);
}
await (mode === "--record" ? record(name) : play(name));

async function play(name: string): Promise<void> {
  const { repository, fork = [] } = readScene(name);
  const folder = repository === undefined ? null : mkdtempSync(join(tmpdir(), `uncaged-${name}-`));
  const { threadId } = await playScene(name, join(folder ?? "", "repository"), {}, (args, output) =>
    console.log(`\n$ ${commandLine(args)}\n${output.trimEnd()}`),
  );
  console.log(`
This thread is in your home now. To go on from it with a key, or a model of your own:
${commandLine(["fork", threadId, ...fork, "--var", "model=openai/gpt-5.1"])}`);
  if (folder !== null) console.log(`rm -r ${folder}   # its repository, when you no longer need it`);
}

async function record(name: string): Promise<void> {
  rmSync(STAGE, { recursive: true, force: true });
  const home = join(STAGE, "home");
  try {
    const { threadId } = await playScene(name, join(STAGE, name), {
      UNCAGED_HOME: home,
      UNCAGED_ACTOR: "ann",
    });
    const logs = join(home, "workflow/logs");
    const journal = readdirSync(logs, { recursive: true, encoding: "utf8" }).find((path) =>
      path.endsWith(`${threadId}.data.jsonl`),
    );
    copyFileSync(join(logs, journal ?? threadId), recordedFile(name, "thread.jsonl"));
    console.log(`recorded ${threadId}`);
  } finally {
    rmSync(STAGE, { recursive: true, force: true });
  }
}
