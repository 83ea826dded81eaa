import { describe, expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowError } from "../../src/contract/errors.ts";
import { openSecrets, parseSecretSources, resolveSecrets } from "../../src/effects/secrets.ts";
import { Bench, codeOf, payloadOf, processesWith, untilProcesses } from "./bench.ts";

const CANARY = "sk-canary-0123456789";
const EXEC = "sys/exec@1";

/** Every part of a secret that would give away too much. */
const piecesOf = (secret: string) =>
  Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8));

describe("N13: where a secret comes from", () => {
  test("from a variable of its name, of another name, or from a file without its last line end", () => {
    using bench = new Bench();
    const file = join(bench.folder, "token");
    writeFileSync(file, "from-a-file\n");
    const secrets = openSecrets({ B: { env: "OTHER" }, C: { file } }, { A: "plain", OTHER: "renamed" });
    expect(
      resolveSecrets(
        [{ $secret: "A" }, { x: { $secret: "B" } }, { $secret: "C", prefix: "Bearer " }],
        secrets,
      ),
    ).toEqual(["plain", { x: "renamed" }, "Bearer from-a-file"]);
  });

  test("one that is missing, empty or cannot be read is unknown, by name", () => {
    const secrets = openSecrets({ F: { file: "/no/such/file" } }, { EMPTY: "" });
    for (const name of ["MISSING", "EMPTY", "F", "toString"])
      expect(() => resolveSecrets({ $secret: name }, secrets)).toThrow(name);
  });

  test("what only looks like a reference is left alone", () => {
    const secrets = openSecrets({}, {});
    const value = [{ $secret: 1 }, { $secret: "A", other: 1 }, { secret: "A" }];
    expect(resolveSecrets(value, secrets)).toEqual(value);
  });

  test("secrets of config.yaml are checked", () => {
    expect(parseSecretSources({ A: { env: "B" }, C: { file: "/run/c" } })).toEqual({
      A: { env: "B" },
      C: { file: "/run/c" },
    });
    expect(parseSecretSources(undefined)).toEqual({});
    for (const bad of [
      [],
      { A: "value" },
      { A: {} },
      { A: { env: "B", file: "/c" } },
      { A: { file: "relative" } },
      { A: { value: "x" } },
    ])
      expect(() => parseSecretSources(bad)).toThrow(WorkflowError);
  });
});

describe("N13: redaction", () => {
  test("every spelling of a value is named instead", () => {
    const value = 'p"ss wörd/+1';
    const secrets = openSecrets({}, { PW: value });
    secrets.get("PW");
    const bytes = Buffer.from(value);
    const spelled = [
      value,
      JSON.stringify(value),
      encodeURIComponent(value),
      bytes.toString("base64"),
      bytes.toString("hex"),
    ].join(" | ");
    expect(secrets.redact(spelled)).toBe('[PW] | "[PW]" | [PW] | [PW] | [PW]');
  });

  test("a value inside another goes with the longer; one under 4 characters is left alone", () => {
    const secrets = openSecrets({}, { A: "abcd", B: "abcdef", C: "ab$" });
    for (const name of ["A", "B", "C"]) secrets.get(name);
    expect(secrets.redact("abcdef abcd ab$")).toBe("[B] [A] ab$");
  });

  test("a declared secret is redacted before anyone asked for it", () => {
    expect(openSecrets({ A: { env: "X" } }, { X: CANARY }).redact(`x${CANARY}y`)).toBe("x[A]y");
  });

  test("a variable nobody referred to is not a secret", () => {
    expect(openSecrets({}, { HOME: "/own/folder" }).redact("/own/folder")).toBe("/own/folder");
  });

  test("each line of a private key is one", () => {
    const key = `-----BEGIN KEY-----\n${"A1b2".repeat(16)}\n${"C3d4".repeat(16)}\n-----END KEY-----`;
    const secrets = openSecrets({}, { KEY: key });
    secrets.get("KEY");
    expect(secrets.redact(`> ${"C3d4".repeat(16)}\r\n`)).toBe("> [KEY]\r\n");
  });

  test("a value with a $ in it does no harm to the text around", () => {
    const secrets = openSecrets({}, { "A$&": "abcd" });
    secrets.get("A$&");
    expect(secrets.redact("x abcd y")).toBe("x [A$&] y");
  });
});

