// H8: one folder that cannot be dealt with is reported, and gc goes on with the others.
import { expect, test } from "bun:test";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { counting } from "../../../../tests/support/bundles.ts";
import { slowGit } from "../../../../tests/support/slow-git.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

type Folder = { threadId: string };
const ids = (folders: Folder[]) => folders.map(({ threadId }) => threadId);

async function ended(home: TempHome, repo: string): Promise<string> {
  const ran = await home.uw(["run", "flow", "--workspace", repo, "--worktree", "--json"]);
  await home.untilQuiet();
  return ran.json.executionId;
}

test("H8: a damaged journal and a deleted repository stop gc for nobody else", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const [gone, there] = [await slowGit(home, "gone"), await slowGit(home, "there")];
  for (const git of [gone, there]) await git.letGo();
  const homeless = await ended(home, gone.repo);
  const damaged = await ended(home, there.repo);
  const good = await ended(home, there.repo);
  appendFileSync(await home.journalPath(damaged), "not a line of ours\n");
  await rm(gone.repo, { recursive: true });
  const { exitCode, json } = await home.uw(["gc", "--older-than", "0", "--json"]);
  expect(ids(json.removed)).toEqual([good]);
  expect(ids(json.kept).sort()).toEqual([homeless, damaged].sort());
  expect(json.problems.map(({ threadId, code }: Folder & { code: string }) => [threadId, code])).toEqual([
    [damaged, "JOURNAL_CORRUPT"],
  ]);
  // What stands there could not be kept, so it is not deleted unless somebody says so.
  const lost = json.kept.find(({ threadId }: Folder) => threadId === homeless);
  expect(lost.filesLost).toBeString();
  expect(exitCode).toBe(20);
  expect(existsSync(home.layout.workspace(homeless))).toBe(true);
  expect((await home.uw(["gc", "--older-than", "0"])).stdout).toContain("JOURNAL_CORRUPT");
});

test("H8: the worktree of a thread that is being started stays, and that of a start that died goes", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  const git = await slowGit(home);
  const starting = home.spawn(["run", "flow", "--workspace", git.repo, "--worktree", "--json"], {
    env: git.env,
  });
  await git.untilAsked();
  // The wrapper has not called git yet; as if that had begun to fill the folder.
  const [name = ""] = await Array.fromAsync(new Bun.Glob("*.starting").scan(home.layout.workspaces));
  const threadId = name.replace(".starting", "");
  await Bun.$`mkdir ${home.layout.workspace(threadId)}`.quiet();
  const collected = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
  expect([ids(collected.kept), ids(collected.removed)]).toEqual([[threadId], []]);
  await Bun.$`rmdir ${home.layout.workspace(threadId)}`.quiet();
  await git.letGo();
  const { executionId } = JSON.parse(await new Response(starting.stdout).text());
  expect(executionId).toBe(threadId);
  expect(existsSync(home.layout.starting(threadId))).toBe(false);
  // A process that died between the folder and the journal.
  const left = "01KQXKW18CT8G75T53R8F4G7YG";
  await Bun.$`mkdir ${home.layout.workspace(left)}`.quiet();
  writeFileSync(home.layout.starting(left), "another-boot 1 1");
  const later = (await home.uw(["gc", "--older-than", "0", "--json"])).json;
  expect(ids(later.removed).sort()).toEqual([left, threadId].sort());
  expect(existsSync(home.layout.starting(left))).toBe(false);
});
