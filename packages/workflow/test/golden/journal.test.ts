import { expect, test } from "bun:test";
import { copyFileSync, readFileSync } from "node:fs";
import { canonicalJson } from "#codec/canonical-json.ts";
import { renderRegistry } from "#store/render-registry.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { COMPLETED, FORKED, HASH, layStore, writeCompleted, writeCopied, writeForked } from "./fixed-thread.ts";
import { expectGolden, goldenPath } from "./golden.ts";

test("P18: a journal is written byte for byte as before", async () => {
  await using home = await TempHome.create();
  layStore(home.layout);
  expectGolden("completed.data.jsonl", readFileSync(await writeCompleted(home.layout), "utf8"));
  expectGolden("forked.data.jsonl", readFileSync(await writeForked(home.layout), "utf8"));
  expectGolden("copied.data.jsonl", readFileSync(await writeCopied(home.layout), "utf8"));
});

test("P18: every line of a golden journal is canonical JSON with its sum at the end", () => {
  for (const name of ["completed.data.jsonl", "forked.data.jsonl", "copied.data.jsonl"]) {
    const lines = readFileSync(goldenPath(name), "utf8").split("\n");
    expect(lines.pop()).toBe("");
    for (const line of lines) {
      const { sum, ...record } = JSON.parse(line);
      expect(line).toBe(canonicalJson(record).replace(/\}$/, `,"sum":"${sum}"}`));
    }
  }
});

test("P18: golden journals are read, verified, listed and forked", async () => {
  await using home = await TempHome.create();
  layStore(home.layout);
  copyFileSync(goldenPath("completed.data.jsonl"), home.layout.journal(HASH, COMPLETED));
  copyFileSync(goldenPath("forked.data.jsonl"), home.layout.journal(HASH, FORKED));

  expect((await home.uw(["fsck", "--rebuild", "--json"])).json).toEqual({ ok: true, threads: 2, problems: [], rebuilt: 2 });
  expect((await home.uw(["verify", COMPLETED, "--json"])).json).toMatchObject({ ok: true, lines: 9, seals: 2, problems: [] });
  const listed = (await home.uw(["threads", "--json"])).json.threads;
  expect(listed.map((thread: { status: string }) => thread.status)).toEqual(["failed", "completed"]);
  const view = (await home.uw(["thread", COMPLETED, "--json"])).json;
  expect(view).toMatchObject({ status: "completed", lastSeq: 9, result: { summary: "Fixed auth bug" }, forks: [FORKED] });
  const fork = (await home.uw(["fork", COMPLETED, "--json"])).json;
  expect(fork.output).toMatchObject({ roles: 3, last: { role: "r3" } });
});

test("P18: a golden journal with copied lines is verified, resumed and forked", async () => {
  await using home = await TempHome.create();
  layStore(home.layout);
  copyFileSync(goldenPath("copied.data.jsonl"), home.layout.journal(HASH, FORKED));
  expect((await home.uw(["fsck", "--rebuild", "--json"])).json).toMatchObject({ ok: true, threads: 1, rebuilt: 1 });
  expect((await home.uw(["verify", FORKED, "--json"])).json).toMatchObject({ ok: true, lines: 5, seals: 1 });
  expect((await home.uw(["fork", FORKED, "--json"])).json.output).toMatchObject({ roles: 3, last: { role: "r3", content: "step 3" } });
  expect((await home.uw(["resume", FORKED, "--json"])).json.output).toMatchObject({ roles: 3, last: { role: "r3", content: "own" } });
  expect((await home.uw(["verify", FORKED, "--json"])).json).toMatchObject({ ok: true, seals: 2, problems: [] });
});

test("S18: a golden journal with one letter changed is refused", async () => {
  await using home = await TempHome.create();
  layStore(home.layout);
  const changed = readFileSync(goldenPath("completed.data.jsonl"), "utf8").replace("Fixed auth bug", "Fixed auth bag");
  await Bun.write(home.layout.journal(HASH, COMPLETED), changed);
  const ran = await home.uw(["verify", COMPLETED, "--json"]);
  expect([ran.exitCode, ran.json.ok, ran.json.problems[0].code]).toEqual([20, false, "JOURNAL_CORRUPT"]);
});

test("P18: the registry is written byte for byte as before", () => {
  const version = (hash: string, timestamp: number) => ({ hash, timestamp, sha256: hash.slice(-1).toLowerCase().repeat(64) });
  const registry = {
    settings: { nested: ["kept", 1, { deep: true }], empty: {} },
    workflows: {
      "solve-issue": {
        ...version("C9NMV6V2TQT8A", 1_714_963_200_000),
        history: [version("A7BKR3M1NPQ4B", 1_714_876_800_000), { hash: "0E12345678901", timestamp: 1_714_790_400_000 }],
        concurrency: 3,
      },
      "a-first": { ...version("0000000000000", 0), history: [] },
    },
  };
  expectGolden("workflow.yaml", renderRegistry(registry));
});
