import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../src/contract/command.ts";
import { Bench, type BenchOptions, codeOf, payloadOf, processesWith, untilProcesses } from "./bench.ts";

const CANARY = "sk-canary-0123456789";

/** An effect whose program is this TypeScript; `request` is what it read from its input. */
function running(body: string, options: BenchOptions & { more?: string } = {}): Bench {
  const script = `const request = JSON.parse(await Bun.stdin.text());
    const say = (line) => process.stdout.write((typeof line === "string" ? line : JSON.stringify(line)) + "\\n");
    ${body}`;
  const { more = "", ...rest } = options;
  return new Bench({
    effectsYaml: `effects:
  "my/own@1":
    command: [${JSON.stringify(process.execPath)}, -e, ${JSON.stringify(script)}]
    class: idempotent
    risk: write
    ${more}
`,
    ...rest,
  });
}

const OWN = "my/own@1";

describe("a program of the user", () => {
  test("AOS-87: it is told the intent, the key and its params, and answers with a receipt", async () => {
    using bench = running(
      `say({ receipt: { status: "ok", payload: request, costUsd: 0.25, issuerRef: "po-77" } })`,
    );
    expect(await bench.call(OWN, { to: "a" }, { idempotencyKey: "key-1", attempt: 2 })).toEqual({
      status: "ok",
      payload: {
        intent: bench.intent,
        effect: OWN,
        params: { to: "a" },
        idempotencyKey: "key-1",
        attempt: 2,
        workspace: bench.workspace,
      },
      costUsd: 0.25,
      issuerRef: "po-77",
    });
  });

  test("OPS-5: it runs in the workspace", async () => {
    using bench = running(`say({ receipt: { status: "ok", payload: process.cwd() } })`);
    expect(payloadOf<string>(await bench.call(OWN, {}))).toBe(bench.workspace);
  });

  test("OPS-92: an error receipt says whether it may be tried again", async () => {
    using bench = running(
      `say({ receipt: { status: "error", error: { code: "BUSY", message: "later", retryable: true }, payload: 1 } })`,
    );
    expect(await bench.call(OWN, {})).toEqual({
      status: "error",
      error: { code: "BUSY", message: "later", retryable: true },
      payload: 1,
    });
  });

  test("a receipt without a line end counts, and so does one before a bad exit", async () => {
    using bench = running(
      `process.stdout.write('{"receipt":{"status":"ok","payload":1}}'); process.exitCode = 3;`,
    );
    expect(payloadOf<number>(await bench.call(OWN, {}))).toBe(1);
  });
});

