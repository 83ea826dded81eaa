import { expect, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { LIMITS } from "../../src/contract/limits.ts";
import { redactor } from "../../src/worker/redact.ts";

const CANARY = "sk-canary-0123456789";

test("N13: a secret of the environment that a bundle prints or throws is on no disk and in no output", async () => {
  await using home = await TempHome.create();
  await home.add(
    "leaky",
    `export default async function* ({ steps }) {
       console.log("using", process.env.MODEL_API_KEY);
       Promise.reject(new Error("stray " + process.env.MODEL_API_KEY));
       await new Promise((r) => setTimeout(r, 20));
       throw new Error("401 for " + process.env.MODEL_API_KEY + " after " + steps.length);
     }`,
  );
  const env = { MODEL_API_KEY: CANARY };
  const shown = [
    await home.uw(["run", "leaky", "--json"], { env }),
    await home.uw(["run", "leaky"], { env }),
  ];
  const id = shown[0]?.json.executionId;
  for (const verb of ["why", "logs", "thread"]) shown.push(await home.uw([verb, id]));
  for (const ran of shown) expect(ran.stdout + ran.stderr).not.toContain(CANARY);
  expect(shown[0]?.json.error.message).toBe("Error: 401 for [MODEL_API_KEY] after 0");
  for (const name of await readdir(home.home, { recursive: true })) {
    const text = await readFile(join(home.home, name), "latin1").catch(() => "");
    expect([name, text.includes(CANARY)]).toEqual([name, false]);
  }
});

test("a secret inside another is named by the longer, and short values are left alone", () => {
  const redact = redactor({
    A_TOKEN: "12345678",
    B_TOKEN: "1234567890",
    C_TOKEN: "short",
    PATH: "/usr/bin:/bin",
  });
  expect(redact("1234567890 12345678 short /usr/bin:/bin")).toBe("[B_TOKEN] [A_TOKEN] short /usr/bin:/bin");
});

test("H7: what a bundle prints or throws is redacted across our cuts, in every spelling, and by any declared name", async () => {
  await using home = await TempHome.create();
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  await writeFile(home.layout.config, "secrets: { DB: { env: DB_URL_OF_MINE } }\n");
  const source = (chars: number) =>
    `export default async function* ({ steps }) {
       const key = process.env.DB_URL_OF_MINE;
       console.log(Buffer.from("user:" + key).toString("base64"));
       console.log("x".repeat(64 * 1024 - ${chars}) + key);
       throw new Error("y".repeat(${LIMITS.errorChars} - "Error: ".length - ${chars}) + key + "z".repeat(10 + steps.length));
     }`;
  for (const chars of [8, 12, CANARY.length - 1]) {
    await home.add("leaky", source(chars));
    const ran = await home.uw(["run", "leaky", "--json"], { env: { DB_URL_OF_MINE: CANARY } });
    const info = (await home.journalPath(ran.json.executionId)).replace(".data.", ".info.");
    const texts = [ran.stdout, ran.stderr, await readFile(info, "utf8")].join("\n");
    const plain = Array.from({ length: CANARY.length - 7 }, (_, from) => CANARY.slice(from, from + 8));
    expect(plain.filter((piece) => texts.includes(piece))).toEqual([]);
    expect(texts).not.toContain(Buffer.from(CANARY.slice(1, 16)).toString("base64"));
    expect(texts).toContain("[DB]");
  }
});
