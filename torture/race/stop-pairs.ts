// P5, P6: stops that meet an end, a pause, a fork or another stop. One end is written, and every answer tells the truth.
import type { Ran } from "../../tests/support/temp-home.ts";
import {
  type Arena,
  addPaced,
  answerProblems,
  both,
  endOf,
  endProblems,
  type Pair,
  startPaced,
} from "./arena.ts";

const LONG = "400|5";

const killComplete: Pair = {
  name: "kill/complete",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    // A kill takes about this long to arrive, so it comes a little before the end, at it, or a little after.
    const id = await startPaced(arena, `1|${arena.random.int(20, 110)}`);
    const killed = await arena.home.uw(["kill", id, "--json"]);
    return [
      ...answerProblems("kill", killed, [0, 20]),
      ...(await endProblems(arena, id, ["killed", "completed"])),
      ...(await toldTruth(arena, id, killed, "killed")),
    ];
  },
};

const killKill: Pair = {
  name: "kill/kill",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const id = await startPaced(arena, LONG);
    const [a, b] = await both(arena, ["kill", id], ["kill", id]);
    return [
      ...answerProblems("kill", a, [0]),
      ...answerProblems("kill", b, [0]),
      ...(await endProblems(arena, id, ["killed"])),
    ];
  },
};

const cancelKill: Pair = {
  name: "cancel/kill",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const id = await startPaced(arena, LONG);
    const [cancelled, killed] = await both(arena, ["cancel", id], ["kill", id]);
    return [
      ...answerProblems("cancel", cancelled, [0, 20]),
      ...answerProblems("kill", killed, [0, 20]),
      ...(await endProblems(arena, id, ["killed", "cancelled"])),
      ...(await toldTruth(arena, id, cancelled, "cancelled")),
      ...(await toldTruth(arena, id, killed, "killed")),
    ];
  },
};

const pauseKill: Pair = {
  name: "pause/kill",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const id = await startPaced(arena, LONG);
    const [paused, killed] = await both(arena, ["pause", id], ["kill", id]);
    return [
      ...answerProblems("pause", paused, [0, 20]),
      ...answerProblems("kill", killed, [0]),
      ...(await endProblems(arena, id, ["killed"])),
    ];
  },
};

const pauseResume: Pair = {
  name: "pause/resume",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const { home } = arena;
    const id = await startPaced(arena, "60|5");
    const [paused, resumed] = await both(arena, ["pause", id], ["resume", id]);
    const problems = [
      ...answerProblems("pause", paused, [0, 20]),
      ...answerProblems("resume", resumed, [0, 20]),
    ];
    const status = await home.status(id);
    if (!["paused", "running", "completed"].includes(status)) problems.push(`${id} is ${status}`);
    if (status === "paused")
      problems.push(...answerProblems("a later resume", await home.uw(["resume", id, "--json"]), [0]));
    return [...problems, ...(await endProblems(arena, id, ["completed"]))];
  },
};

const forkKill: Pair = {
  name: "fork/kill",
  prepare: (arena) => addPaced(arena),
  async meet(arena) {
    const id = await startPaced(arena, "20|5");
    await arena.home.untilSteps(id, 2);
    const [forked, killed] = await both(arena, ["fork", id], ["kill", id]);
    const problems = [
      ...answerProblems("fork", forked, [0]),
      ...answerProblems("kill", killed, [0, 20]),
      ...(await endProblems(arena, id, ["killed", "completed"])),
      ...(await toldTruth(arena, id, killed, "killed")),
    ];
    if (forked.exitCode === 0)
      problems.push(...(await endProblems(arena, forked.json.executionId, ["completed"])));
    return problems;
  },
};

/** Who answered with success says what became of the thread; who was refused was refused because of another end. */
async function toldTruth(arena: Arena, id: string, ran: Ran, claim: string): Promise<string[]> {
  const end = await endOf(arena, id);
  if (ran.exitCode === 0 && end !== claim)
    return [`an answer says ${ran.stdout.trim()}, the journal says ${end}`];
  if (ran.exitCode !== 0 && end === claim)
    return [`an answer says ${ran.stdout.trim()}, yet the journal says ${end}`];
  return [];
}

export const STOP_PAIRS: readonly Pair[] = [
  killComplete,
  killKill,
  cancelKill,
  pauseKill,
  pauseResume,
  forkKill,
];
