// H8: a journal that a stranger put into the store, with true sums. It is refused with its line and byte, for that thread
// alone: every verb that walks over all threads tells of it and goes on, and none ends with INTERNAL or waits.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { chained, foreign, GARBLED, type Line, textOf } from "../../../tests/support/foreign-journals.ts";
import {
  doingVerbs,
  FOREIGN_ID,
  type ForeignStore,
  foreignStore,
  judgeVerb,
  readingVerbs,
  withForeign,
} from "../../../tests/support/foreign-store.ts";
import { cli } from "../../../tests/support/in-process.ts";

let store: ForeignStore;
beforeAll(async () => {
  store = await foreignStore();
}, 60_000);
afterAll(() => store.home[Symbol.asyncDispose]());

/** The lines of the thread that waits for an approval, as the stranger's. */
function asking(change: (lines: Line[]) => void = () => {}): string {
  const lines = (store.journals[1] as Line[]).map(({ sum: _sum, ...line }) => structuredClone(line));
  (lines[0] as Line).threadId = FOREIGN_ID;
  change(lines);
  return chained(lines.map(textOf));
}

const find = (lines: Line[], kind: string, what?: string): Line =>
  lines.find((line) => line.kind === kind && (what === undefined || line.do === what)) as Line;

async function judged(verbs: string[][]): Promise<string[]> {
  const problems: string[] = [];
  for (const args of verbs)
    for (const isText of [true, false]) problems.push(...(await judgeVerb(store, args, isText)));
  return problems;
}

const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

const CHANGES: Record<string, (lines: Line[]) => void> = {
  "an expiry that is no date": (lines) => {
    find(lines, "intent", "approve").expiresAt = 1e300;
  },
  "an expiry beyond all dates": (lines) => {
    find(lines, "intent", "approve").expiresAt = 8_640_000_000_000_001;
  },
  "a timestamp beyond all dates": (lines) => {
    find(lines, "intent", "approve").timestamp = 8_640_000_000_000_001;
  },
  "params nested a thousand levels": (lines) => {
    find(lines, "intent", "effect").params = deep(1_000);
  },
  "items nested ten thousand levels": (lines) => {
    find(lines, "intent", "approve").items = deep(10_000);
  },
  "a position near 2^32": (lines) => {
    find(lines, "intent", "approve").n = 4_294_967_295;
  },
  "a list of 2^53 commands": (lines) => {
    find(lines, "intent", "approve").group = { type: "all", of: 9_007_199_254_740_991 };
  },
  "an intent id that moves the cursor": (lines) => {
    find(lines, "intent", "approve").id = "\u001b]0;owned\u0007\u001b[2J";
  },
  "an approval that is answered in its own line": (lines) => {
    find(lines, "intent", "approve").answer = { decision: "approve" };
  },
  "a decision that nothing was asked for": (lines) => {
    const intent = find(lines, "intent", "approve").id;
    lines.splice(1, 0, { ...find(lines, "receipt"), kind: "decision", intent, n: 9, decision: "approve" });
  },
  "a branch to a yield that never was": (lines) => {
    lines.push({ kind: "control", action: "branch", at: 9, steps: 0, timestamp: 1_800_000_000_000 });
  },
  "a branch at no yield": (lines) => {
    lines.push({ kind: "control", action: "branch", at: -1, steps: 0, timestamp: 1_800_000_000_000 });
  },
  "a branch that says not where": (lines) => {
    lines.push({ kind: "control", action: "branch", timestamp: 1_800_000_000_000 });
  },
  "a state of the worktree that is an option of git": (lines) => {
    const commit = "--upload-pack=touch owned";
    lines.push({
      kind: "control",
      action: "tree",
      at: 1,
      commit,
      head: commit,
      timestamp: 1_800_000_000_000,
    });
  },
  "a step with its keys in another order": (lines) => {
    const raw = Object.create({ toJSON: () => null });
    lines.push(
      Object.assign(raw, { role: "x", content: "c", meta: {}, timestamp: 1_800_000_000_000, aa: 1 }),
    );
  },
};

