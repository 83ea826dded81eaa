import { test } from "bun:test";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";
import { COUNT_TO_3 } from "./fixed-thread.ts";
import { expectGolden, withoutChance } from "./golden.ts";

const DESCRIPTOR = 'export const descriptor = { description: "Counts", roles: { r1: { description: "the first" } } };\n';
const FAILING = "export default async function* ({ steps }) { return { returnCode: 3, summary: 'no luck ' + steps.length } }";

function goldenDocument(verb: string, ran: Ran): void {
  expectGolden(`${verb}.json`, withoutChance(`${JSON.stringify(ran.json, null, 2)}\n`));
}

test("P18: the documents of run, its events, threads, thread, fork and why keep their shape", async () => {
  await using home = await TempHome.create();
  await home.add("count", COUNT_TO_3);
  const ran = await home.uw(["run", "count", "--prompt", "hi", "--json"]);
  const id: string = ran.json.executionId;
  goldenDocument("run", ran);
  expectGolden("run.events.ndjson", withoutChance(ran.stderr));
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
  goldenDocument("run.failed", await home.uw(["run", "fail", "--json"]));
  goldenDocument("error", await home.uw(["show", "fial", "--json"]));
});
