import { expect, expectTypeOf, test } from "bun:test";
import { all, any, type Commands, exec, must, now, sleep, together } from "../../src/index.ts";
import { driveWorkflow, okReceipt } from "../../src/testing/index.ts";

type Running<T> = AsyncGenerator<Commands, T, unknown>;

async function* says(...words: string[]): Running<string> {
  const heard: string[] = [];
  for (const word of words) heard.push(must(yield* exec([word])).stdout);
  return heard.join(" ");
}

/** Every program prints its own name in capitals. */
const answers = (command: unknown) => {
  const { argv } = (command as { params: { argv: string[] } }).params;
  return okReceipt({ exitCode: 0, stdout: argv[0]?.toUpperCase() ?? "", stderr: "" });
};

async function drive(running: () => readonly Running<unknown>[]) {
  const results: unknown[] = [];
  const driven = await driveWorkflow(
    async function* () {
      results.push(...(yield* together(running())));
      return { returnCode: 0, summary: "" };
    },
    { prompt: "", answers },
  );
  return { ...driven, results };
}

const argvs = (yielded: unknown) =>
  [yielded].flat().map((one) => (one as { params: { argv: string[] } }).params.argv[0]);

test("the next commands of all are one list, and each gets its own answers", async () => {
  const { yields, results } = await drive(() => [says("a", "b"), says("c"), says("d", "e", "f")]);
  expect(results).toEqual(["A B", "C", "D E F"]);
  expect(yields.map(argvs)).toEqual([["a", "c", "d"], ["b", "e"], ["f"]]);
  expect(Array.isArray(yields[2])).toBe(false);
});

test("a list of one generator stays its list", async () => {
  async function* pair(): Running<string> {
    const both = yield* all([exec(["x"]), exec(["y"])]);
    return both.map((one) => must(one).stdout).join("+");
  }
  const { yields, results } = await drive(() => [says("a"), pair()]);
  expect(results).toEqual(["A", "X+Y"]);
  expect(yields.map(argvs)).toEqual([["a", "x", "y"]]);
});

test("nothing to run and nothing to ask is fine", async () => {
  async function* quiet(): Running<number> {
    return 7;
  }
  expect((await drive(() => [])).results).toEqual([]);
  expect((await drive(() => [quiet(), says("a")])).results).toEqual([7, "A"]);
});

test("one that throws ends the others, with their finally", async () => {
  const ended: string[] = [];
  async function* careful(): Running<void> {
    try {
      yield* says("a", "b");
    } finally {
      ended.push("careful");
    }
  }
  async function* rash(): Running<void> {
    yield* says("x");
    throw new Error("no more");
  }
  await expect(drive(() => [careful(), rash()])).rejects.toThrow("no more");
  expect(ended).toEqual(["careful"]);
});

test("what cannot stand in a list is refused", async () => {
  async function* first(): Running<void> {
    yield* any([now(), sleep(1)]);
  }
  await expect(drive(() => [first(), says("a")])).rejects.toThrow('"any" cannot stand in a list');
});

test("the results are typed one by one", async () => {
  async function* typed() {
    const both = yield* together([
      says("a"),
      (async function* (): Running<number> {
        return 1;
      })(),
    ]);
    expectTypeOf(both).toEqualTypeOf<[string, number]>();
    return both;
  }
  expect((await typed().next()).done).toBe(false);
});
