// What holds for every command there is, and for the next one.
import { describe, expect, test } from "bun:test";
import { plainJson } from "#codec/plain-json.ts";
import {
  askedOf,
  COMMANDS,
  fileOf,
  fileOfOpening,
  isAskedOutside,
  isQuestion,
  shapeOfWord,
  shownOf,
  WAITS,
  WORDS,
  waitsOn,
} from "#commands/registry.ts";
import { shapeProblem } from "#commands/shape.ts";
import type { Json, SingleCommand } from "#contract/command.ts";
import type { Opening } from "#contract/leaf.ts";
import { answerOf } from "#replay/answer-of.ts";
import { CommandLog } from "#replay/command-log.ts";
import { waitOfLeaf } from "#replay/fold-yield.ts";
import { recordProblem } from "../../src/journal/check-record.ts";
import { admitted, folded, leafOf, NOW, opened, openingPorts, PLACE, SAMPLES } from "./command-rig.ts";

const every = Object.values(SAMPLES) as SingleCommand[];

describe.each(every.map((command) => [command.do, command] as const))("%s", (word, command) => {
  const file = fileOf(command);

  test("has the shape its file says", () => {
    expect(shapeProblem(command, file.shape)).toBeNull();
    expect(file.word).toBe(word);
  });

  test("H2: what it asks for comes back from its line", async () => {
    const { asked } = await admitted(command);
    expect(plainJson(askedOf(await opened(command)))).toBe(plainJson(asked as unknown as Json));
  });

  test("its line is one that a journal takes", async () => {
    const line = await opened(command);
    expect(recordProblem(line, { line: 5, ended: false })).toBeNull();
    expect(line.kind).toBe(file.line.kind);
    expect(line).toMatchObject({ n: PLACE.n, index: PLACE.index, yield: PLACE.yieldHash });
  });

  test("its line says whether it is answered, and what it waits for", async () => {
    const leaf = leafOf(await opened(command));
    if (file.waiting === null) {
      expect(leaf.settled).toMatchObject({ by: "value" });
      expect(file.answeredBy).toBe("engine");
    } else {
      expect(leaf.settled).toBeNull();
      expect(file.answerIn(leaf.opening)).toBeNull();
      const wait = waitOfLeaf(leaf);
      if (wait !== null) expect(file.waiting.on).toContain(wait.on);
      else expect(file.answeredBy).toBe("executor");
    }
  });

  test("is shown in a thread's view, on one line and to those who watch", async () => {
    const line = await opened(command);
    const [entry] = CommandLog.of([{ isRole: false, record: line, seq: 2 }]).entries;
    expect(entry).toMatchObject({
      do: word,
      n: 3,
      status: file.waiting === null ? "completed" : expect.any(String),
    });
    expect(entry?.asked).toEqual(file.shown.asked(line));
    expect(file.shown.brief(entry?.asked ?? null) ?? "").not.toContain("undefined");
    expect(file.shown.resting(line, "it", () => "1s")).not.toBe("");
    expect(file.shown.opened(line, "it")?.text ?? "").not.toContain("undefined");
  });

  test("opening it twice with the same chance and time gives the same line", async () => {
    expect(await opened(command)).toEqual(await opened(command));
    const ports = { ...openingPorts(), now: () => NOW + 1 };
    expect((await opened<Opening>(command, { ports })).n).toBe(3);
  });
});

test("every word to wait on belongs to a command, and every command waits on words that are described", () => {
  const used = Object.values(COMMANDS).flatMap(({ waiting }) => waiting?.on ?? []);
  expect([...new Set(used)].sort()).toEqual(Object.keys(WAITS).sort() as never);
});

test("no two words give the same cause, the same sentence or the same place in a plan", () => {
  const facts = Object.values(WAITS);
  const first = { stepId: "s", prompt: ": p", asked: null, wakeAt: "then" };
  for (const told of [
    facts.map(({ cause }) => cause),
    facts.map(({ message }) => message(first)),
    facts.map(({ plan }) => plan(0)),
    facts.map(({ hint }) => hint("T", "1")),
    facts.map(({ wanted }) => wanted),
  ])
    expect(new Set(told).size).toBe(facts.length);
  for (const { on, cause } of facts) expect(cause).toBe(`waiting_${on}`);
});

test("a person is asked through a verb, and what nobody has to say has none", () => {
  for (const { by, verb, next } of Object.values(WAITS)) {
    expect(verb === null).toBe(by !== "person");
    expect(next("T").length > 0).toBe(by === "person");
  }
});

test("who answers a command follows from its file", async () => {
  const asking = await Promise.all(
    every.map(async (command) => [command.do, isQuestion(await opened(command))]),
  );
  expect(asking.filter(([, is]) => is).map(([word]) => word)).toEqual(["approve", "input"]);
  expect(WORDS.filter(isAskedOutside)).toEqual(["approve", "input", "receive"]);
  expect(waitsOn("effect")).toEqual(["approval", "reconcile", "timer"]);
  expect(waitsOn("now")).toEqual([]);
  expect(waitsOn("?")).toEqual([]);
});

test("P6: a command nobody handles is INTERNAL at once, in whatever way it comes", () => {
  const unknown = { do: "levitate" } as unknown as SingleCommand;
  expect(() => fileOf(unknown)).toThrow('nobody handles the command "levitate"');
  expect(() => fileOf({ do: "constructor" } as never)).toThrow("nobody handles");
  const line = { kind: "intent", do: "levitate", n: 1, index: 0, id: "i" } as unknown as Opening;
  expect(() => fileOfOpening(line)).toThrow("nobody handles");
  expect(() => folded(line)).toThrow("nobody handles");
  expect(shownOf("levitate")).toBeUndefined();
  expect(shapeOfWord("toString")).toBeUndefined();
});

test("commands that stand for a whole yield have a shape, and no file of a line", () => {
  expect(WORDS.slice(-2)).toEqual(["any", "continue"]);
  expect(shapeOfWord("any")?.known).toEqual(["of"]);
  expect(() => fileOf({ do: "any" } as never)).toThrow("nobody handles");
});

test("the answers of a list come in the order of its commands, from their lines alone", async () => {
  const group = { type: "all" as const, of: 3 };
  const place = (index: number) => ({ ...PLACE, index, group });
  const state = folded(
    await opened({ do: "now" }, { place: place(0) }),
    await opened({ do: "annotate", a: 1 }, { place: place(1) }),
    await opened({ do: "checkpoint", state: 1 }, { place: place(2) }),
  );
  expect(answerOf(state)).toEqual([NOW, null, { seq: 9 }]);
});
