import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { canonicalJson } from "../../src/codec/canonical-json.ts";
import type { Json } from "../../src/contract/command.ts";
import { endLeftovers } from "../../src/effects/executors/process-tree.ts";
import { Bench, codeOf, payloadOf, processesWith, untilProcesses } from "./bench.ts";

const EXEC = "sys/exec@1";
type Ran = { exitCode: number; stdout: string; stderr: string };

function sh(script: string): Json {
  return { argv: ["sh", "-c", script] };
}

/** A number of seconds nobody else sleeps. */
function oddSleep(): string {
  return `${1000 + Math.floor(Math.random() * 1e6)}.${Math.floor(Math.random() * 1e6)}`;
}

describe("a program", () => {
  test("its exit code, output and errors are the payload", async () => {
    using bench = new Bench();
    const ran = await bench.call(EXEC, sh("echo out; echo err >&2; exit 3"));
    expect(ran).toEqual({ status: "ok", payload: { exitCode: 3, stdout: "out\n", stderr: "err\n" } });
  });

  test("OPS-5: it runs in the workspace, or in a folder of it", async () => {
    using bench = new Bench();
    mkdirSync(join(bench.workspace, "a/b"), { recursive: true });
    expect(payloadOf<Ran>(await bench.call(EXEC, { argv: ["pwd"] })).stdout).toBe(`${bench.workspace}\n`);
    const inside = await bench.call(EXEC, { argv: ["pwd"], cwd: "a/b" });
    expect(payloadOf<Ran>(inside).stdout).toBe(`${bench.workspace}/a/b\n`);
  });

  test("OPS-78: what it writes is there, and belongs to the invoking user", async () => {
    using bench = new Bench();
    await bench.call(EXEC, sh("echo hi > made"));
    expect(readFileSync(join(bench.workspace, "made"), "utf8")).toBe("hi\n");
    expect(statSync(join(bench.workspace, "made")).uid).toBe(process.getuid?.() ?? 0);
  });

  test("its input is given, or empty", async () => {
    using bench = new Bench();
    expect(payloadOf<Ran>(await bench.call(EXEC, { argv: ["cat"], stdin: "héllo" })).stdout).toBe("héllo");
    expect(payloadOf<Ran>(await bench.call(EXEC, { argv: ["cat"] })).stdout).toBe("");
  });

  test("input that nobody reads is no failure", async () => {
    using bench = new Bench();
    const ran = await bench.call(EXEC, { argv: ["true"], stdin: "x".repeat(5_000_000) });
    expect(payloadOf<Ran>(ran).exitCode).toBe(0);
  });

  test("one that a signal ended has 128 + signal", async () => {
    using bench = new Bench();
    expect(payloadOf<Ran>(await bench.call(EXEC, sh("kill -SEGV $$"))).exitCode).toBe(139);
  });

  test("bytes that are not UTF-8 are replaced, and a byte order mark is kept", async () => {
    using bench = new Bench();
    const ran = await bench.call(EXEC, { argv: ["printf", "\\357\\273\\277a\\377b\\355\\240\\200"] });
    const { stdout } = payloadOf<Ran>(ran);
    expect(stdout.startsWith("\ufeffa\ufffdb")).toBe(true);
    expect(stdout.isWellFormed()).toBe(true);
  });

  test.each([
    ["a program that is not there", { argv: ["no-such-program-anywhere"] }, "EXEC_NOT_FOUND"],
    ["a path that is not there", { argv: ["./nothing"] }, "EXEC_NOT_FOUND"],
    ["a file that is no program", { argv: ["/etc/passwd"] }, "EXEC_NOT_EXECUTABLE"],
    ["a folder", { argv: ["/tmp"] }, "EXEC_NOT_EXECUTABLE"],
    ["no name", { argv: [""] }, "ARGV_INVALID"],
    ["too long an argument", { argv: ["echo", "x".repeat(3_000_000)] }, "EXEC_TOO_BIG"],
    ["a name of a variable with =", { argv: ["env"], env: { "A=B": "c" } }, "ENV_INVALID"],
    ["a variable with a NUL", { argv: ["env"], env: { A: "a\0b" } }, "ENV_INVALID"],
    ["a folder that is not there", { argv: ["pwd"], cwd: "nowhere" }, "PATH_NOT_FOLDER"],
  ] as [string, Json, string][])("%s is an error receipt", async (_what, params, code) => {
    using bench = new Bench();
    expect(codeOf(await bench.call(EXEC, params))).toBe(code);
  });
});

describe("N9: no shell", () => {
  test("N9: arguments arrive as they were given, whatever they look like", async () => {
    using bench = new Bench();
    const odd = ["$(touch pwned)", "; touch pwned", "`id`", "-rf", "--", "a b", "*", "", "\n", "'\"", "é"];
    const { stdout } = payloadOf<Ran>(
      await bench.call(EXEC, {
        argv: [process.execPath, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd],
      }),
    );
    expect(JSON.parse(stdout)).toEqual(odd);
    expect(payloadOf<Ran>(await bench.call(EXEC, { argv: ["ls", "-A"] })).stdout).toBe("");
  });

  test("N9: a NUL is refused", async () => {
    using bench = new Bench();
    expect(codeOf(await bench.call(EXEC, { argv: ["echo", "a\0b"] }))).toBe("ARGV_INVALID");
  });
});

