// H8: strangers' journals, with true sums, among healthy threads. Whatever they say, every verb answers with a code of its
// own and prints nothing that moves a cursor, and the healthy threads are listed, asked about, approved and woken as before.
import * as fc from "fast-check";
import { type Foreign, foreign, foreignBytes } from "../../tests/support/foreign-journals.ts";
import {
  doingVerbs,
  type ForeignStore,
  foreignStore,
  judgeVerb,
  readingVerbs,
  withForeign,
} from "../../tests/support/foreign-store.ts";
import { cli } from "../../tests/support/in-process.ts";
import { killWorkers } from "../lib/home.ts";
import { type Mode, sizeOf } from "../lib/mode.ts";

const JOURNALS = 400;
const JOURNALS_FULL = 20_000;
/** One in so many is also taken up, forked and ended, which starts processes. */
const DONE_EVERY = 20;

export const mode: Mode = {
  name: "foreign",
  async run({ tally, random, full, share }) {
    const store = await foreignStore();
    const before = tally.failed;
    const count = sizeOf({ full, share }, JOURNALS, JOURNALS_FULL);
    let verbs = 0;
    try {
      const samples = fc.sample(foreign, { numRuns: count, seed: random.int(0, 2 ** 31) });
      for (const [index, sample] of samples.entries()) {
        const isDone = index % DONE_EVERY === 0;
        tally.judge(`journal ${index}`, await judge(store, sample, isDone));
        verbs += 2 * readingVerbs("", "").length + (isDone ? doingVerbs("").length : 0);
      }
      tally.judge("the healthy threads", await goOn(store));
      return `${count} journals with true sums, ${verbs} verbs; ${store.asking.length} approvals and questions beside them answered`;
    } finally {
      await killWorkers(store.home);
      if (tally.failed > before) console.error(`kept for you to look at: ${store.home.dir}`);
      else await store.home[Symbol.asyncDispose]();
    }
  },
};

function judge(store: ForeignStore, sample: Foreign, isDone: boolean): Promise<string[]> {
  return withForeign(store, sample, async (id) => {
    const problems: string[] = [];
    for (const args of readingVerbs(id, store.finished[0] as string))
      for (const isText of [true, false]) problems.push(...(await judgeVerb(store, args, isText)));
    for (const args of isDone ? doingVerbs(id) : []) problems.push(...(await judgeVerb(store, args, false)));
    if (problems.length > 0) problems.push(foreignBytes(sample, store.journals, id).slice(0, 2_000));
    return problems;
  });
}

/** Those that wait for a person are answered, those that wait for the time are woken. */
async function goOn({ home, asking, waiting }: ForeignStore): Promise<string[]> {
  for (const id of asking) {
    await cli(home, ["approve", id]);
    await cli(home, ["answer", id, "--value", "1"]);
    await cli(home, ["answer", id, "--value", '"x"']);
  }
  await home.untilQuiet();
  await cli(home, ["tick", "--now", String(Date.now() + 7_200_000)]);
  await home.untilQuiet();
  const { threads } = (await cli(home, ["threads", "--json"])).json;
  const statusOf = new Map(
    threads.map((one: { threadId: string; status: string }) => [one.threadId, one.status]),
  );
  return waiting
    .filter((id) => statusOf.get(id) !== "completed")
    .map((id) => `${id} is ${statusOf.get(id)}, and everything it waited for has come`);
}
