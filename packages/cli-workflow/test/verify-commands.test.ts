// verify: receipts, checkpoints and who they belong to. Journals are written anew with right sums, so only what stands
// in the lines can give them away.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { canonicalJson } from "@uncaged/workflow/executor";
import { commanding } from "../../../tests/support/bundles.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const EXEC = `{ do: "effect", effect: "sys/exec@1", params: { argv: ["echo", "hi"] } }`;
const FLOW = commanding([EXEC, `{ do: "sleep", ms: 1 }`, `{ do: "checkpoint", state: { sum: 3 } }`]);

// biome-ignore lint/suspicious/noExplicitAny: lines of many shapes
type Line = any;

async function ran(home: TempHome, name = "flow"): Promise<string> {
  const { json } = await home.uw(["run", name, "--json"]);
  expect(json.status).toBe("ok");
  return json.executionId;
}

/** Changes the records of a journal and gives every line the sum it then needs. */
async function rewrite(home: TempHome, id: string, change: (lines: Line[]) => Line[]): Promise<void> {
  const path = await home.journalPath(id);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const records = change(lines.map((line) => JSON.parse(line)));
  let before = "";
  const text = records.map(({ sum: _sum, ...record }) => {
    const bare = canonicalJson(record);
    before = crockford(Bun.hash.xxHash64(before + bare));
    return `${bare.slice(0, -1)},"sum":"${before}"}\n`;
  });
  writeFileSync(path, text.join(""));
}

function crockford(value: bigint): string {
  let text = "";
  for (let left = value, count = 0; count < 13; count++, left >>= 5n)
    text = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number(left & 31n)] + text;
  return text;
}

const on = (kind: string, change: (line: Line) => Line) => (lines: Line[]) =>
  lines.map((line) => (line.kind === kind ? change(line) : line));

async function findings(
  home: TempHome,
  id: string,
): Promise<{ exitCode: number; codes: string[]; text: string }> {
  const { exitCode, json } = await home.uw(["verify", id, "--json"]);
  const problems = json.problems.filter(({ code }: { code: string }) => code !== "SEAL_BROKEN");
  return {
    exitCode,
    codes: problems.map(({ code }: { code: string }) => code),
    text: problems.map(({ message }: { message: string }) => message).join("\n"),
  };
}

describe("verify", () => {
  test("a thread with effects, sleeps and checkpoints is whole, and so are its forks", async () => {
    await using home = await TempHome.create();
    await home.add("flow", FLOW);
    const id = await ran(home);
    const fork = (await home.uw(["fork", id, "--from-step", "1", "--json"])).json.executionId;
    const again = (await home.uw(["fork", fork, "--from-step", "1", "--json"])).json.executionId;
    for (const one of [id, fork, again]) {
      const { json, exitCode } = await home.uw(["verify", one, "--json"]);
      expect([exitCode, json.problems]).toEqual([0, []]);
    }
    expect((await home.records(again)).some(({ kind, thread }) => kind === "receipt" && thread === id)).toBe(
      true,
    );
    await home.untilQuiet();
    await home.uw(["thread", "rm", fork]);
    expect((await home.uw(["verify", again, "--json"])).json.problems).toEqual([]);
    expect((await home.uw(["fsck", "--json"])).json.ok).toBe(true);
  });

  test("AOS-27, E4: a receipt that says something else than was signed is found", async () => {
    await using home = await TempHome.create();
    await home.add("flow", FLOW);
    const changes: ((line: Line) => Line)[] = [
      (line) => ({ ...line, payload: { ...line.payload, stdout: "bye" } }),
      (line) => ({ ...line, status: "error" }),
      (line) => ({ ...line, sig: `${line.sig.slice(0, -4)}AAAA` }),
      (line) => ({ ...line, actor: "mallory" }),
    ];
    for (const change of changes) {
      const id = await ran(home);
      await rewrite(home, id, on("receipt", change));
      const { exitCode, codes, text } = await findings(home, id);
      expect([exitCode, codes[0]]).toEqual([20, "JOURNAL_CORRUPT"]);
      expect(text).toContain("wrong signature");
    }
  });

  test("E4: a receipt of another thread, or of another command, is found though its signature is right", async () => {
    await using home = await TempHome.create();
    await home.add("flow", FLOW);
    const [id, other] = [await ran(home), await ran(home)];
    const foreign = (await home.records(other)).find(({ kind }) => kind === "receipt");
    await rewrite(home, id, (lines) => {
      const at = lines.findIndex(({ kind }) => kind === "receipt");
      return lines.with(at, foreign);
    });
    const found = await findings(home, id);
    expect(found.exitCode).toBe(20);
    expect(found.codes).toContain("UNKNOWN_RECEIPT");
    const moved = await ran(home);
    await rewrite(
      home,
      moved,
      on("intent", (line) => (line.do === "effect" ? { ...line, params: { argv: ["rm"] } } : line)),
    );
    expect((await findings(home, moved)).text).toContain("another effect than was asked for");
    const orphan = await ran(home);
    await rewrite(home, orphan, (lines) =>
      lines.filter(({ kind, do: what }) => kind !== "intent" || what !== "effect"),
    );
    expect((await findings(home, orphan)).text).toContain("belongs to no command");
  });

  test("AOS-93: a checkpoint whose state is not the one its hash says is found, exit 20", async () => {
    await using home = await TempHome.create();
    await home.add("flow", FLOW);
    const id = await ran(home);
    await rewrite(
      home,
      id,
      on("checkpoint", (line) => ({ ...line, state: { sum: 4 } })),
    );
    const { exitCode, codes } = await findings(home, id);
    expect([exitCode, codes]).toEqual([20, ["JOURNAL_CORRUPT"]]);
  });
});