describe("N13: the environment", () => {
  test("N13: a program sees a few variables and its own, no key of ours", async () => {
    using bench = new Bench({
      env: {
        PATH: process.env.PATH,
        HOME: "/own/folder",
        LC_ALL: "C",
        MODEL_API_KEY: "sk-canary-1",
        LD_PRELOAD: "x",
        NODE_OPTIONS: "x",
      },
    });
    const { stdout } = payloadOf<Ran>(await bench.call(EXEC, { argv: ["env"], env: { MINE: "1" } }));
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0])
        .filter((name) => name !== "PWD" && name !== "_" && name !== "SHLVL")
        .sort(),
    ).toEqual(["HOME", "LC_ALL", "MINE", "PATH", "UNCAGED_EFFECT"]);
  });
});

describe("OPS-111: the folder it runs in", () => {
  test.each(["..", "../..", "/", "/etc", "out", "out/deeper", "a/../.."])(
    "OPS-111: %s is outside the workspace",
    async (cwd) => {
      using bench = new Bench();
      mkdirSync(join(bench.workspace, "a"));
      mkdirSync(join(bench.folder, "elsewhere/deeper"), { recursive: true });
      symlinkSync(join(bench.folder, "elsewhere"), join(bench.workspace, "out"));
      expect(codeOf(await bench.call(EXEC, { argv: ["pwd"], cwd }))).toBe("PATH_OUTSIDE_WORKSPACE");
    },
  );

  test("a link that stays inside is followed, and so is a workspace that is a link itself", async () => {
    using bench = new Bench();
    mkdirSync(join(bench.workspace, "real"));
    symlinkSync("real", join(bench.workspace, "link"));
    symlinkSync(bench.workspace, join(bench.folder, "alias"));
    const ran = await bench.call(
      EXEC,
      { argv: ["pwd", "-P"], cwd: "link" },
      { workspace: () => join(bench.folder, "alias") },
    );
    expect(payloadOf<Ran>(ran).stdout).toBe(`${bench.workspace}/real\n`);
  });
});

describe("OPS-80: the limit of the output", () => {
  /** A payload of exactly `bytes` as the engine measures it. */
  function filling(bytes: number): Json {
    const empty = canonicalJson({ exitCode: 0, stdout: "", stderr: "" }).length;
    return { argv: ["head", "-c", String(bytes - empty), "/dev/zero"] };
  }

  test("OPS-80: exactly at the limit passes, one byte more does not", async () => {
    using bench = new Bench();
    const at = (count: number) => ({
      argv: ["sh", "-c", `head -c ${count} /dev/zero | tr '\\0' x`],
    });
    const empty = canonicalJson({ exitCode: 0, stdout: "", stderr: "" }).length;
    const exact = await bench.call(EXEC, at(262144 - empty), { maxOutputBytes: 262144 });
    expect(Buffer.byteLength(canonicalJson(payloadOf<Ran>(exact)))).toBe(262144);
    expect(codeOf(await bench.call(EXEC, at(262145 - empty), { maxOutputBytes: 262144 }))).toBe(
      "MAX_OUTPUT_BYTES",
    );
  });

  test("OPS-80: escaped characters count as the journal writes them", async () => {
    using bench = new Bench();
    expect(codeOf(await bench.call(EXEC, filling(10_000), { maxOutputBytes: 10_000 }))).toBe(
      "MAX_OUTPUT_BYTES",
    );
  });

  test("OPS-80: a program without end is ended early, with all it started", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    // It comes to its second half only when somebody has read a hundred gigabytes.
    const ran = await bench.call(EXEC, sh(`sleep ${seconds} & yes | head -c 100000000000; echo late >&2`));
    expect(ran).toMatchObject({ error: { code: "MAX_OUTPUT_BYTES", details: { stderrTail: "" } } });
    expect(processesWith(seconds)).toEqual([]);
  });
});

