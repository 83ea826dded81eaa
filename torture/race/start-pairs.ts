// P3, P4, P8: two command lines that take up threads, or remove them.
import { readJudged } from "../lib/home.ts";
import {
  addPaced,
  answerProblems,
  both,
  endProblems,
  hasJournal,
  type Pair,
  prepareInterrupted,
  startPaced,
  stepTimes,
  takeInterrupted,
} from "./arena.ts";

const runRun: Pair = {
  name: "run/run",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    // With no worker alive both try to start one; with one about to leave both try to catch it.
    if (arena.round % 2 === 0) await arena.home.untilQuiet();
    const run = ["run", "paced", "--prompt", "3|2"];
    const [a, b] = await both(arena, run, run);
    const problems = [...answerProblems("run", a, [0]), ...answerProblems("run", b, [0])];
    if (problems.length > 0) return problems;
    if (a.json.executionId === b.json.executionId) problems.push("both got the same thread");
    for (const ran of [a, b])
      problems.push(...(await endProblems(arena, ran.json.executionId, ["completed"])));
    return problems;
  },
};

const resumeResume: Pair = {
  name: "resume/resume",
  prepare: prepareInterrupted,
  async meet(arena) {
    const id = takeInterrupted(arena);
    const [a, b] = await both(arena, ["resume", id], ["resume", id]);
    const problems = [...answerProblems("resume", a, [0, 20]), ...answerProblems("resume", b, [0, 20])];
    const won = [a, b].filter((ran) => ran.exitCode === 0).length;
    if (won !== 1) problems.push(`${won} of two resumes won`);
    problems.push(...(await endProblems(arena, id, ["completed"])));
    const { lines } = await readJudged(arena.home, id);
    const resumes = lines.filter(
      ({ record }) => record.kind === "control" && record.action === "resume",
    ).length;
    if (resumes !== 1) problems.push(`${id} was resumed ${resumes} times`);
    return problems;
  },
};

const rmResume: Pair = {
  name: "rm/resume",
  prepare: prepareInterrupted,
  async meet(arena) {
    const { home } = arena;
    const id = takeInterrupted(arena);
    // A worker that is already up takes the thread at once.
    if (arena.round % 2 === 1) await startPaced(arena, "20|10");
    const [removed, resumed] = await both(arena, ["thread", "rm", id], ["resume", id]);
    const problems = [
      ...answerProblems("thread rm", removed, [0, 20]),
      ...answerProblems("resume", resumed, [0, 10, 20]),
    ];
    if (removed.exitCode !== 0) return [...problems, ...(await endProblems(arena, id, ["completed"]))];
    await home.untilQuiet();
    const after = stepTimes(arena, id).filter((at) => at > removed.at).length;
    if (after > 0) problems.push(`${id} was removed and began ${after} steps afterwards`);
    if (hasJournal(arena, id)) problems.push(`${id} was removed and has a journal again`);
    const listed = await home.uw(["threads", "--all", "--json"]);
    if (listed.stdout.includes(id)) problems.push(`${id} was removed and is still listed`);
    return problems;
  },
};

export const START_PAIRS: readonly Pair[] = [runRun, resumeResume, rmResume];
