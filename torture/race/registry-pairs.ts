// P1, P2, P9: two changes of the registry at once.
import { existsSync } from "node:fs";
import { type Arena, answerProblems, both, endProblems, type Pair } from "./arena.ts";

const source = (label: string) => `// ${label}
export default async function* (input) {
  if (input.steps.length === 0) yield { role: "worker", content: "hello", meta: { step: 0 } };
  return { returnCode: 0, summary: "done" };
}
`;

const addAdd: Pair = {
  name: "add/add",
  async meet(arena) {
    const { home, round } = arena;
    const sameName = round % 2 === 1;
    const names = sameName ? [`same-${round}`, `same-${round}`] : [`left-${round}`, `right-${round}`];
    const files = [
      await home.bundle(`a${round}`, source(`a${round}`)),
      await home.bundle(`b${round}`, source(`b${round}`)),
    ];
    const [a, b] = await both(
      arena,
      ["add", names[0] as string, files[0] as string],
      ["add", names[1] as string, files[1] as string],
    );
    const problems = [...answerProblems("add", a, [0]), ...answerProblems("add", b, [0])];
    if (problems.length > 0) return problems;
    for (const [name, added] of [
      [names[0], a],
      [names[1], b],
    ] as const) {
      const hashes = await versionsOf(arena, name as string);
      if (!hashes.includes(added.json.hash))
        problems.push(`${name} has no version ${added.json.hash}: ${hashes.join(" ")}`);
    }
    return problems;
  },
};

const addRollback: Pair = {
  name: "add/rollback",
  async meet(arena) {
    const { home, round } = arena;
    const name = `back-${round}`;
    const hashes: string[] = [];
    for (const version of ["one", "two"]) hashes.push(await home.add(name, source(`${name} ${version}`)));
    const file = await home.bundle(`${name}-three`, source(`${name} three`));
    const [added, back] = await both(arena, ["add", name, file], ["rollback", name]);
    const problems = [...answerProblems("add", added, [0]), ...answerProblems("rollback", back, [0])];
    if (problems.length > 0) return problems;
    const versions = await versionsOf(arena, name);
    for (const hash of [...hashes, added.json.hash])
      if (!versions.includes(hash)) problems.push(`${name} lost its version ${hash}: ${versions.join(" ")}`);
    const last = versions[0];
    if (last !== added.json.hash && last !== back.json.hash)
      problems.push(`${name} points at ${last}, which nobody asked for`);
    return problems;
  },
};

const removeRun: Pair = {
  name: "remove/run",
  async meet(arena) {
    const { home, round } = arena;
    const name = `gone-${round}`;
    const hash = await home.add(name, source("the same for every round"));
    const [removed, ran] = await both(arena, ["remove", name], ["run", name, "--prompt", "x"]);
    const problems = [...answerProblems("remove", removed, [0]), ...answerProblems("run", ran, [0, 10])];
    if (!existsSync(home.layout.bundle(hash))) problems.push("the bundle is gone");
    if (ran.exitCode === 0) problems.push(...(await endProblems(arena, ran.json.executionId, ["completed"])));
    const listed = (await home.uw(["list", "--json"])).json.workflows as { name: string }[];
    if (listed.some((workflow) => workflow.name === name)) problems.push(`${name} is still listed`);
    return problems;
  },
};

async function versionsOf({ home }: Arena, name: string): Promise<string[]> {
  const ran = await home.uw(["history", name, "--json"]);
  return ran.exitCode === 0
    ? ran.json.versions.map((version: { hash: string }) => version.hash)
    : [ran.stdout];
}

export const REGISTRY_PAIRS: readonly Pair[] = [addAdd, addRollback, removeRun];
