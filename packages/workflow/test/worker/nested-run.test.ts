// An effect that runs a workflow of another bundle: that bundle's worker serves everybody, and is no part of the effect.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commanding, gated } from "../../../../tests/support/bundles.ts";
import { REPO, TempHome, until } from "../../../../tests/support/temp-home.ts";
import { EFFECT_MARK } from "../../src/contract/effect.ts";
import { readHolder } from "../../src/disk/process/holder-file.ts";

const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

/** Runs `inner` and stays with it; beside it a program that would stay for ever. */
function outer(home: TempHome, timeoutMs: number): string {
  const script = `sleep 1000 & echo $! > ${home.dir}/sleeper; setsid sleep 1000 & echo $! > ${home.dir}/session; exec ${BINARY} run inner --home ${home.home} --prompt ${home.dir} --json`;
  const params = JSON.stringify({ argv: ["sh", "-c", script] });
  return commanding([`{ do: "effect", effect: "sys/exec@1", params: ${params}, timeoutMs: ${timeoutMs} }`]);
}

const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { group: Number(group), session: Number(session) };
};

const isThere = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
  } catch {
    return false;
  }
};

test.each([
  ["times out", 4_000],
  ["is cancelled", 60_000],
])(
  "PROCESS-TREE-3, PROCESS-TREE-4: when the effect %s, all it started ends, except the worker with other people's threads",
  async (how, timeoutMs) => {
    await using home = await TempHome.create();
    const hash = await home.add("inner", gated(1));
    await home.add("outer", outer(home, timeoutMs));
    const id = await home.start("outer");
    const holder = await until(async () => readHolder(home.layout.holder(hash)), "the nested worker");
    const other = await home.start("inner", "--prompt", home.dir);
    expect(statOf(holder.pid)).toEqual({ group: holder.pid, session: holder.pid });
    expect(readFileSync(`/proc/${holder.pid}/environ`, "latin1")).not.toContain(`${EFFECT_MARK}=`);
    if (how === "is cancelled") await home.uw(["cancel", id]);
    await home.untilStatus(id, "completed", "cancelled");
    expect(isThere(holder.pid)).toBe(true);
    for (const name of ["sleeper", "session"])
      expect([name, isThere(Number(readFileSync(join(home.dir, name), "utf8")))]).toEqual([name, false]);
    expect((await home.uw(["ps", "--json"])).json.threads).toHaveLength(2);
    await home.open(1);
    await home.untilStatus(other, "completed");
    expect(await home.roles(other)).toEqual(["r1"]);
  },
);

test("PROCESS-TREE-4: a program that says it is a worker, and names a pipe, is ended as any other", async () => {
  await using home = await TempHome.create();
  const pipe = join(home.dir, "pipe");
  const script = `mkfifo ${pipe}; UNCAGED_WORKER=${pipe} setsid sleep 1000 & echo $! > ${home.dir}/sleeper; sleep 1000`;
  const params = JSON.stringify({ argv: ["sh", "-c", script] });
  await home.add(
    "flow",
    commanding([`{ do: "effect", effect: "sys/exec@1", params: ${params}, timeoutMs: 500 }`]),
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.status).toBe("ok");
  expect(isThere(Number(readFileSync(join(home.dir, "sleeper"), "utf8")))).toBe(false);
});
