import { describe, expect, test } from "bun:test";
import type { Descriptor } from "#contract/descriptor.ts";
import { parseDescriptor } from "#contract/descriptor-schema.ts";

const SMALL: Descriptor = { description: "d", roles: {} };

describe("RFC-25: a descriptor is checked field by field", () => {
  test("every known key passes through unchanged", () => {
    const full: Descriptor = {
      description: "d",
      roles: { coder: { description: "c", schema: { type: "object" } }, reviewer: { description: "r" } },
      determinism: "strict",
      effects: ["sys/exec@1", "sys/http.request@2", "my-own/doIt.now-2@10"],
      events: { done: { schema: {} } },
      key: { from: "$.id" },
      state: { a: null },
      resources: { gpu: 1 },
      limits: { stepTimeoutMs: 1, timeoutMs: 2, maxSteps: 3, stepBytes: 4, journalBytes: 5 },
      constraints: { a: [true] },
      concurrency: 4,
    };
    expect(parseDescriptor(full)).toEqual(full);
    expect(parseDescriptor(SMALL)).toEqual(SMALL);
  });

  test.each<[value: unknown, path: string]>([
    [null, "descriptor: "],
    ["text", "descriptor: "],
    [[], "descriptor: "],
    [{}, "descriptor.description: "],
    [{ description: "d" }, "descriptor.roles: "],
    [{ ...SMALL, roles: { a: {} } }, "descriptor.roles.a.description: "],
    [{ ...SMALL, roles: { a: { description: "a", schema: 1 } } }, "descriptor.roles.a.schema: "],
    [{ ...SMALL, roles: { a: { description: "a", color: 1 } } }, "descriptor.roles.a.color: unknown key"],
    [{ ...SMALL, roles: { "": { description: "a" } } }, "descriptor.roles."],
    [{ ...SMALL, nonsense: 1 }, "descriptor.nonsense: unknown key"],
    [{ ...SMALL, determinism: "maybe" }, "descriptor.determinism: "],
    [{ ...SMALL, effects: ["exec"] }, "descriptor.effects.0: is not an effect name"],
    [{ ...SMALL, effects: ["sys/exec@0"] }, "descriptor.effects.0: "],
    [{ ...SMALL, effects: ["sys/exec@01"] }, "descriptor.effects.0: "],
    [{ ...SMALL, effects: ["sys/exec@1", "Sys/exec@1"] }, "descriptor.effects.1: "],
    [{ ...SMALL, effects: ["sys/exec@1\n"] }, "descriptor.effects.0: "],
    [{ ...SMALL, effects: "sys/exec@1" }, "descriptor.effects: "],
    [{ ...SMALL, limits: { maxSteps: 0 } }, "descriptor.limits.maxSteps: "],
    [{ ...SMALL, limits: { maxSteps: 1.5 } }, "descriptor.limits.maxSteps: "],
    [{ ...SMALL, limits: { maxStep: 1 } }, "descriptor.limits.maxStep: unknown key"],
    [{ ...SMALL, concurrency: -1 }, "descriptor.concurrency: "],
    [{ ...SMALL, concurrency: "1" }, "descriptor.concurrency: "],
    [{ ...SMALL, key: undefined }, "descriptor.key: is not JSON data"],
    [{ ...SMALL, events: { a: Number.NaN } }, "descriptor.events.a: is not JSON data"],
    [{ ...SMALL, state: { a: [new Date()] } }, "descriptor.state.a.0: is not JSON data"],
    [{ ...SMALL, state: JSON.parse('{"a":{"__proto__":1}}') }, "descriptor.state.a.__proto__: "],
    [{ ...SMALL, roles: JSON.parse('{"__proto__":{"description":"a"}}') }, "descriptor.roles.__proto__: "],
  ])("refused: %j names the field", (value, path) => {
    try {
      parseDescriptor(value);
    } catch (error) {
      expect(error).toMatchObject({ code: "DESCRIPTOR_INVALID", message: expect.stringContaining(path) });
      return;
    }
    throw new Error("accepted");
  });

  test("all complaints are told at once", () => {
    const parse = () => parseDescriptor({ roles: [], concurrency: 0, a: 1, b: 2 });
    for (const field of ["description", "roles", "concurrency", "a", "b"])
      expect(parse).toThrow(`descriptor.${field}: `);
  });

  test("a cycle is refused, not followed", () => {
    const state: Record<string, unknown> = {};
    state.self = state;
    expect(() => parseDescriptor({ ...SMALL, state })).toThrow("nested deeper than");
  });
});
