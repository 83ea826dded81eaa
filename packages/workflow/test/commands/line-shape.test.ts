// The line that opens a command, as a journal takes it: every member it needs, and none that would make it another one.
import { describe, expect, test } from "bun:test";
import { misfitIn } from "#codec/field-forms.ts";
import { answeredLine, isEffect, isEvent, performedLine, waitingLine } from "#commands/line-shape.ts";
import { fileOf } from "#commands/registry.ts";
import type { SingleCommand } from "#contract/command.ts";
import { opened, SAMPLES } from "./command-rig.ts";

type Line = Record<string, unknown>;
const every = Object.values(SAMPLES) as SingleCommand[];
const lineOf = async (command: SingleCommand): Promise<Line> => ({ ...(await opened(command)) });
const misfit = (word: SingleCommand["do"], line: Line) => misfitIn(line, fileOf({ do: word }).line.shape);

/** What a line has to have besides n, index, timestamp and, of an intent, its id. */
const OWN: { [W in SingleCommand["do"]]: string[] } = {
  effect: ["class", "effect", "executor", "params", "risk", "timeoutMs"],
  approve: ["expiresAt", "items", "prompt", "tokenHash", "ttlMs"],
  input: ["prompt", "schema"],
  sleep: ["effect", "executor", "until"],
  receive: ["event"],
  now: ["answer"],
  random: ["answer"],
  context: ["answer"],
  checkpoint: ["seq", "state", "stateHash"],
  annotate: ["note"],
};

describe.each(every.map((command) => [command.do, command] as const))("the line of %s", (word, command) => {
  const { shape, kind } = fileOf(command).line;

  test("needs these members", () => {
    const place = kind === "intent" ? ["id", "index", "n", "timestamp"] : ["index", "n", "timestamp"];
    expect(Object.keys(shape.required).sort()).toEqual([...place, ...OWN[word]].sort());
  });

  test("is refused without any one of them, by its name", async () => {
    const line = await lineOf(command);
    expect(misfit(word, line)).toBeNull();
    for (const key of Object.keys(shape.required)) {
      const { [key]: _taken, ...rest } = line;
      expect([key, misfit(word, rest)]).toEqual([key, key]);
    }
  });

  test("counts yields from 1 and commands from 0, below 10,000", async () => {
    const line = await lineOf(command);
    const told = (more: Line) => misfit(word, { ...line, ...more });
    expect([told({ n: 0 }), told({ n: 1 }), told({ n: 1.5 })]).toEqual(["n", null, "n"]);
    expect([told({ index: -1 }), told({ index: 0 })]).toEqual(["index", null]);
    expect([told({ index: 9_999 }), told({ index: 10_000 })]).toEqual([null, "index"]);
  });

  test("says in which list it stands, if in one", async () => {
    const line = await lineOf(command);
    const told = (group: unknown) => misfit(word, { ...line, group });
    expect([told({ type: "all", of: 2 }), told({ type: "any", of: 10_000 })]).toEqual([null, null]);
    expect([told({ type: "some", of: 2 }), told({ type: "all" }), told(null)]).toEqual([
      "group",
      "group",
      "group",
    ]);
    expect(told({ type: "all", of: 10_001 })).toBe("group");
    expect(misfit(word, { ...line, yield: "short" })).toBe("yield");
  });

  test("may have members of a newer version", async () => {
    expect(misfit(word, { ...(await lineOf(command)), colour: "green" })).toBeNull();
  });
});

describe("R5: no line says that it is two commands at once", () => {
  const PERFORMED = {
    attempt: 1,
    gate: { tokenHash: "0".repeat(64), expiresAt: 1 },
    reused: "0".repeat(64),
    blocked: "LOOP_DETECTED",
  };

  test.each(["approve", "input", "sleep", "receive"] as const)(
    "%s waits: it is not performed, and holds no answer",
    async (word) => {
      const line = await lineOf(SAMPLES[word]);
      for (const [key, value] of Object.entries({ ...PERFORMED, answer: 1 }))
        expect(misfit(word, { ...line, [key]: value })).toBe(key);
    },
  );

  test.each(["now", "random", "context"] as const)(
    "%s holds its answer: it is not performed",
    async (word) => {
      const line = await lineOf(SAMPLES[word]);
      for (const [key, value] of Object.entries(PERFORMED))
        expect(misfit(word, { ...line, [key]: value })).toBe(key);
      expect(misfit(word, { ...line, answer: null })).toBeNull();
    },
  );

  test("an effect is performed, and holds no answer", async () => {
    const line = await lineOf(SAMPLES.effect);
    for (const [key, value] of Object.entries(PERFORMED))
      expect(misfit("effect", { ...line, [key]: value })).toBeNull();
    expect(misfit("effect", { ...line, answer: 1 })).toBe("answer");
  });
});

