// The line that opens a command: where it stands, who it is, and the token that only one place ever sees.
import { describe, expect, test } from "bun:test";
import { sha256Hex } from "#codec/sha256.ts";
import { isTokenForm, TOKEN_BYTES, tokenHash, tokenOf } from "#commands/approval-token.ts";
import { type Identity, intentId } from "#commands/intent-id.ts";
import { approvalGate, intentBase, placed } from "#commands/opening.ts";
import { IDENTITY, NOW, openingPorts, PLACE } from "./command-rig.ts";

const AT = { n: 3, index: 0 };
const effect = { do: "effect", effect: "test/do@1", params: { b: 1, a: 2 } } as const;
const id = (asked: object = effect, identity: Partial<Identity> = {}, at = AT) =>
  intentId({ ...IDENTITY, ...identity }, at, asked as never);

describe("where a line stands", () => {
  test.each([
    [{}, { n: 3, index: 0, yield: "0000000000000" }],
    [{ yieldHash: null }, { n: 3, index: 0 }],
    [
      { index: 2, group: { type: "any" as const, of: 3 }, yieldHash: null },
      { n: 3, index: 2, group: { type: "any", of: 3 } },
    ],
    [
      { isDispatched: true, seq: 40, yieldHash: null },
      { n: 3, index: 0 },
    ],
  ])("%j is written as %j", (more, expected) => {
    expect(placed({ ...PLACE, ...more })).toEqual(expected as never);
  });

  test("every intent has a kind, a place, an id and who caused it", () => {
    expect(intentBase(effect, { ...PLACE, yieldHash: null }, openingPorts())).toEqual({
      kind: "intent",
      n: 3,
      index: 0,
      id: id(),
      origin: "workflow",
    });
  });
});

describe("AOS-20: an intent's id", () => {
  test("of an effect is the digest of who asks, where, and for what", () => {
    const text =
      '{"effect":"test/do@1","hash":"H","idempotencyKey":null,"index":0,"key":null,"n":3,"params":{"a":2,"b":1},"thread":"01T","workflow":"w"}';
    expect(id()).toBe(sha256Hex(text));
  });

  test("of another command holds the whole command", () => {
    const text =
      '{"command":{"do":"sleep","ms":5},"do":"sleep","hash":"H","index":0,"key":null,"n":3,"thread":"01T","workflow":"w"}';
    expect(id({ do: "sleep", ms: 5 })).toBe(sha256Hex(text));
  });

  test.each<[string, string]>([
    ["another thread", id(effect, { thread: "01U" })],
    ["another workflow", id(effect, { workflow: "v" })],
    ["another version", id(effect, { hash: "I" })],
    ["a key of the thread", id(effect, { key: "k" })],
    ["a later epoch", id(effect, { epoch: 1 })],
    ["another yield", id(effect, {}, { n: 4, index: 0 })],
    ["another place in the list", id(effect, {}, { n: 3, index: 1 })],
    ["another effect", id({ ...effect, effect: "test/do@2" })],
    ["other params", id({ ...effect, params: { b: 1, a: 3 } })],
    ["a key of its own", id({ ...effect, key: "k" })],
  ])("is another one with %s", (_what, other) => {
    expect(other).toMatch(/^[0-9a-f]{64}$/);
    expect(other).not.toBe(id());
  });

  test.each<[string, string]>([
    ["the order in which params are written", id({ ...effect, params: { a: 2, b: 1 } })],
    [
      "class, risk and timeout, which the catalogue may change",
      id({ ...effect, class: "read", risk: "admin", timeoutMs: 5 }),
    ],
    ["a retry, a reference and a name", id({ ...effect, retry: false, issuerRef: "r", stepId: "it" })],
    ["the first epoch, which is left out", id(effect, { epoch: 0 })],
  ])("AOS-18: does not depend on %s", (_what, same) => {
    expect(same).toBe(id());
  });

  test("of what is no effect depends on its name: people are asked by it", () => {
    const ask = { do: "approve", prompt: "may it?" };
    expect(id({ ...ask, stepId: "ship" })).not.toBe(id(ask));
  });
});

describe("C23: the token of an approval", () => {
  test("is kept under the name by which the approval is known, and its digest is all that is written", () => {
    const ports = openingPorts();
    const gate = approvalGate({ do: "approve" }, PLACE, NOW + 5, ports);
    const token = ports.tokens.get("n3") as string;
    expect(gate).toEqual({ tokenHash: sha256Hex(token), expiresAt: NOW + 5 });
    expect(tokenHash(token)).toBe(gate.tokenHash);
  });

  test.each([
    [{ stepId: "ship" }, {}, "ship"],
    [{}, { group: { type: "all" as const, of: 2 }, index: 1 }, "n3.1"],
    [{ stepId: "ship" }, { group: { type: "any" as const, of: 2 }, index: 1 }, "ship"],
  ])("%j at %j is known as %s", (asked, place, name) => {
    const ports = openingPorts();
    approvalGate({ do: "approve", ...asked }, { ...PLACE, ...place }, NOW, ports);
    expect([...ports.tokens.keys()]).toEqual([name]);
  });

  test("is drawn from 128 bits, once for every approval", () => {
    const drawn: number[] = [];
    const ports = {
      ...openingPorts(),
      random: (bytes: number) => new Uint8Array(bytes).fill(drawn.push(bytes)),
    };
    const [one, two] = [
      approvalGate({ do: "approve" }, PLACE, 1, ports),
      approvalGate({ do: "approve" }, PLACE, 1, ports),
    ];
    expect(drawn).toEqual([TOKEN_BYTES, TOKEN_BYTES]);
    expect(TOKEN_BYTES).toBe(16);
    expect(one.tokenHash).not.toBe(two.tokenHash);
  });

  test.each<[number[], string]>([
    [Array(16).fill(0), "00000000000000000000000000"],
    [Array(16).fill(255), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"],
    [[...Array(15).fill(0), 1], "00000000000000000000000001"],
    [[...Array(15).fill(0), 32], "00000000000000000000000010"],
    [[128, ...Array(15).fill(0)], "40000000000000000000000000"],
  ])("%j is written as %s, the first byte first", (bytes, text) => {
    const token = tokenOf(new Uint8Array(bytes));
    expect(token).toBe(`wrf_rt_${text}`);
    expect(isTokenForm(token)).toBe(true);
  });
});

describe("A4: a token in another spelling is none", () => {
  const token = `wrf_rt_${"7".padEnd(26, "Z")}`;

  test.each<[string, string]>([
    ["another case", token.toLowerCase()],
    ["a prefix in capitals", token.replace("wrf_rt_", "WRF_RT_")],
    ["no prefix", token.slice(7)],
    ["a character too few", token.slice(0, -1)],
    ["a character too many", `${token}Z`],
    ["more bits than there are", token.replace("_7", "_8")],
    ["a look-alike of 1", token.replace(/Z$/, "I")],
    ["a look-alike of 0", token.replace(/Z$/, "O")],
    ["a letter that the alphabet leaves out", token.replace(/Z$/, "U")],
    ["a space behind it", `${token} `],
    ["a line break behind it", `${token}\n`],
    ["nothing", ""],
  ])("%s", (_what, text) => {
    expect(isTokenForm(token)).toBe(true);
    expect(isTokenForm(text)).toBe(false);
  });
});
