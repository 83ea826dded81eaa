// The keys of a command: which is told first when several are wrong, and what is said about it.
import { describe, expect, test } from "bun:test";
import { any } from "#commands/any.ts";
import { continueWith } from "#commands/continue.ts";
import { isText, wholeNumber } from "#commands/field-checks.ts";
import { COMMANDS, shapeOfWord, WORDS } from "#commands/registry.ts";
import { CENTURY_MS, invalid, meant, shape, shapeProblem, wordOf } from "#commands/shape.ts";

const nap = shape(
  { who: isText, ms: wholeNumber({ min: 1 }) },
  { note: isText, deep: () => ({ message: "is wrong", at: ".a[1]" }) },
);
const problem = (value: object, of = nap) => shapeProblem({ do: "nap", ...value }, of);

describe("a shape", () => {
  test("knows its required fields first, then the optional ones, and is closed", () => {
    expect(nap.known).toEqual(["who", "ms", "note", "deep"]);
    expect(nap.fields.map(({ key, isRequired }) => `${key} ${isRequired}`)).toEqual([
      "who true",
      "ms true",
      "note false",
      "deep false",
    ]);
    expect(nap.isOpen).toBe(false);
  });

  test("a value with everything it needs fits, in whatever order it is written", () => {
    expect(problem({ who: "ann", ms: 1 })).toBeNull();
    expect(shapeProblem({ ms: 1, note: "x", who: "ann", do: "nap" }, nap)).toBeNull();
  });

  test("an optional field that is undefined counts as left out; one that is null does not", () => {
    expect(problem({ who: "ann", ms: 1, note: undefined })).toBeNull();
    expect(problem({ who: "ann", ms: 1, note: null })).toMatchObject({ field: "note" });
  });

  test("a required field that is undefined is missing", () => {
    expect(problem({ who: undefined, ms: 1 })).toEqual(invalid('the command "nap" needs `who`', "who"));
  });
});

describe("of several mistakes", () => {
  test("an unknown key goes first: what is missing is most often misspelt", () => {
    expect(problem({ whom: "ann", ms: 1 })).toEqual(
      invalid('the command "nap" has no `whom`; did you mean `who`?', "whom"),
    );
  });

  test("then the fields, in the order of the shape and not of the value", () => {
    expect(problem({ note: 5, ms: 0, who: "" })?.field).toBe("who");
    expect(problem({ note: 5, ms: 0, who: "ann" })?.field).toBe("ms");
    expect(problem({ note: 5, ms: 1, who: "ann" })?.field).toBe("note");
  });

  test("a misfit of the whole is looked for only when every field fits", () => {
    const never = () => invalid("both at once", "who");
    const strict = shape({ who: isText }, {}, { misfit: never });
    expect(problem({ who: "" }, strict)?.message).toBe("`who` is empty");
    expect(problem({ who: "ann" }, strict)?.message).toBe("both at once");
  });

  test("the path below a field is part of the field, in the message as well", () => {
    expect(problem({ who: "ann", ms: 1, deep: {} })).toEqual(invalid("`deep.a[1]` is wrong", "deep.a[1]"));
  });

  test("an open shape takes every key, and still checks its own", () => {
    const open = shape({ who: isText }, {}, { isOpen: true });
    expect(problem({ who: "ann", whom: 1 }, open)).toBeNull();
    expect(problem({ whom: 1 }, open)).toMatchObject({ field: "who" });
  });

  test("a key that is far too long is cut to 80 characters", () => {
    const key = "k".repeat(200);
    expect(problem({ [key]: 1 })?.field).toBe("k".repeat(80));
    expect(problem({ [key]: 1 })?.message).not.toContain("k".repeat(81));
  });
});

test.each<[string, string[], string]>([
  ["slep", ["sleep", "now"], "; did you mean `sleep`?"],
  ["sta", ["state"], "; did you mean `state`?"],
  ["zzzz", ["a", "b"], " (known: a, b)"],
  ["zzzz", [], "; it takes nothing"],
])("what %j may have meant of %j", (typed, known, said) => {
  expect(meant(typed, known)).toBe(said);
});