describe("AOS-30: frames and exactly one receipt", () => {
  test("AOS-4: progress is told on the way, and is no part of the receipt", async () => {
    using bench = running(`say({ progress: { done: 1 } }); say(""); say({ progress: "two" });
      say({ receipt: { status: "ok", payload: 3 } })`);
    expect(payloadOf<number>(await bench.call(OWN, {}))).toBe(3);
    expect(bench.frames).toEqual([{ done: 1 }, "two"]);
  });

  test("AOS-30: stale and double frames are dropped, a gap is told", async () => {
    using bench = running(`for (const seq of [1, 2, 2, 1, 5]) say({ progress: seq, seq });
      say({ receipt: { status: "ok" } })`);
    await bench.call(OWN, {});
    expect(bench.frames).toEqual([1, 2, { missing: { from: 3, to: 4 } }, 5]);
  });

  test("AOS-30: the first receipt counts", async () => {
    using bench = running(`say({ receipt: { status: "ok", payload: 1 } });
      say({ receipt: { status: "ok", payload: 2 } }); say("garbage"); process.exit(1)`);
    expect(payloadOf<number>(await bench.call(OWN, {}))).toBe(1);
  });

  test("AOS-30: one that ends without a receipt is an error", async () => {
    using bench = running("");
    expect(codeOf(await bench.call(OWN, {}))).toBe("EXECUTOR_NO_RECEIPT");
  });

  test("AOS-30: the error has its exit code and what it said last", async () => {
    using bench = running(
      `console.error("x".repeat(100000)); console.error("cannot reach", "the printer"); process.exit(7)`,
    );
    const ran = await bench.call(OWN, {});
    expect(ran).toMatchObject({ status: "error", error: { details: { exitCode: 7 } } });
    if (ran.status !== "error") throw new Error("not an error");
    expect(ran.error.message).toContain("exit code 7");
    expect(ran.error.message).toContain("cannot reach the printer");
    expect(ran.error.message.length).toBeLessThan(5000);
  });

  test.each([
    ["no JSON", `say("hello world")`],
    ["half a line", `process.stdout.write('{"receipt":')`],
    ["a line that is neither", `say({ result: 1 })`],
    ["a list", "say([1])"],
    ["an unknown status", `say({ receipt: { status: "done" } })`],
    [
      "a status that is the engine's",
      `say({ receipt: { status: "fault", error: { code: "A", message: "b" } } })`,
    ],
    ["an error without one", `say({ receipt: { status: "error" } })`],
    ["a field nobody knows", `say({ receipt: { status: "ok", costUSD: 1 } })`],
    ["a negative cost", `say({ receipt: { status: "ok", costUsd: -1 } })`],
    ["a number JSON cannot keep", `say('{"receipt":{"status":"ok","payload":1e999}}')`],
    ["an integer beyond 2^53", `say('{"receipt":{"status":"ok","payload":[12345678901234567890]}}')`],
    [
      "nesting without end",
      `say('{"receipt":{"status":"ok","payload":' + "[".repeat(5000) + "]".repeat(5000) + "}}")`,
    ],
  ])("AOS-30: %s is bad output", async (_what, body) => {
    using bench = running(`${body}; await new Promise((r) => setTimeout(r, 200));`);
    expect(codeOf(await bench.call(OWN, {}))).toBe("EXECUTOR_BAD_OUTPUT");
  });

  test("lone surrogates never reach a payload", async () => {
    using bench = running(String.raw`say('{"receipt":{"status":"ok","payload":{"\\ud800":"a\\udfff"}}}')`);
    expect(payloadOf<Json>(await bench.call(OWN, {}))).toEqual({ "\ufffd": "a\ufffd" });
  });
});

describe("limits", () => {
  test("AOS-26: a program that takes too long is a timeout, and gone", async () => {
    using bench = running(`await Bun.sleep(60000, "odd-marker-${process.pid}-a")`);
    expect((await bench.call(OWN, {}, { timeoutMs: 300 })).status).toBe("timeout");
    expect(processesWith(`odd-marker-${process.pid}-a`)).toEqual([]);
  });

  test("OPS-99: an abort ends it", async () => {
    using bench = running(`await Bun.sleep(60000, "odd-marker-${process.pid}-b")`);
    expect(codeOf(await bench.call(OWN, {}, { signal: AbortSignal.timeout(300) }))).toBe("ABORTED");
    expect(processesWith(`odd-marker-${process.pid}-b`)).toEqual([]);
  });

  test("one that answered and lingers is ended; its receipt stands", async () => {
    using bench = running(`say({ receipt: { status: "ok", payload: 1 } }); process.on("SIGTERM", () => {});
      await Bun.sleep(600000, "odd-marker-${process.pid}-c")`);
    expect(payloadOf<number>(await bench.call(OWN, {}))).toBe(1);
    expect(processesWith(`odd-marker-${process.pid}-c`)).toEqual([]);
  });

  test("OPS-80: a payload over the limit is an error", async () => {
    using bench = running(`say({ receipt: { status: "ok", payload: "x".repeat(request.params.chars) } })`);
    const limit = { maxOutputBytes: 1000 };
    expect(codeOf(await bench.call(OWN, { chars: 998 }, limit))).toBe("ok");
    expect(codeOf(await bench.call(OWN, { chars: 999 }, limit))).toBe("MAX_OUTPUT_BYTES");
  });

  test("OPS-80: a line without end is cut off", async () => {
    using bench = running(`for (;;) { process.stdout.write("x".repeat(65536)); await Bun.sleep(0); }`);
    expect(codeOf(await bench.call(OWN, {}))).toBe("MAX_OUTPUT_BYTES");
  });

  test("frames without end are told up to a number", async () => {
    using bench = running(
      `process.stdout.write('{"progress":1}\\n'.repeat(12000)); say({ receipt: { status: "ok" } })`,
    );
    expect(codeOf(await bench.call(OWN, {}))).toBe("ok");
    expect(bench.frames.length).toBe(10_000);
  });

  test("a program that is not there is an error receipt", async () => {
    using bench = new Bench({
      effectsYaml: 'effects: { "my/own@1": { command: [no-such-program], class: once, risk: write } }\n',
    });
    expect(codeOf(await bench.call(OWN, {}))).toBe("EXEC_NOT_FOUND");
  });
});

