import { expect, test } from "bun:test";
import { definitionProblems } from "@uncaged/workflow/executor/testing";
import fc from "fast-check";
import { AGENT_EXECUTORS } from "../src/index.ts";

const DEFINITIONS = AGENT_EXECUTORS.map(({ definition }) => definition);
const named = (name: string) => DEFINITIONS.find((one) => one.name === name);

test("both effects are there, and neither is performed by a built-in", () => {
  expect(DEFINITIONS.map(({ name, executor }) => [name, executor])).toEqual([
    ["sys/llm.generate@1", "agents:llm"],
    ["sys/agent.run@1", "agents:cli"],
  ]);
});

test.each(DEFINITIONS)("AOS-88, C8: $name is closed, and a stub of it fits", (definition) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      expect(definitionProblems(definition, seed)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("a model is given no secret: its params have no place for one", () => {
  expect(named("sys/llm.generate@1")?.secrets).toBeUndefined();
});

test("who is asked and what is shown on one line: the last message of several, the program of a command", () => {
  const messages = [
    { role: "user", content: "first" },
    { role: "user", content: "last" },
  ];
  expect(named("sys/llm.generate@1")?.gist?.({ model: "openai/x", messages })).toBe("openai/x  last");
  expect(named("sys/agent.run@1")?.gist?.({ command: ["mine", "-x"], prompt: "fix it" })).toBe(
    "mine  fix it",
  );
});