describe("the end of a program is the end of all it started", () => {
  test("AOS-26: a timeout is a receipt, long before the program would have ended", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    const ran = await bench.call(EXEC, { argv: ["sleep", seconds] }, { timeoutMs: 50 });
    expect(ran).toMatchObject({ status: "timeout", error: { code: "TIMEOUT", retryable: true } });
    expect(processesWith(seconds)).toEqual([]);
  });

  test("OPS-79: what it said until then is told", async () => {
    using bench = new Bench();
    const ran = await bench.call(EXEC, sh("echo half; echo way >&2; sleep 600"), { timeoutMs: 2000 });
    expect(ran).toMatchObject({ error: { details: { stdoutTail: "half\n", stderrTail: "way\n" } } });
  });

  test("OPS-98: one that ignores SIGTERM is killed after the grace", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    const ran = await bench.call(EXEC, sh(`trap '' TERM; while :; do sleep ${seconds}; done`), {
      timeoutMs: 200,
    });
    expect(ran.status).toBe("timeout");
    expect(processesWith(seconds)).toEqual([]);
  });

  test("OPS-98: one that ends on SIGTERM may clean up", async () => {
    using bench = new Bench({ graceMs: 5000 });
    const ran = await bench.call(
      EXEC,
      sh("trap 'sleep 0.3; echo done > cleaned; exit 0' TERM; touch ready; while :; do sleep 0.05; done"),
      { timeoutMs: 2000 },
    );
    expect(ran.status).toBe("timeout");
    expect(readFileSync(join(bench.workspace, "cleaned"), "utf8")).toBe("done\n");
  });

  test("OPS-99: an abort ends it, and leaves nobody behind", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    const abort = new AbortController();
    const ran = bench.call(EXEC, sh(`sleep ${seconds} & (sleep ${seconds} &) ; sleep ${seconds}`), {
      signal: abort.signal,
    });
    await untilProcesses(seconds, 3);
    abort.abort();
    expect(codeOf(await ran)).toBe("ABORTED");
    expect(processesWith(seconds)).toEqual([]);
  });

  test("OPS-99: one that was aborted before it started never starts", async () => {
    using bench = new Bench();
    expect(codeOf(await bench.call(EXEC, sh("touch made"), { signal: AbortSignal.abort() }))).toBe("ABORTED");
    expect(payloadOf<Ran>(await bench.call(EXEC, { argv: ["ls"] })).stdout).toBe("");
  });

  test.each([
    ["in the background", (s: string) => `sleep ${s} &`],
    ["in a session of its own", (s: string) => `setsid sleep ${s} &`],
    ["as a daemon", (s: string) => `(setsid sh -c 'sleep ${s} & sleep ${s}' >/dev/null 2>&1 </dev/null &)`],
    [
      "deaf and as a daemon",
      (s: string) => `(setsid sh -c 'trap "" TERM HUP; while :; do sleep ${s}; done' &)`,
    ],
    ["without its environment, in the group", (s: string) => `env -i /bin/sleep ${s} &`],
    [
      "without its environment, under a daemon",
      (s: string) => `setsid sh -c '/usr/bin/env -i setsid sleep ${s}; :' &`,
    ],
  ])("OPS-99: what runs on %s is ended with the program", async (_what, script) => {
    using bench = new Bench();
    const seconds = oddSleep();
    const ran = await bench.call(EXEC, sh(`${script(seconds)}\nsleep 0.2; echo done`));
    expect(payloadOf<Ran>(ran)).toMatchObject({ exitCode: 0, stdout: "done\n" });
    expect(processesWith(seconds)).toEqual([]);
  });

  test("OPS-99: processes that fork and detach faster than one can count are all ended", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    // Each generation leaves the group, starts the next and is gone; 300 of them at most, should this fail.
    const script = `[ $1 -gt 300 ] && exit; sleep ${seconds} & setsid sh "$0" $(($1 + 1)) &`;
    writeFileSync(join(bench.workspace, "bomb.sh"), script);
    const ran = await bench.call(
      EXEC,
      { argv: ["sh", "-c", `sh bomb.sh 1; sleep ${seconds}`] },
      { timeoutMs: 150 },
    );
    expect(ran.status).toBe("timeout");
    await Bun.sleep(200);
    expect(processesWith(seconds)).toEqual([]);
    expect(processesWith("bomb.sh")).toEqual([]);
  });

  test("what a helper of the program still writes at its end is not lost", async () => {
    using bench = new Bench();
    const ran = await bench.call(EXEC, { argv: ["bash", "-c", "exec > >(sleep 0.1; cat); echo late"] });
    expect(payloadOf<Ran>(ran).stdout).toBe("late\n");
  });

  test("one that escapes all the same does not hold up the receipt", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    // No environment, no parents, another session: but it has our pipe.
    const script = `(env -i setsid sh -c '(sleep ${seconds} &); :' &)`;
    const ran = await bench.call(EXEC, sh(`${script}; sleep 0.2; echo done`));
    const escaped = processesWith(seconds);
    for (const line of escaped) process.kill(Number(line.trim().split(/ +/)[1]), "SIGKILL");
    expect(escaped).toHaveLength(1);
    expect(payloadOf<Ran>(ran).stdout).toBe("done\n");
  });

  test("a worker that a program starts through our own command line is not part of the effect", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export default async function* () { return { returnCode: 0, summary: process.env.UNCAGED_EFFECT ?? "none" }; }`,
    );
    const ran = await home.uw(["run", "flow", "--json"], { env: { UNCAGED_EFFECT: "x" } });
    expect(JSON.stringify(ran.json)).toContain('"none"');
  });

  test("what a dead worker left running is found by its intent", async () => {
    using bench = new Bench();
    const seconds = oddSleep();
    const child = Bun.spawn(["setsid", "sleep", seconds], {
      env: { PATH: process.env.PATH, UNCAGED_EFFECT: bench.intent },
    });
    await untilProcesses(seconds, 1);
    await endLeftovers(["another intent"], 200);
    expect(processesWith(seconds)).toHaveLength(1);
    await endLeftovers(["another intent", bench.intent], 200);
    await child.exited;
    expect(processesWith(seconds)).toEqual([]);
  });
});
