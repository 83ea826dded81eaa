// RFC-001 section 4: workflow.yaml. What may not be in it, and races, are in ../store.
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { counting } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const SHA256 = /^[0-9a-f]{64}$/;

function registryOf(home: TempHome): {
  workflows: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
} {
  return parse(readFileSync(home.layout.registry, "utf8"));
}

test("RFC-35: the registry maps a name to hash, timestamp and history", async () => {
  await using home = await TempHome.create();
  const [v1, v2] = [await home.add("solve-issue", counting(1)), await home.add("solve-issue", counting(2))];
  expect(registryOf(home)).toEqual({
    workflows: {
      "solve-issue": {
        hash: v2,
        timestamp: expect.any(Number),
        sha256: expect.stringMatching(SHA256),
        history: [{ hash: v1, timestamp: expect.any(Number), sha256: expect.stringMatching(SHA256) }],
      },
    },
  });
});

test("RFC-35: ids are quoted, so that YAML cannot take one for a number", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("flow", counting(1));
  expect(readFileSync(home.layout.registry, "utf8")).toContain(`hash: "${hash}"`);
});

test("RFC-35: a registry as RFC-001 writes it, without sha256, is read", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("flow", counting(1));
  writeFileSync(
    home.layout.registry,
    `workflows:\n  flow:\n    hash: "${hash}"\n    timestamp: 1714963200000\n    history: []\n`,
  );
  expect((await home.uw(["show", "flow", "--json"])).json).toMatchObject({
    hash,
    timestamp: 1714963200000,
    history: [],
  });
  expect((await home.uw(["run", "flow", "--json"])).json.status).toBe("ok");
});

test("RFC-36: history lists former versions newest first", async () => {
  await using home = await TempHome.create();
  const v1 = await home.add("flow", counting(1));
  const v2 = await home.add("flow", counting(2));
  const v3 = await home.add("flow", counting(3));
  const { hash, history } = (await home.uw(["show", "flow", "--json"])).json;
  expect(hash).toBe(v3);
  expect(history.map((version: { hash: string }) => version.hash)).toEqual([v2, v1]);
});

test("RFC-37: a setting in the registry has no effect, is warned about, and stays when the file is rewritten", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(2));
  const text = readFileSync(home.layout.registry, "utf8");
  writeFileSync(
    home.layout.registry,
    `${text.replace("  flow:\n", "  flow:\n    concurrency: 3\n")}timeoutMs: 1\n`,
  );

  const ran = await home.uw(["run", "flow"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain("flow.concurrency");
  expect(ran.stderr).toContain("timeoutMs");
  expect(ran.stderr).toContain("no effect");

  await home.add("other", counting(1));
  const registry = registryOf(home);
  expect(registry.timeoutMs).toBe(1);
  expect(registry.workflows.flow?.concurrency).toBe(3);
  expect(Object.keys(registry.workflows)).toEqual(["flow", "other"]);
});

test("RFC-37: a registry without settings is not warned about", async () => {
  await using home = await TempHome.create();
  await home.add("flow", counting(1));
  expect((await home.uw(["run", "flow"])).stderr).toBe("");
});
