// A scene of a bundle: what it is asked, in which repository, what the scripted model says and what people decide.
// Played with the real binary, it leaves a thread that is the same every time, but for ids and times.
//
//   bundles/<name>/recorded/scene.json    the question, the repository, the decisions
//   bundles/<name>/recorded/model.json    what the scripted model says
//   bundles/<name>/recorded/thread.jsonl  the thread it came to, for reading
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { newestThread, runBinary } from "./run-binary.ts";

const REPO = resolve(import.meta.dir, "..");

type Files = { [path: string]: string };
export type Scene = {
  prompt: string;
  flags?: string[];
  repository?: {
    commits: { message: string; tag?: string; files: Files }[];
    changes?: Files;
    /** A bare one beside it, which has all these commits. */
    hasRemote?: boolean;
  };
  /** In the order they are asked for: a yes, or a no with its reason. */
  decisions?: ("approve" | { deny: string })[];
  /** Where a fork with another model is worth a look. */
  fork?: string[];
};

export type Played = { threadId: string; exitCode: number };

export function recordedFile(name: string, file: string): string {
  return join(REPO, "bundles", name, "recorded", file);
}

export function readScene(name: string): Scene {
  return JSON.parse(readFileSync(recordedFile(name, "scene.json"), "utf8")) as Scene;
}

/** `folder` becomes the repository of the scene. `show` is told every command and what it printed. */
export async function playScene(
  name: string,
  folder: string,
  env: Record<string, string>,
  show: (args: readonly string[], output: string) => void = () => {},
): Promise<Played> {
  const { prompt, flags = [], repository, decisions = [] } = readScene(name);
  if (repository !== undefined) makeRepository(folder, repository);
  await using model = scriptedModel(JSON.parse(readFileSync(recordedFile(name, "model.json"), "utf8")));
  const scripted = { ...env, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "scripted" };
  const uw = async (...args: string[]) => {
    const ran = await runBinary(args, scripted);
    show(args, ran.output);
    return ran;
  };

  const added = await uw("add", name, join("bundles", name, "flow.ts"));
  if (added.exitCode !== 0) throw new Error(`add ended with exit code ${added.exitCode}\n${added.output}`);
  const workspace = repository === undefined ? [] : ["--workspace", folder];
  let last = await uw("run", name, "--prompt", prompt, ...workspace, ...flags);
  const threadId = await newestThread(name, scripted);
  for (const decision of decisions)
    last =
      decision === "approve"
        ? await uw("approve", threadId)
        : await uw("deny", threadId, "--reason", decision.deny);
  if (model.requests.length === 0)
    throw new Error(
      `the scripted model was not asked: config.yaml names another server for openai\n${last.output}`,
    );
  return { threadId, exitCode: last.exitCode };
}

/** The same bytes, names and times, so that commits have the same hashes everywhere. */
export function makeRepository(folder: string, repository: NonNullable<Scene["repository"]>): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 0, "init", "--quiet");
  git(folder, 0, "config", "user.name", "Ann");
  git(folder, 0, "config", "user.email", "ann@example.org");
  git(folder, 0, "config", "commit.gpgSign", "false");
  for (const [index, { message, tag, files }] of repository.commits.entries()) {
    writeAll(folder, files);
    git(folder, index, "add", "--all");
    git(folder, index, "commit", "--quiet", "--message", message);
    if (tag !== undefined) git(folder, index, "tag", tag);
  }
  writeAll(folder, repository.changes ?? {});
  if (repository.hasRemote !== true) return;
  git(folder, 0, "init", "--quiet", "--bare", `${folder}-remote.git`);
  git(folder, 0, "remote", "add", "origin", `${folder}-remote.git`);
  git(folder, 0, "push", "--quiet", "origin", "HEAD:main");
}

function writeAll(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function git(cwd: string, hour: number, ...args: string[]): void {
  const date = `2026-01-05T${String(9 + hour).padStart(2, "0")}:00:00Z`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd, env });
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