describe("a member of another form is refused", () => {
  test.each<[SingleCommand["do"], Line, string | null]>([
    ["effect", { effect: "exec" }, "effect"],
    ["effect", { effect: `a/${"b".repeat(253)}@1` }, "effect"],
    ["effect", { executor: "a\nb" }, "executor"],
    ["effect", { class: "twice" }, "class"],
    ["effect", { risk: "none" }, "risk"],
    ["effect", { timeoutMs: -1 }, "timeoutMs"],
    ["effect", { attempt: 2 }, "attempt"],
    ["effect", { retry: true }, "retry"],
    ["effect", { retry: { max: -1 } }, "retry"],
    ["effect", { retry: { max: 2, backoff: 1.5, delayMs: 0, maxDelayMs: 5 } }, null],
    ["effect", { reuse: true }, "reuse"],
    ["effect", { onFault: "fail" }, "onFault"],
    ["effect", { onUnknown: "ask" }, "onUnknown"],
    ["effect", { gate: { expiresAt: 1 } }, "gate"],
    ["effect", { inDoubt: "x" }, "inDoubt"],
    ["effect", { sentAs: "0".repeat(63) }, "sentAs"],
    ["effect", { blocked: "" }, "blocked"],
    ["approve", { tokenHash: "A".repeat(64) }, "tokenHash"],
    ["approve", { expiresAt: Date.UTC(10_000, 0, 1) }, "expiresAt"],
    ["approve", { items: {} }, "items"],
    ["approve", { approvers: [5] }, "approvers"],
    ["approve", { differentApprover: false }, "differentApprover"],
    ["approve", { onDeny: "throw" }, "onDeny"],
    ["input", { schema: [] }, "schema"],
    ["input", { prompt: null }, "prompt"],
    ["input", { stepId: 5 }, "stepId"],
    ["sleep", { until: -1 }, "until"],
    ["sleep", { ms: "5" }, "ms"],
    ["receive", { event: "paid" }, "event"],
    ["receive", { until: 1.5 }, "until"],
    ["random", { bytes: -1 }, "bytes"],
    ["checkpoint", { stateHash: "x" }, "stateHash"],
    ["checkpoint", { seq: 0 }, "seq"],
    ["checkpoint", { epoch: false }, "epoch"],
    ["annotate", { note: [] }, "note"],
  ])("%s with %j: %p", async (word, more, field) => {
    expect(misfit(word, { ...(await lineOf(SAMPLES[word])), ...more })).toBe(field);
  });
});

describe("AOS-7: names", () => {
  test.each<[string, boolean, boolean]>([
    ["sys/exec@1", true, true],
    ["sys/http.request@12", true, true],
    ["shop/Paid@1", false, true],
    ["my-shop/paid-2@1", true, true],
    ["sys/exec@0", false, false],
    ["sys/exec@01", false, false],
    ["sys/exec", false, false],
    ["Sys/exec@1", false, false],
    ["1s/exec@1", false, false],
    ["sys/1exec@1", false, false],
    ["sys/a/b@1", false, false],
    ["sys/exec@1\n", false, false],
    [`a/${"b".repeat(252)}@1`, true, true],
    [`a/${"b".repeat(253)}@1`, false, false],
  ])("%j is one of an effect: %p, of an event: %p", (name, ofEffect, ofEvent) => {
    expect([isEffect(name), isEvent(name)]).toEqual([ofEffect, ofEvent]);
  });

  test("what is no text is no name", () => {
    expect([isEffect(5), isEvent(null), isEffect(["sys/exec@1"])]).toEqual([false, false, false]);
  });
});

test("a command's own member goes before what every line of its sort may have", () => {
  const always = () => true;
  expect(waitingLine({}, { attempt: always }).optional?.attempt).toBe(always);
  expect(answeredLine({}, { bytes: always }).optional?.bytes).toBe(always);
  expect(performedLine({}, { answer: always }).optional?.answer).toBe(always);
});
