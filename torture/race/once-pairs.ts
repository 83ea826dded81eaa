// H9: two command lines with one key, or one id, and a slow step between the claim and the journal.

import { slowGit } from "../../tests/support/slow-git.ts";
import type { Ran } from "../../tests/support/temp-home.ts";
import { findJournals } from "../lib/home.ts";
import { type Arena, addPaced, answerProblems, endProblems, type Pair } from "./arena.ts";

/** Longer than anybody's patience with a process that lives; only now and then, since the round takes as long. */
const LONG_MS = 6_000;
const LONG_EVERY = 25;

const requestRequest: Pair = {
  name: "request/request",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const { home, random, round } = arena;
    const git = await slowGit(home, `slow-${round}`);
    const run = ["run", "paced", "--prompt", "2|1", "--request-id", `r-${round}`, "--json"];
    const where = ["--workspace", git.repo, "--worktree"];
    const first = home.uw([...run, ...where], { env: git.env });
    await git.untilAsked();
    const second = home.uw([...run, ...where], { env: git.env });
    await Bun.sleep(round % LONG_EVERY === 0 ? LONG_MS : random.int(0, 400));
    await git.letGo();
    const [a, b] = await Promise.all([first, second]);
    const problems = [...answerProblems("run", a, [0]), ...answerProblems("run", b, [0])];
    if (problems.length > 0) return problems;
    if (a.json.executionId !== b.json.executionId)
      problems.push(`one key started two threads: ${a.json.executionId} ${b.json.executionId}`);
    if ((await git.asked()) !== 1) problems.push(`${await git.asked()} worktrees were made for one key`);
    return [...problems, ...(await endProblems(arena, a.json.executionId, ["completed"]))];
  },
};

const executionExecution: Pair = {
  name: "execution/execution",
  async prepare(arena) {
    await addPaced(arena);
    await arena.home.add("other", OTHER);
  },
  async meet(arena) {
    const { random, round } = arena;
    // Now of two workflows, now twice of one; an id of ours, or the caller's own.
    const isSame = round % 2 === 1;
    const id = round % 4 < 2 ? ulid(random.int(0, 2 ** 30), round) : `order-${round}`;
    const [a, b] = await Promise.all([
      send(arena, "paced", id, "a"),
      Bun.sleep(random.int(0, 40)).then(() => send(arena, isSame ? "paced" : "other", id, "b")),
    ]);
    const refused = isSame ? [0] : [0, 20];
    const problems = [...answerProblems("run", a, refused), ...answerProblems("run", b, refused)];
    const won = [a, b].filter((ran) => ran.exitCode === 0);
    if (!isSame && won.length !== 1) problems.push(`${won.length} of two workflows have the id ${id}`);
    const journals = findJournals(arena.home).length;
    if (journals !== round + 1) problems.push(`${journals} journals after ${round + 1} ids`);
    return problems;
  },
};

const OTHER = `export default async function* ({ steps }) {
  if (steps.length === 0) yield { role: "other", content: "", meta: { step: 0 } };
  return { returnCode: 0, summary: "" };
}
`;

async function send({ home, round }: Arena, workflow: string, id: string, key: string): Promise<Ran> {
  const { sha256 } = (await home.uw(["show", workflow, "--json"])).json;
  const flags = ["--execution-id", id, "--workflow-hash", sha256, "--workspace", home.dir];
  const document = { workflow, variables: { prompt: "1|1" }, runtime: { idempotencyKey: `${key}-${round}` } };
  return home.uw(["run", ...flags, "--json"], { stdin: JSON.stringify(document) });
}

/** Any id that has the form of one. */
function ulid(number: number, round: number): string {
  return `01KQX${number.toString().padStart(12, "0")}${round.toString().padStart(9, "0")}`;
}

export const ONCE_PAIRS: readonly Pair[] = [requestRequest, executionExecution];
