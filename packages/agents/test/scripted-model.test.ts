import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { scriptedModel } from "../src/testing/index.ts";
import { parseScript } from "../src/testing/parse-script.ts";
import { tempFolder } from "./rig.ts";

const ask = (baseUrl: string, content: string, more: object = {}) =>
  fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content }], ...more }),
  });
// biome-ignore lint/suspicious/noExplicitAny: a body of the protocol
const textIn = async (response: Response) => ((await response.json()) as any).choices[0].message.content;

describe("a scripted model", () => {
  test("answers in order, each reply once, but those that are for somebody else wait", async () => {
    await using model = scriptedModel({
      replies: [{ when: "later", text: "2" }, "1", { text: "3", model: "big" }],
    });
    expect(await textIn(await ask(model.baseUrl, "now"))).toBe("1");
    expect((await ask(model.baseUrl, "now")).status).toBe(400);
    expect(await textIn(await ask(model.baseUrl, "now", { model: "big" }))).toBe("3");
    expect(await textIn(await ask(model.baseUrl, "later"))).toBe("2");
    expect(model.requests.map(({ reply }) => reply?.text ?? null)).toEqual(["1", null, "3", "2"]);
  });

  test("a stream is server-sent events that end with [DONE]", async () => {
    await using model = scriptedModel({ replies: [{ text: "abcd", chunks: 2 }] });
    const text = await (await ask(model.baseUrl, "x", { stream: true })).text();
    const events = text
      .trim()
      .split("\n\n")
      .map((line) => line.replace("data: ", ""));
    expect(events.at(-1)).toBe("[DONE]");
    const pieces = events.slice(0, -1).map((event) => JSON.parse(event).choices[0]?.delta.content ?? "");
    expect(pieces.join("|")).toContain("ab|cd");
  });

  test("fails as it is told to, and holds until it is released", async () => {
    await using model = scriptedModel({
      replies: [
        { status: 429, retryAfter: 3, error: "slow down" },
        { hold: true, text: "at last" },
      ],
    });
    const limited = await ask(model.baseUrl, "x");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3"]);
    let isAnswered = false;
    const held = ask(model.baseUrl, "y").then((response) => {
      isAnswered = true;
      return textIn(response);
    });
    await model.asked(2);
    expect(isAnswered).toBe(false);
    model.release();
    expect(await held).toBe("at last");
  });

  test("what is no request is told so", async () => {
    await using model = scriptedModel({ replies: [] });
    expect((await fetch(`${model.baseUrl}/chat/completions`, { method: "POST", body: "{" })).status).toBe(
      400,
    );
    expect((await fetch(`${model.baseUrl}/nothing`)).status).toBe(404);
    expect(await (await fetch(`${model.baseUrl}/models`)).json()).toMatchObject({ object: "list" });
  });
});

describe("a script in a file", () => {
  test.each([
    ["no JSON", "{", "JSON"],
    ["no list", "{}", 'must be {"replies": [...]}'],
    ["a key nobody knows", '{"replies": [{"txt": "x"}]}', "replies[0].txt is not known"],
    ["the wrong type", '{"replies": ["a", {"status": "429"}]}', "replies[1].status must be of type number"],
  ])("%s is refused, with its place", (_, text, said) => {
    expect(() => parseScript(text)).toThrow(said);
  });

  test("is served by a command of its own, which says what to export", async () => {
    using folder = tempFolder();
    const file = join(folder.path, "script.json");
    await Bun.write(file, '{"replies": [{"text": "hi", "repeat": true}]}');
    const binary = join(import.meta.dir, "../bin/uncaged-scripted-model.js");
    const server = Bun.spawn([process.execPath, binary, file], { stdout: "pipe", stderr: "ignore" });
    try {
      const { value } = await server.stdout.getReader().read();
      const [, baseUrl = ""] = /^export OPENAI_BASE_URL=(\S+)/.exec(new TextDecoder().decode(value)) ?? [];
      expect(await textIn(await ask(baseUrl, "x"))).toBe("hi");
    } finally {
      server.kill();
      await server.exited;
    }
    const bad = Bun.spawnSync([process.execPath, binary, join(folder.path, "gone.json")]);
    expect(bad.exitCode).toBe(10);
  });
});
