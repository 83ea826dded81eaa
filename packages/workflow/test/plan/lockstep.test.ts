import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import type { SingleCommand } from "#contract/command.ts";
import { drivePlan, receipt } from "./drive-plan.ts";

/** Branches of different lengths; every step says its own id, or fails when its number says so. */
const shapes = fc.array(fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

function fanOf(shape: readonly number[][]) {
  const branches = shape.map((numbers, b) =>
    numbers.map((number, i) => ({
      id: `s${number}-${b}-${i}`,
      type: "tool",
      tool: "bash",
      arguments: { command: i === 0 ? "first" : `after {{steps.s${numbers[i - 1]}-${b}-${i - 1}.text}}` },
    })),
  );
  return branches;
}

const planOf = (branches: unknown[]) => ({ steps: [{ id: "fan", type: "parallel", branches }] });

const script = (command: SingleCommand) => {
  const id = (command as { id: string }).id;
  return receipt(
    command,
    id.startsWith("s13-") ? { status: "error" } : { payload: { stdout: `from ${id}\n` } },
  );
};

test("OPS-63: the same answers give the same yields, in whatever order the branches are written", async () => {
  await fc.assert(
    fc.asyncProperty(shapes, fc.infiniteStream(fc.nat()), async (shape, keys) => {
      const branches = fanOf(shape);
      const shuffled = branches
        .map((branch) => ({ branch, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ branch }) => branch);
      const first = await drivePlan(planOf(branches), script);
      expect(await drivePlan(planOf(branches), script)).toEqual(first);
      expect(await drivePlan(planOf(shuffled), script)).toEqual(first);
    }),
  );
});

test("OPS-63: a round has the next step of every branch that has one, sorted; every branch keeps its order", async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      fc.pre(!shape.flat().includes(13));
      const branches = fanOf(shape);
      const { asked, result } = await drivePlan(planOf(branches), script);
      const rounds = asked.map((commands) =>
        [commands].flat().map((command) => (command as { id: string }).id),
      );
      const longest = Math.max(...branches.map(({ length }) => length));
      const expected = Array.from({ length: longest }, (_, round) =>
        branches.flatMap((branch) => branch[round]?.id ?? []).sort(),
      );
      expect(rounds).toEqual(expected);
      expect(Object.keys(result.outputs)).toEqual(
        branches
          .flat()
          .map(({ id }) => id)
          .sort(),
      );
    }),
  );
});

test("the entry builds into a valid bundle of less than 40 KB that imports nothing", async () => {
  const repo = resolve(import.meta.dir, "../../../..");
  const cli = join(repo, "node_modules/.bin/uncaged-workflow");
  const home = await mkdtemp(join(tmpdir(), "plan-"));
  const out = join(home, "plan.esm.js");
  // Agent steps need somebody who performs them.
  const model = { command: ["true"], class: "once", risk: "read" };
  await Bun.write(
    join(home, "workflow/effects.yaml"),
    JSON.stringify({ effects: { "sys/llm.generate@1": model } }),
  );
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, cli, ...args, "--json"], {
      cwd: repo,
      env: { ...process.env, UNCAGED_HOME: home },
      stdout: "pipe",
      stderr: "ignore",
    });
    return JSON.parse(await new Response(child.stdout).text());
  };
  try {
    const built = await run("build", "packages/workflow/src/plan/plan.ts", "-o", out);
    expect(built.bytes).toBeLessThan(40 * 1024);
    expect(await run("validate", out)).toMatchObject({ ok: true, status: "valid", errors: [] });
    expect(await Bun.file(out).text()).not.toMatch(/\bimport\b/);
  } finally {
    await rm(home, { recursive: true });
  }
});