describe("N13: secrets", () => {
  const env = { PATH: process.env.PATH, MY_KEY: CANARY, OTHER_KEY: "sk-other-canary-99" };

  test("N13: a reference is resolved on its input, and nothing it tells has the value", async () => {
    using bench = running(
      `require("node:fs").writeFileSync("seen", request.params.auth.token);
       say({ progress: { using: request.params.auth.token } });
       say({ receipt: { status: "ok", payload: { [request.params.auth.token]: "Bearer " + request.params.auth.token } } })`,
      { env },
    );
    const ran = await bench.call(OWN, { auth: { token: { $secret: "MY_KEY" } } });
    expect(payloadOf<Json>(ran)).toEqual({ "[MY_KEY]": "Bearer [MY_KEY]" });
    expect(bench.frames).toEqual([{ using: "[MY_KEY]" }]);
    expect(readFileSync(join(bench.workspace, "seen"), "utf8")).toBe(CANARY);
  });

  test("N13: an error, garbage or a crash does not give it away", async () => {
    for (const body of [
      `say({ receipt: { status: "error", error: { code: "NO", message: "401 for " + key, details: { key } } } })`,
      "say(key)",
      "console.error(key); process.exit(1)",
      "throw new Error(key)",
    ]) {
      using bench = running(`const key = request.params.key; ${body}`, { env });
      const ran = await bench.call(OWN, { key: { $secret: "MY_KEY" } });
      expect(ran.status).toBe("error");
      expect(JSON.stringify(ran)).not.toContain(CANARY);
      expect(JSON.stringify(ran)).toContain("[MY_KEY]");
    }
  });

  test("N13: it gets the variables it names and no others; their values are redacted", async () => {
    using bench = running(
      `say({ receipt: { status: "ok", payload: [process.env.MY_KEY ?? null, process.env.OTHER_KEY ?? null] } })`,
      { env, more: "env: [MY_KEY, NOT_SET]" },
    );
    expect(payloadOf<Json>(await bench.call(OWN, {}))).toEqual(["[MY_KEY]", null]);
  });

  test("N13: a secret nobody knows is named", async () => {
    using bench = running("", { env });
    const ran = await bench.call(OWN, { key: { $secret: "NOWHERE" } });
    expect(ran).toMatchObject({ error: { code: "SECRET_UNKNOWN", details: { secret: "NOWHERE" } } });
  });

  test("N13: it is not in the list of processes", async () => {
    const marker = `odd-marker-${process.pid}-d`;
    using bench = running(`await Bun.sleep(600000, "${marker}")`, { env, more: "env: [OTHER_KEY]" });
    const abort = new AbortController();
    const ran = bench.call(OWN, { key: { $secret: "MY_KEY" } }, { signal: abort.signal });
    await untilProcesses(marker, 1);
    expect(processesWith(CANARY)).toEqual([]);
    expect(processesWith("sk-other-canary")).toEqual([]);
    abort.abort();
    expect(codeOf(await ran)).toBe("ABORTED");
  });

  test("input that it does not read is no failure", async () => {
    using bench = new Bench({
      effectsYaml: `effects:
  "my/own@1": { command: [echo, '{"receipt":{"status":"ok"}}'], class: once, risk: write }\n`,
    });
    writeFileSync(join(bench.workspace, "x"), "");
    expect(codeOf(await bench.call(OWN, { large: "x".repeat(3_000_000) }))).toBe("ok");
  });
});
