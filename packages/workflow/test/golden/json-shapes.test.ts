import { test } from "bun:test";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";
import { COUNT_TO_3 } from "./fixed-thread.ts";
import { expectGolden, withoutChance } from "./golden.ts";

const DESCRIPTOR = 'export const descriptor = { description: "Counts", roles: { r1: { description: "the first" } } };\n';
const FAILING = "export default async function* ({ steps }) { return { returnCode: 3, summary: 'no luck ' + steps.length } }";

function goldenDocument(verb: string, ran: Ran): void {
  expectGolden(`${verb}.json`, withoutChance(`${JSON.stringify(ran.json, null, 2)}\n`));
}

/** Their order, which depends on how long steps take, has tests of its own. */
function oneOfEachType(ndjson: string): string {
  const lines = ndjson.trimEnd().split("\n");
  const byType = new Map(lines.reverse().map((line) => [JSON.parse(line).type as string, line]));
  return [...byType.keys()].sort().map((type) => `${byType.get(type)}\n`).join("");
}

test("P18: the documents of run, its events, threads, thread, fork and why keep their shape", async () => {
  await using home = await TempHome.create();
  await home.add("count", COUNT_TO_3);
  const ran = await home.uw(["run", "count", "--prompt", "hi", "--json"]);
  const id: string = ran.json.executionId;
  goldenDocument("run", ran);
  expectGolden("run.events.ndjson", withoutChance(oneOfEachType(ran.stderr)));
  goldenDocument("thread", await home.uw(["thread", id, "--json"]));
  const fork = await home.uw(["fork", id, "--json"]);
  goldenDocument("fork", fork);
  goldenDocument("threads", await home.uw(["threads", "--json"]));
  goldenDocument("diff", await home.uw(["diff", id, fork.json.executionId, "--json"]));
  goldenDocument("why", await home.uw(["why", id, "--json"]));
  goldenDocument("verify", await home.uw(["verify", id, "--json"]));
});

test("P18: the documents of add, list, show, history, rollback and remove keep their shape", async () => {
  await using home = await TempHome.create();
  await home.add("count", COUNT_TO_3);
  const file = await home.bundle("count", COUNT_TO_3 + DESCRIPTOR);
  goldenDocument("add", await home.uw(["add", "count", file, "--json"]));
  goldenDocument("list", await home.uw(["list", "--json"]));
  goldenDocument("show", await home.uw(["show", "count", "--json"]));
  goldenDocument("history", await home.uw(["history", "count", "--json"]));
  goldenDocument("validate", await home.uw(["validate", file, "--json"]));
  goldenDocument("rollback", await home.uw(["rollback", "count", "--json"]));
  goldenDocument("remove", await home.uw(["remove", "count", "--json"]));
});

test("P18: the documents of failure keep their shape", async () => {
  await using home = await TempHome.create();
  await home.add("fail", FAILING);
  await home.add("throw", "export default async function* ({ steps }) { throw 'no luck ' + steps.length }");
  goldenDocument("run.failed", await home.uw(["run", "fail", "--json"]));
  const thrown = await home.uw(["run", "throw", "--json"]);
  goldenDocument("run.thrown", thrown);
  expectGolden("run.thrown.events.ndjson", withoutChance(oneOfEachType(thrown.stderr)));
  goldenDocument("error", await home.uw(["show", "fial", "--json"]));
});