describe("H8: a journal with true sums", () => {
  test.each(Object.keys(CHANGES))(
    "H8: %s is JOURNAL_CORRUPT with its line and byte, for that thread alone",
    async (name) => {
      await withForeign(store, asking(CHANGES[name]), async (id) => {
        expect(await judged(readingVerbs(id, store.finished[0] as string))).toEqual([]);
        const ran = await cli(store.home, ["thread", id, "--json"]);
        expect([ran.exitCode, ran.json.error.code]).toEqual([20, "JOURNAL_CORRUPT"]);
        expect(ran.json.error.details).toMatchObject({ line: expect.any(Number), byte: expect.any(Number) });
      });
    },
  );

  test("H8: numbers that JSON cannot carry are refused", async () => {
    for (const number of ["9007199254740993", "1e400", "-0"]) {
      const lines = asking((all) => {
        find(all, "intent", "effect").params = "HERE";
      });
      const texts = lines.trimEnd().split("\n");
      const bytes = chained(
        texts.map((text) => text.replace(/,"sum":"\w+"\}$/, "}").replace('"HERE"', number)),
      );
      await withForeign(store, bytes, async (id) => {
        expect(await judged(readingVerbs(id, store.finished[0] as string))).toEqual([]);
        const ran = await cli(store.home, ["verify", id, "--json"]);
        expect([number, ran.exitCode, ran.json.problems[0].code]).toEqual([number, 20, "JOURNAL_CORRUPT"]);
      });
    }
  });

  test("H8: approvals and fsck name the thread that cannot be read, and show the others", async () => {
    await withForeign(store, asking(CHANGES["an expiry that is no date"]), async (id) => {
      const rebuilt = (await cli(store.home, ["fsck", "--rebuild", "--json"])).json;
      expect(rebuilt.problems.some((one: { file: string }) => one.file.includes(id))).toBe(true);
      expect(rebuilt.rebuilt).toBe(store.finished.length + store.waiting.length + 1);
      const inbox = (await cli(store.home, ["approvals", "--json"])).json;
      expect(inbox.approvals.map((one: { threadId: string }) => one.threadId)).toEqual(store.asking);
      expect(inbox.problems).toMatchObject([{ threadId: id, error: { code: "JOURNAL_CORRUPT" } }]);
      expect((await cli(store.home, ["approvals"])).stderr).toContain(`${id} JOURNAL_CORRUPT`);
      const listed = (await cli(store.home, ["threads", "--json"])).json.threads;
      expect(listed.find((one: { threadId: string }) => one.threadId === id).status).toBe("corrupt");
    });
  });

  test("H8: whoever takes it up, forks or ends it is refused, or does it", async () => {
    for (const name of ["an expiry that is no date", "a position near 2^32", "a branch at no yield"])
      await withForeign(store, asking(CHANGES[name]), async (id) => {
        const problems: string[] = [];
        for (const args of doingVerbs(id)) problems.push(...(await judgeVerb(store, args, false)));
        expect([name, ...problems]).toEqual([name]);
      });
  }, 60_000);

  test.each(GARBLED.map((text, index) => [index, text] as const))(
    "H8: what only begins and ends like a step (%i) is refused by whoever looks into it",
    async (_, text) => {
      const start = textOf({ ...(store.journals[0] as Line[])[0], threadId: FOREIGN_ID, sum: undefined });
      const bytes = chained([start.replace(/,"sum":undefined/, ""), text]);
      await withForeign(store, bytes, async (id) => {
        expect(await judged(readingVerbs(id, store.finished[0] as string))).toEqual([]);
        const problems: string[] = [];
        for (const args of doingVerbs(id)) problems.push(...(await judgeVerb(store, args, false)));
        expect(problems).toEqual([]);
      });
    },
    60_000,
  );

  test("H8: two that name each other as their origins are verified to an end", async () => {
    const other = "01KQXKW18CT8G75T53R8F4G7YH";
    const forked = (own: string, from: string) =>
      asking((lines) => {
        const start = lines[0] as Line;
        start.threadId = own;
        start.forkFrom = { threadId: from, hash: start.hash, steps: 1, lines: lines.length - 1 };
      });
    const path = store.home.layout.journal(store.hash, other);
    writeFileSync(path, forked(other, FOREIGN_ID));
    try {
      await withForeign(store, forked(FOREIGN_ID, other), async (id) => {
        expect(await judged(readingVerbs(id, other))).toEqual([]);
        const { problems } = (await cli(store.home, ["verify", id, "--json"])).json;
        expect(problems.map((one: { code: string }) => one.code)).toContain("UNKNOWN_RECEIPT");
      });
    } finally {
      rmSync(path);
    }
  });

  test("H8: whatever is changed in the lines of a thread, every verb that reads answers with a code of its own", async () => {
    await fc.assert(
      fc.asyncProperty(foreign, (sample) =>
        withForeign(store, sample, async (id) => {
          expect(await judged(readingVerbs(id, store.finished[0] as string))).toEqual([]);
        }),
      ),
      { numRuns: 40 },
    );
  }, 120_000);

  test("a value of the full depth that a yield may have is read, and verified", async () => {
    const bytes = asking((lines) => {
      find(lines, "intent", "effect").params = deep(199);
    });
    await withForeign(store, bytes, async (id) => {
      expect((await cli(store.home, ["thread", id, "--json"])).exitCode).toBe(0);
    });
  });
});

