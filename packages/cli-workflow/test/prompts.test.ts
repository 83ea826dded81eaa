// N12: the prompt arrives exactly as given. N13: it is told to nobody else.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "@uncaged/workflow/host";
import { counting, gated, telling } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const PROMPTS: Record<string, string> = {
  empty: "",
  newlines: "one\ntwo\r\nthree\n\n",
  NUL: "a\0b",
  blanks: "  \t padded  ",
  controls: "\x1b[31m\x07\x7f\u009b",
  unicode: "Ünïcode €😀 é e\u0301 \u202e",
  BOM: "\ufeffwith a mark",
  quotes: `"it's" \\ $HOME \`x\` %s {{name}}`,
  dashes: "--json -",
};

async function promptOf(home: TempHome, id: string): Promise<string> {
  return (await home.records(id))[0].parameters.prompt;
}

describe("N12: exact round trip", () => {
  test("N12: through --prompt-file", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const file = join(home.dir, "prompt.txt");
    for (const [name, prompt] of Object.entries(PROMPTS)) {
      await Bun.write(file, prompt);
      const id = (await home.uw(["run", "flow", "--prompt-file", file, "--json"])).json.executionId;
      expect([name, await promptOf(home, id)]).toEqual([name, prompt]);
    }
  });

  test("N12: through standard input", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const [name, prompt] of Object.entries(PROMPTS)) {
      const id = (await home.uw(["run", "flow", "-", "--json"], { stdin: prompt })).json.executionId;
      expect([name, await promptOf(home, id)]).toEqual([name, prompt]);
    }
  });

  test("N12: through --prompt, but for NUL, which no argument can hold", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const [name, prompt] of Object.entries(PROMPTS)) {
      if (name === "NUL") continue;
      const id = (await home.uw(["run", "flow", "--prompt", prompt, "--json"])).json.executionId;
      expect([name, await promptOf(home, id)]).toEqual([name, prompt]);
    }
  });

  test("N12: the bundle gets it as it is, now and after a resume", async () => {
    await using home = await TempHome.create();
    const prompt = Object.values(PROMPTS).join("|");
    await home.add("tell", telling("input.prompt"));
    const ran = await home.uw(["run", "tell", "-", "--json"], { stdin: prompt });
    expect(JSON.parse(ran.json.output.last.content)).toBe(prompt);
    const fork = await home.uw(["fork", ran.json.executionId, "--json"]);
    expect(JSON.parse(fork.json.output.last.content)).toBe(prompt);
  });

  test("N12: fork takes another prompt from a file", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const file = await home.file("prompt.txt", "a\0b\n");
    const fork = await home.uw(["fork", id, "--prompt-file", file, "--json"]);
    expect(await promptOf(home, fork.json.executionId)).toBe("a\0b\n");
  });
});

describe("N12: what is refused", () => {
  async function refused(
    home: TempHome,
    args: string[],
    stdin?: string | Uint8Array<ArrayBuffer>,
  ): Promise<[number, string]> {
    const ran = await home.uw(["run", "flow", ...args, "--json"], stdin === undefined ? {} : { stdin });
    return [ran.exitCode, ran.json.error?.code];
  }

  test("N12: a prompt of exactly the limit is kept; one byte more is USAGE, exit 10, and starts nothing", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const full = "x".repeat(LIMITS.promptBytes);
    const ran = await home.uw(["run", "flow", "-", "--json"], { stdin: full });
    expect(await promptOf(home, ran.json.executionId)).toBe(full);
    const file = await home.file("huge.txt", `${full}y`);
    expect(await refused(home, ["--prompt-file", file])).toEqual([10, "USAGE"]);
    expect(await refused(home, ["-"], `${full}y`)).toEqual([10, "USAGE"]);
    expect(await refused(home, ["-"], "€".repeat(LIMITS.promptBytes / 2))).toEqual([10, "USAGE"]);
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
  });

  test("N12: bytes that are not UTF-8 are refused, not replaced", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const bytes = new Uint8Array([97, 0xff, 98]);
    expect(await refused(home, ["--prompt-file", await home.file("bad.txt", bytes)])).toEqual([10, "USAGE"]);
    expect(await refused(home, ["-"], bytes)).toEqual([10, "USAGE"]);
  });

  test("N12: a lone surrogate is refused", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const ran = await cli(home, ["run", "flow", "--prompt", "\ud83d", "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
  });

  test("N12: a prompt file that is missing or a folder is refused, exit 10", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    expect(await refused(home, ["--prompt-file", join(home.dir, "ghost")])).toEqual([10, "NOT_FOUND"]);
    expect(await refused(home, ["--prompt-file", home.dir])).toEqual([10, "USAGE"]);
  });
});

describe("N13: secrets", () => {
  const CANARY = "canary-7Q4ZK2MB-secret";

  test("N13: a prompt given by stdin is in no process's arguments, no info log and no error", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2, `const unused = 1;`));
    const ran = await home.uw(["run", "flow", "-", "--detach", "--json"], { stdin: `/nowhere/${CANARY}` });
    const id: string = ran.json.executionId;
    const [pid] = await home.workers();
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain(CANARY);
    await home.uw(["kill", id]);
    const why = await home.uw(["why", id]);
    const logs = await home.uw(["logs", id, "--json"]);
    expect(why.stdout + why.stderr + logs.stdout).not.toContain(CANARY);
  });

  test("N13: of all files of the store, only the journal and the index hold the prompt", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    await home.uw(["run", "flow", "-", "--json"], { stdin: CANARY });
    await home.untilQuiet();
    const files = await readdir(home.layout.root, { recursive: true, withFileTypes: true });
    const telling = files
      .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(CANARY))
      .map((file) => file.name.replace(/^[0-9A-Z]{26}/, "<thread>"));
    expect(telling.filter((name) => !name.startsWith("state.db"))).toEqual(["<thread>.data.jsonl"]);
  });
});
