// Progress of threads that ask for things: live, and read from the journal later.
import { describe, expect, test } from "bun:test";
import { commanding } from "../../../tests/support/bundles.ts";
import { type Ran, TempHome } from "../../../tests/support/temp-home.ts";

type Event = { type: string; stepId?: string; attempt?: number; [key: string]: unknown };

const EXEC = (argv: string[], more = "") =>
  `{ do: "effect", effect: "sys/exec@1", params: { argv: ${JSON.stringify(argv)} }${more} }`;

const EVERYTHING = commanding([
  `{ do: "now" }`,
  `{ do: "approve", prompt: "Go?", id: "go", items: [1] }`,
  `[${EXEC(["true"], `, id: "zulu"`)}, ${EXEC(["echo", "hi"], `, id: "alpha"`)}, ${EXEC(["false"])}]`,
  `{ do: "any", of: [{ do: "sleep", ms: 30 }, ${EXEC(["sleep", "30"])}] }`,
  `{ do: "annotate", note: 1 }`,
  `{ do: "checkpoint", state: { at: 1 } }`,
  `{ do: "input", prompt: "Who?", schema: { type: "string" } }`,
]);

/** What follows from the journal alone: no times of ours, no tokens, no frames. */
function derivable(events: Event[]): Event[] {
  return events
    .filter(({ type }) => !type.startsWith("execution.") && type !== "effect.progress")
    .map(({ ts: _ts, ...event }) => ("resumeToken" in event ? { ...event, resumeToken: null } : event));
}

function brief(events: Event[]): string[] {
  return events
    .filter(({ type }) => type !== "record.durable")
    .map(({ type, stepId, attempt }) =>
      [type, stepId, attempt].filter((part) => part !== undefined).join(" "),
    );
}

async function finished(home: TempHome, source: string, name = "flow"): Promise<Ran> {
  await home.add(name, source);
  return home.uw(["run", name, "--json"]);
}

describe("events", () => {
  test("OPS-33: what follow tells of a finished thread is what was told live, in the same order", async () => {
    await using home = await TempHome.create();
    const first = await finished(home, EVERYTHING);
    const id = first.json.executionId;
    const second = await home.uw(["approve", id, "--json"]);
    const third = await home.uw(["answer", id, "--value", '"bob"', "--json"]);
    expect(third.json.status).toBe("ok");
    const live = [first, second, third].flatMap(({ events }) => derivable(events));
    const later = await home.uw(["follow", id, "--json"]);
    expect(derivable(later.events)).toEqual(live);
    expect(later.json.steps).toEqual(third.json.steps);
    expect(brief(live)).toContain("step.cancelled n4.1 1");
    expect(brief(live)).toContain("step.completed alpha 1");
  });

  test("OPS-13, OPS-50, C32: steps[] has every yield, named ones of a list sorted by id", async () => {
    await using home = await TempHome.create();
    const { json } = await finished(home, EVERYTHING);
    await home.uw(["approve", json.executionId]);
    const { steps } = (await home.uw(["steps", json.executionId, "--json"])).json;
    expect(steps.map(({ stepId }: Event) => stepId)).toEqual([
      "n1",
      "go",
      "n3.2",
      "alpha",
      "zulu",
      "n4.0",
      "n4.1",
      "n5",
      "n6",
      "n7",
    ]);
    expect(steps.find(({ stepId }: Event) => stepId === "n4.1").status).toBe("cancelled");
    expect((await home.uw(["steps", json.executionId])).stdout).toMatch(/alpha +completed +1/);
  });

  test("a step's id counts all yields, roles and commands", async () => {
    await using home = await TempHome.create();
    const { events } = await finished(home, commanding([`{ do: "now" }`, EXEC(["true"])]));
    expect(brief(events)).toEqual([
      "execution.started",
      "step.started n1 1",
      "step.completed n1 1",
      "step.started n2 1",
      "step.completed n2 1",
      "step.started n3 1",
      "step.completed n3 1",
      "execution.finished",
    ]);
    expect(events.find(({ type, stepId }: Event) => type === "step.started" && stepId === "n2").effect).toBe(
      "sys/exec@1",
    );
  });

  test("OPS-13: an attempt that failed is told with the one to come, and both are steps", async () => {
    await using home = await TempHome.create();
    const retry = `{ do: "effect", effect: "sys/http.request@1", params: { method: "GET", url: "http://127.0.0.1:9/" }, retry: { max: 2, delayMs: 5 } }`;
    await Bun.write(home.layout.policy, "http: { allow: [127.0.0.1] }\n");
    const { events, json } = await finished(home, commanding([retry], ["sys/http.request@1"]));
    expect(brief(events).slice(1, 6)).toEqual([
      "step.started n1 1",
      "step.failed n1 1",
      "step.retry n1 2",
      "step.started n1 2",
      "step.failed n1 2",
    ]);
    expect(events.find(({ type }: Event) => type === "step.retry").delayMs).toBe(5);
    expect(json.steps.slice(0, 2).map(({ attempt, status }: Event) => [attempt, status])).toEqual([
      [1, "failed"],
      [2, "failed"],
    ]);
  });

  test("a yield that is refused is step.failed, once", async () => {
    await using home = await TempHome.create();
    const { events, json } = await finished(home, commanding([EXEC(["true"])], []));
    expect(json.error.code).toBe("EFFECT_NOT_DECLARED");
    expect(brief(events)).toEqual([
      "execution.started",
      "step.started n1 1",
      "step.failed n1 1",
      "execution.finished",
    ]);
  });

  test("effects tell on their way, after they were told as begun", async () => {
    await using home = await TempHome.create();
    await Bun.write(
      home.layout.effects,
      `effects:
  own/slow@1:
    class: read
    risk: read
    command: [sh, -c, 'echo "{\\"progress\\":\\"one\\"}"; sleep 0.1; echo "{\\"receipt\\":{\\"status\\":\\"ok\\",\\"payload\\":1}}"']
    params: {}
    receipt: {}
`,
    );
    const own = `{ do: "effect", effect: "own/slow@1", params: {} }`;
    const { events } = await finished(home, commanding([own], ["own/slow@1"]));
    const types = events.map(({ type }: Event) => type);
    expect(types.indexOf("effect.progress")).toBeGreaterThan(types.indexOf("step.started"));
    const frames = events.filter(({ type }: Event) => type === "effect.progress");
    expect(frames[0]).toMatchObject({ stepId: "n1", effect: "own/slow@1", frame: "one" });
  });

  test("what was open when a thread is cancelled is step.cancelled", async () => {
    await using home = await TempHome.create();
    const { json } = await finished(home, commanding([`{ do: "input", prompt: "?", schema: {} }`]));
    await home.uw(["cancel", json.executionId]);
    const { events } = await home.uw(["follow", json.executionId, "--json"]);
    expect(brief(events).at(-2)).toBe("step.cancelled n1 1");
  });

  test("the envelope of a fork counts steps after the lines it took over", async () => {
    await using home = await TempHome.create();
    const { json } = await finished(home, commanding([`{ do: "now" }`, `{ do: "now" }`]));
    const forked = await home.uw(["fork", json.executionId, "--from-step", "0", "--json"]);
    expect(forked.json.status).toBe("ok");
    expect(brief(forked.events).filter((text) => text.startsWith("step.completed"))).toContain(
      "step.completed n3 1",
    );
  });
});
