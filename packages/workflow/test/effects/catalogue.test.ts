import { describe, expect, test } from "bun:test";
import { EFFECT_NAME } from "../../src/contract/effect.ts";
import { WorkflowError } from "../../src/contract/errors.ts";
import { openCatalogue } from "../../src/effects/catalogue.ts";

function effects(...lines: string[]): string {
  return ["effects:", '  "mail/send@1":', ...lines.map((line) => `    ${line}`), ""].join("\n");
}

const SEND = ["command: [send-mail, --now]", "class: once", "risk: write"];

function refusal(text: string): { code: string; message: string; hint: string | undefined } {
  try {
    openCatalogue(text);
  } catch (error) {
    if (error instanceof WorkflowError) return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error("it was accepted");
}

describe("AOS-10: what is built in", () => {
  const catalogue = openCatalogue(null, []);

  test("AOS-10: without a file there are the effects of sys/ that the core performs itself", () => {
    expect(catalogue.names()).toEqual([
      "sys/blob.get@1",
      "sys/blob.put@1",
      "sys/exec@1",
      "sys/fs.read@1",
      "sys/fs.write@1",
      "sys/http.request@1",
      "sys/timer.set@1",
    ]);
  });

  test("AOS-7: a name is ns/name@N; anything else is not in the catalogue", () => {
    for (const name of catalogue.names()) expect(name).toMatch(EFFECT_NAME);
    for (const name of ["send mail", "sys/exec", "sys/exec@2", "constructor", "__proto__"])
      expect(catalogue.get(name)).toBeNull();
  });

  test("AOS-88: every schema is closed", () => {
    for (const name of catalogue.names())
      expect([
        catalogue.get(name)?.params.additionalProperties,
        catalogue.get(name)?.receipt.additionalProperties,
      ]).toEqual([false, false]);
  });

  test("GET, HEAD and OPTIONS are reads; a key makes the others idempotent", () => {
    const http = catalogue.get("sys/http.request@1");
    expect(http?.classOf?.({ method: "GET" }, false)).toBe("read");
    expect(http?.classOf?.({ url: "http://a" }, false)).toBe("read");
    expect(http?.classOf?.({ method: "POST" }, false)).toBe("once");
    expect(http?.classOf?.({ method: "POST" }, true)).toBe("idempotent");
    expect(http?.riskOf?.({ method: "HEAD" })).toBe("read");
    expect(http?.riskOf?.({ method: "DELETE" })).toBe("write");
  });
});

describe("AOS-10: effects.yaml", () => {
  test("an effect of the user stands beside those built in", () => {
    const catalogue = openCatalogue(
      effects(
        ...SEND,
        "timeoutMs: 5000",
        "acceptsKey: true",
        "env: [SMTP_PASSWORD]",
        "params: { type: object, properties: { to: { type: string } }, required: [to] }",
      ),
    );
    expect(catalogue.names()).toContain("sys/exec@1");
    expect(catalogue.get("mail/send@1")).toEqual({
      name: "mail/send@1",
      class: "once",
      risk: "write",
      params: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
      receipt: {},
      timeoutMs: 5000,
      executor: "program:mail/send@1",
      acceptsKey: true,
    });
    expect(catalogue.program("mail/send@1")).toEqual({
      command: ["send-mail", "--now"],
      env: ["SMTP_PASSWORD"],
    });
    expect(catalogue.program("sys/exec@1")).toBeNull();
  });

  test("an empty file, or one without effects, adds nothing", () => {
    for (const text of ["", "# nothing yet\n", "effects:\n", "effects: {}\n"])
      expect(openCatalogue(text).names()).toEqual(openCatalogue(null).names());
  });

  test("an unknown key is refused, and the known ones are named", () => {
    const { code, message, hint } = refusal(effects(...SEND, "timeout: 5"));
    expect(code).toBe("SCHEMA_INVALID");
    expect(message).toContain('effects["mail/send@1"].timeout');
    expect(hint).toContain("timeoutMs");
    expect(refusal("effect: {}\n").message).toContain("`effect`");
  });

  test("the namespace sys/ is the engine's", () => {
    expect(refusal(effects(...SEND).replace("mail/send", "sys/send")).message).toContain("namespace sys/");
  });

  test.each([
    ["a name without a version", effects(...SEND).replace("@1", ""), "not an effect name"],
    ["version 0", effects(...SEND).replace("@1", "@0"), "not an effect name"],
    ["no command", effects("class: once", "risk: write"), ".command"],
    ["an empty command", effects("command: []", "class: once", "risk: write"), ".command"],
    ["a command that is a string", effects("command: rm -rf x", "class: once", "risk: write"), ".command"],
    ["a number in a command", effects("command: [sleep, 5]", "class: once", "risk: write"), ".command[1]"],
    ["a program of the workspace", effects("command: [./a]", "class: once", "risk: write"), ".command[0]"],
    ["no class", effects("command: [a]", "risk: write"), ".class"],
    ["an unknown risk", effects("command: [a]", "class: once", "risk: low"), ".risk"],
    ["a timeout of 0", effects(...SEND, "timeoutMs: 0"), ".timeoutMs"],
    ["a timeout no timer keeps", effects(...SEND, "timeoutMs: 3000000000"), ".timeoutMs"],
    ["a value among the variables", effects(...SEND, "env: [A=b]"), ".env[0]"],
    ["a schema with a bad pattern", effects(...SEND, 'params: { pattern: "(" }'), ".params"],
    [
      "a bad pattern deep inside",
      effects(...SEND, 'params: { properties: { a: { pattern: "(" } } }'),
      ".params",
    ],
    ["a reference that leads nowhere", effects(...SEND, 'receipt: { $ref: "#/$defs/x" }'), ".receipt"],
    ["a schema that refers to itself", effects(...SEND, 'receipt: { $ref: "#" }'), ".receipt"],
    ["a list of effects", "effects: []\n", "`effects`"],
    ["a list", "[]\n", "the file"],
  ])("%s is refused with its field", (_what, text, field) => {
    const { code, message, hint } = refusal(text);
    expect([code, message]).toEqual(["SCHEMA_INVALID", expect.stringContaining(field)]);
    expect(hint).toBeString();
  });
});

test("OPS-102: a program in the place of our model keeps the rules of the store", () => {
  const own = `effects:
  "sys/llm.generate@1": { command: [my-model], class: read, risk: read }
`;
  const definition = openCatalogue(own).get("sys/llm.generate@1");
  expect(definition?.executor).toBe("program:sys/llm.generate@1");
  const asked = { prompt: "p", temperature: 0.7 };
  expect(definition?.complete?.(asked, { allowTemperature: false })).toEqual({ prompt: "p", temperature: 0 });
  expect(definition?.complete?.(asked, { allowTemperature: true })).toEqual(asked);
  expect(definition?.complete?.({ prompt: "p" }, { allowTemperature: false })).toEqual({ prompt: "p" });
});