describe("N13: secrets of a program", () => {
  const env = { PATH: process.env.PATH, MY_KEY: CANARY };

  test("N13: it arrives by environment or input, and leaves no trace in the payload", async () => {
    using bench = new Bench({ env });
    const ran = await bench.call(EXEC, {
      argv: [
        "sh",
        "-c",
        'cat > from-stdin; printf %s "$TOKEN" > from-env; echo "$TOKEN"; cat from-stdin >&2; echo "$TOKEN" | base64',
      ],
      env: { TOKEN: { $secret: "MY_KEY" } },
      stdin: { $secret: "MY_KEY" },
    });
    expect(JSON.stringify(ran)).not.toContain(CANARY);
    expect(payloadOf(ran)).toMatchObject({
      stdout: expect.stringContaining("[MY_KEY]\n"),
      stderr: "[MY_KEY]",
    });
    expect(await Bun.file(join(bench.workspace, "from-env")).text()).toBe(CANARY);
    expect(await Bun.file(join(bench.workspace, "from-stdin")).text()).toBe(CANARY);
  });

  test("N13: it is not in the list of processes while it is in use", async () => {
    using bench = new Bench({ env });
    const abort = new AbortController();
    const seconds = `${1000 + process.pid}.1357`;
    const params = {
      argv: ["sleep", seconds],
      env: { TOKEN: { $secret: "MY_KEY" } },
      stdin: { $secret: "MY_KEY" },
    };
    const ran = bench.call(EXEC, params, { signal: abort.signal });
    await untilProcesses(seconds, 1);
    expect(processesWith(CANARY)).toEqual([]);
    abort.abort();
    expect(codeOf(await ran)).toBe("ABORTED");
  });

  test("N13: an unknown one starts nothing", async () => {
    using bench = new Bench({ env });
    const ran = await bench.call(EXEC, { argv: ["touch", "made"], env: { TOKEN: { $secret: "NOPE" } } });
    expect(ran).toMatchObject({
      error: { code: "SECRET_UNKNOWN", message: expect.stringContaining("NOPE") },
    });
    expect(await Bun.file(join(bench.workspace, "made")).exists()).toBe(false);
  });

  test("N13: a timeout's last words are redacted too", async () => {
    using bench = new Bench({ env });
    const ran = await bench.call(
      EXEC,
      { argv: ["sh", "-c", 'echo "$TOKEN"; sleep 600'], env: { TOKEN: { $secret: "MY_KEY" } } },
      { timeoutMs: 2000 },
    );
    expect(ran).toMatchObject({ status: "timeout", error: { details: { stdoutTail: "[MY_KEY]\n" } } });
  });

  test("H7: a tail is redacted before it is cut, wherever the cut goes through the secret", async () => {
    for (const more of [0, 1, 7, CANARY.length - 1, CANARY.length, CANARY.length + 1]) {
      using bench = new Bench({ env });
      const script = `printf %s "$TOKEN"; head -c ${2000 - CANARY.length + more} /dev/zero | tr '\\0' x; sleep 600`;
      const ran = await bench.call(
        EXEC,
        { argv: ["sh", "-c", script], env: { TOKEN: { $secret: "MY_KEY" } } },
        { timeoutMs: 400 },
      );
      expect(ran.status).toBe("timeout");
      expect(piecesOf(CANARY).filter((piece) => JSON.stringify(ran).includes(piece))).toEqual([]);
    }
  });

  test("H7: a program that is ended in the middle of a secret leaves no part of it", async () => {
    for (const chars of [8, 12, CANARY.length - 1]) {
      using bench = new Bench({ env });
      const ran = await bench.call(
        EXEC,
        {
          argv: ["sh", "-c", `printf %.${chars}s "$TOKEN"; sleep 600`],
          env: { TOKEN: { $secret: "MY_KEY" } },
        },
        { timeoutMs: 400 },
      );
      expect(ran).toMatchObject({ status: "timeout", error: { details: { stdoutTail: "[MY_KEY]" } } });
    }
  });

  test("H7: a secret of less than 4 characters is refused, since it could not be kept out of the journal", async () => {
    using bench = new Bench({ env: { PATH: process.env.PATH, PIN: "123" } });
    const ran = await bench.call(EXEC, { argv: ["touch", "made"], env: { P: { $secret: "PIN" } } });
    expect(codeOf(ran)).toBe("SECRET_TOO_SHORT");
    expect(await Bun.file(join(bench.workspace, "made")).exists()).toBe(false);
  });

  test("N13: a file with a declared secret in it is read without it, as text and as base64", async () => {
    using bench = new Bench({ env, secretSources: { DEPLOY_KEY: { env: "MY_KEY" } } });
    writeFileSync(join(bench.workspace, ".env"), `KEY=${CANARY}\n`);
    expect(payloadOf(await bench.call("sys/fs.read@1", { path: ".env" })).content).toBe("KEY=[DEPLOY_KEY]\n");
    const raw = await bench.call("sys/fs.read@1", { path: ".env", encoding: "base64" });
    expect(Buffer.from(payloadOf<{ content: string }>(raw).content, "base64").toString()).toBe(
      "KEY=[DEPLOY_KEY]\n",
    );
  });

  test("N13: a file may be written with one", async () => {
    using bench = new Bench({ env });
    await bench.call("sys/fs.write@1", {
      path: ".npmrc",
      content: { $secret: "MY_KEY", prefix: "token=" },
      mode: "600",
    });
    expect(await Bun.file(join(bench.workspace, ".npmrc")).text()).toBe(`token=${CANARY}`);
    await bench.call("sys/fs.write@1", { path: "token", content: { $secret: "MY_KEY" } });
    expect(statSync(join(bench.workspace, "token")).mode & 0o777).toBe(0o600);
  });

  test("N13: one that is spelled like a word of ours does not change what a receipt is", async () => {
    using bench = new Bench({ env: { PATH: process.env.PATH, A: "error", B: "timeout", C: "code" } });
    const ran = await bench.call(EXEC, {
      argv: ["no-such-program-error"],
      env: { A: { $secret: "A" }, B: { $secret: "B" }, C: { $secret: "C" } },
    });
    expect(ran).toEqual({
      status: "error",
      error: { code: "EXEC_NOT_FOUND", message: "there is no program no-such-program-[A]" },
    });
  });
});
