import { describe, expect, test } from "bun:test";
import { snapshot } from "#authoring/snapshot.ts";

describe.each([
  ["short", 3],
  ["long", 1000],
])("a %s snapshot", (_, count) => {
  const make = () => {
    const log = Array.from({ length: count }, (_, i) => `item ${i}`);
    const taken = snapshot(log);
    log.push("later");
    return { log, taken, earlier: log.slice(0, count) };
  };

  test("RFC-68: equals the log as it was, however it is read", () => {
    const { taken, earlier } = make();
    expect(taken).toEqual(earlier);
    expect([...taken]).toEqual(earlier);
    expect(taken.map((item) => item)).toEqual(earlier);
    expect(taken.slice(1)).toEqual(earlier.slice(1));
    expect(["first"].concat(taken)).toEqual(["first", ...earlier]);
    expect(Object.keys(taken)).toEqual(Object.keys(earlier));
    expect(JSON.stringify(taken)).toBe(JSON.stringify(earlier));
    expect(Array.isArray(taken)).toBe(true);
  });

  test("RFC-68: ends where the log ended", () => {
    const { taken, earlier } = make();
    expect(taken.length).toBe(count);
    expect(taken[count]).toBeUndefined();
    expect(taken.at(-1)).toBe(earlier.at(-1)!);
    expect(count in taken).toBe(false);
    expect(count - 1 in taken).toBe(true);
    expect(taken.includes("later")).toBe(false);
    expect(taken.findLast(() => true)).toBe(earlier.at(-1)!);
  });

  test("RFC-75: refuses every change", () => {
    const { taken, earlier, log } = make();
    const list = taken as string[];
    const changes = [
      () => list.push("x"),
      () => list.pop(),
      () => list.sort(),
      () => list.reverse(),
      () => list.splice(0, 1),
      () => list.fill("x"),
      () => (list[0] = "x"),
      () => (list.length = 0),
      () => Object.assign(list, { extra: 1 }),
      () => Object.defineProperty(list, "0", { value: "x" }),
      () => Object.setPrototypeOf(list, null),
      () => delete list[0],
    ];
    for (const change of changes) expect(change).toThrow(TypeError);
    expect(taken).toEqual(earlier);
    expect(log).toEqual([...earlier, "later"]);
  });

  test("RFC-75: is frozen, and so it stays", () => {
    const { taken, earlier } = make();
    expect(Object.isFrozen(taken)).toBe(true);
    expect(Object.freeze(taken)).toBe(taken);
    expect(taken).toEqual(earlier);
    expect(() => (taken as string[]).push("x")).toThrow(TypeError);
  });
});

test("a long snapshot copies nothing: what is not asked for is not read", () => {
  const reads: string[] = [];
  const log = new Proxy(
    Array.from({ length: 1000 }, (_, i) => i),
    {
      get(target, key, receiver) {
        if (/^\d/.test(String(key))) reads.push(String(key));
        return Reflect.get(target, key, receiver);
      },
    },
  );
  const taken = snapshot(log);
  expect(taken.at(-1)).toBe(999);
  expect(reads).toEqual(["999"]);
});