describe("H8: what else may stand in the place of a journal", () => {
  const PLACES: Record<string, (path: string) => void> = {
    "a folder": (path) => mkdirSync(path),
    "a pipe": (path) => execFileSync("mkfifo", [path]),
    "a link": (path) => symlinkSync("/etc/passwd", path),
    "a device": (path) => symlinkSync("/dev/zero", path),
    "a great deal of nothing": (path) => {
      writeFileSync(path, "");
      truncateSync(path, 128 * 1024 ** 2);
    },
    nothing: (path) => writeFileSync(path, ""),
  };

  test.each(Object.keys(PLACES))(
    "H8: %s: it is not waited for, and the others are listed",
    async (name) => {
      await withForeign(store, "", async (id) => {
        const path = store.home.layout.journal(store.hash, id);
        rmSync(path);
        (PLACES[name] as (path: string) => void)(path);
        const isLink = name === "a link" || name === "a device";
        const walking = [["fsck", "--rebuild"], ["threads"], ["approvals"], ["fsck"], ["tick"], ["ps"]];
        // A link is refused as such, with the code of the machine's errors.
        const verbs = isLink ? walking : readingVerbs(id, store.finished[0] as string);
        expect(await judged(verbs)).toEqual([]);
      });
    },
    60_000,
  );

  test("H8: strange names among the journals are told of and passed over", async () => {
    const { layout } = store.home;
    const strange = [
      join(layout.logs, "not-a-bundle"),
      join(layout.logs, "EYHPV6X8XHTCS"),
      join(layout.threads(store.hash), "\u001b[2J.data.jsonl"),
      join(layout.threads(store.hash), "readme.txt"),
    ];
    mkdirSync(strange[0] as string);
    for (const path of strange.slice(1)) writeFileSync(path, "x");
    try {
      expect(await judged([["fsck", "--rebuild"], ["fsck"], ["threads"], ["approvals"]])).toEqual([]);
      const { problems } = (await cli(store.home, ["fsck", "--json"])).json;
      const found = problems.filter((one: { code: string }) => one.code === "STRANGE");
      expect(found.map((one: { file: string }) => one.file).sort()).toEqual([...strange].sort());
    } finally {
      for (const path of strange) rmSync(path, { recursive: true });
    }
  });

  test("H8: debug lines of a stranger are shown as far as they are such lines", async () => {
    const lines = [
      "null",
      "5",
      '{"tag":5,"content":"x","timestamp":1}',
      '{"tag":"A","content":"x","timestamp":1e300}',
      '{"tag":"\\u001b[2J","content":"x","timestamp":1}',
      '{"tag":"2F6GZ9KT","content":"\\u001b[2J fine","timestamp":1794865755698}',
      "{",
    ];
    await withForeign(store, asking(), async (id) => {
      writeFileSync(store.home.layout.info(store.hash, id), `${lines.join("\n")}\n`);
      expect(await judged([["logs", id]])).toEqual([]);
      const shown = (await cli(store.home, ["logs", id, "--json"])).json.lines;
      expect(shown).toEqual([
        { tag: "2F6GZ9KT", level: "info", content: "\u001b[2J fine", timestamp: 1_794_865_755_698 },
      ]);
    });
    await withForeign(store, asking(), async (id) => {
      execFileSync("mkfifo", [store.home.layout.info(store.hash, id)]);
      expect(
        await judged([
          ["logs", id],
          ["resume", id],
        ]),
      ).toEqual([]);
    });
  });

  test.each(["workflow.yaml", "effects.yaml", "policy.yaml", "config.yaml"])(
    "H8: a pipe, a folder or anything else in the place of %s is refused, and not waited for",
    async (name) => {
      const path = join(store.home.layout.root, name);
      const before = name === "workflow.yaml" ? readFileSync(path) : null;
      const verbs = [["list"], ["threads"], ["approvals"], ["config"], ["run", "flow", "--prompt", "steps"]];
      try {
        for (const put of [
          () => execFileSync("mkfifo", [path]),
          () => mkdirSync(path),
          () => writeFileSync(path, `${"[".repeat(5_000)}${"]".repeat(5_000)}`),
          () => writeFileSync(path, "effects: 5\nworkflows: 5\nrisks: 5\n"),
          () => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 0x1b])),
        ]) {
          rmSync(path, { recursive: true, force: true });
          put();
          expect(await judged(verbs)).toEqual([]);
        }
      } finally {
        rmSync(path, { recursive: true, force: true });
        if (before !== null) writeFileSync(path, before, { mode: 0o600 });
      }
    },
    60_000,
  );
});