describe("the word of a command", () => {
  test("is what `do` says, and the value comes back itself", () => {
    const value = { do: "nap", ms: 1 };
    const found = wordOf(value);
    if ("code" in found) return expect.unreachable(found.message);
    expect(found.word).toBe("nap");
    expect(found.value).toBe(value);
  });

  test.each<[unknown, string | undefined, string]>([
    [undefined, undefined, "a command must be an object, not undefined"],
    [[], undefined, "a command must be an object, not a list"],
    [7, undefined, "a command must be an object, not a number"],
    [{}, "do", "the command has no `do`"],
    [{ do: undefined }, "do", "the command has no `do`"],
    [{ do: null }, "do", "`do` must be the name of a command, not null"],
    [{ do: ["now"] }, "do", "`do` must be the name of a command, not a list"],
  ])("%j has none", (value, field, message) => {
    expect(wordOf(value)).toEqual(invalid(message, field) as never);
  });
});

describe("the shapes of the commands there are", () => {
  const KEYS: Record<string, [required: string[], optional: string[]]> = {
    effect: [
      ["effect", "params"],
      ["id", "key", "class", "timeoutMs", "retry", "issuerRef", "onFault", "onUnknown", "reuse"],
    ],
    approve: [["prompt"], ["id", "items", "ttlMs", "approvers", "differentApprover", "onDeny"]],
    input: [
      ["prompt", "schema"],
      ["defaults", "id"],
    ],
    sleep: [[], ["ms", "until", "id"]],
    receive: [["event"], ["timeoutMs", "id"]],
    now: [[], []],
    random: [["bytes"], []],
    context: [[], []],
    checkpoint: [["state"], []],
    annotate: [[], []],
    any: [["of"], []],
    continue: [["state"], []],
  };
  const keysOf = (word: string, isRequired: boolean) =>
    shapeOfWord(word)
      ?.fields.filter((field) => field.isRequired === isRequired)
      .map(({ key }) => key);

  test.each(Object.entries(KEYS))("%s takes these keys", (word, [required, optional]) => {
    expect(keysOf(word, true)).toEqual(required);
    expect(keysOf(word, false)).toEqual(optional);
    expect(shapeOfWord(word)?.isOpen).toBe(word === "annotate");
  });

  test("there are no others, and the registry has the shape of the file itself", () => {
    expect([...WORDS].sort()).toEqual(Object.keys(KEYS).sort());
    for (const [word, file] of Object.entries(COMMANDS)) expect(shapeOfWord(word)).toBe(file.shape);
    expect(shapeOfWord("any")).toBe(any.shape);
    expect(shapeOfWord("continue")).toBe(continueWith.shape);
  });

  test.each<[string, object, string, number, number]>([
    ["effect", { effect: "a/b@1", params: 1 }, "timeoutMs", 1, 2 ** 31 - 1],
    ["approve", { prompt: "x" }, "ttlMs", 1, CENTURY_MS],
    ["sleep", {}, "ms", 0, CENTURY_MS],
    ["receive", { event: "a/B@1" }, "timeoutMs", 0, CENTURY_MS],
    ["random", {}, "bytes", 1, 1024],
  ])("%s %j: `%s` is from %i to %i", (word, value, key, min, max) => {
    const of = shapeOfWord(word) ?? expect.unreachable(word);
    const told = (given: number) => shapeProblem({ do: word, ...value, [key]: given }, of)?.field;
    expect([told(min), told(max)]).toEqual([undefined, undefined]);
    expect([told(min - 1), told(max + 1)]).toEqual([key, key]);
  });

  test("`reuse` can only be switched off", () => {
    const { shape: of } = COMMANDS.effect;
    const ask = { do: "effect", effect: "a/b@1", params: 1 };
    expect(shapeProblem({ ...ask, reuse: false }, of)).toBeNull();
    expect(shapeProblem({ ...ask, reuse: true }, of)?.message).toBe("`reuse` must be false, not a boolean");
  });
});
