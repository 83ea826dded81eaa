// H6, E6: threads that plant whatever steers git among their files, at random moments. Nothing planted may run, and a fork
// at any step must have the files of that step, byte for byte: an outside ledger has a copy of them.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  Canary,
  HOSTILE_ATTRIBUTES,
  hostileConfig,
  plantHooks,
  poison,
} from "../../tests/support/hostile-git.ts";
import type { Random } from "../lib/random.ts";
import type { Attack, Target } from "./target.ts";

const STEPS = 4;

/** Does the script of each step, and copies what there is to the ledger before it tells of the step. */
function flow(determinism: string): string {
  return `export const descriptor = { description: "", roles: {}, determinism: "${determinism}", effects: ["sys/exec@1", "sys/fs.write@1"] };
const sh = (script) => ({ do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", script] } });
export default async function* ({ prompt, steps }) {
  const { scripts, ledger } = JSON.parse(prompt);
  for (let n = ${determinism === "strict" ? "0" : "steps.length"}; n < scripts.length; n++) {
    for (const script of scripts[n]) yield sh(script);
    yield { do: "effect", effect: "sys/fs.write@1", params: { path: "sub/by-effect-" + n, content: "nonce " + n } };
    yield sh("mkdir -p '" + ledger + "' && rm -rf '" + ledger + "/" + n + "' && cp -a . '" + ledger + "/" + n + "'");
    yield { role: "r", content: String(n), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;
}

/** Everything that is planted, as a shell script in the folder of the thread. */
function plantings(canary: string): Record<string, string> {
  const settings = `${canary}/config`;
  return {
    "a .git that points elsewhere": `rm -rf .git; echo 'gitdir: ${canary}/planted/.git' > .git`,
    "a repository in place of .git": `rm -rf .git; git init -q .; cp '${settings}' .git/config`,
    "a repository inside": `git init -q in; cp '${settings}' in/.git/config; date +%N > in/new`,
    "a repository with commits inside": `rm -rf with; git init -q with; date +%N > with/new; cd with; git add -A; git -c user.name=a -c user.email=a@b commit -qm x; cp '${settings}' .git/config`,
    "a bare repository": `mkdir -p objects refs; echo 'ref: refs/heads/main' > HEAD; cp '${settings}' config`,
    attributes: `cp '${canary}/attributes' .gitattributes; mkdir -p sub; cp '${canary}/attributes' sub/.gitattributes`,
    "a lock of the index": `touch "$(git rev-parse --git-dir 2>/dev/null || echo .)/index.lock"`,
    "settings of the repository": `f="$(git rev-parse --git-common-dir 2>/dev/null)/config"; [ -f "$f" ] && cat '${settings}' >> "$f"; true`,
    modules: `printf '[submodule "x"]\\n\\tpath = x\\n\\turl = ext::${canary}/canary.sh\\n\\tupdate = !${canary}/canary.sh\\n' > .gitmodules`,
  };
}

/** What any thread does to its files. */
const CHANGES = [
  "date +%N > a.txt",
  "head -c 3000 /dev/urandom > sub.bin; mkdir -p sub; head -c 100 /dev/urandom > sub/b",
  "printf 'x\\r\\ny\\n' >> mixed.txt",
  "ln -sfn a.txt link; mkdir -p deep/er; echo $$ > deep/er/c",
  "rm -rf deep; echo '#!/bin/sh' > run.sh; chmod 755 run.sh",
  "rm -f a.txt sub.bin; mkdir -p a.txt; echo in > a.txt/now-a-folder",
];

type Place = "worktree" | "folder" | "workspace";

/** One for every planting in every place, and one that plants several. */
export function workspaceAttacks(random: Random): Attack[] {
  const names = Object.keys(plantings(""));
  const places: Place[] = ["worktree", "folder", "workspace"];
  const single = places.flatMap((place) => names.map((name) => attackOf(place, [name], random)));
  const several = places.map((place) =>
    attackOf(place, [random.pick(names), random.pick(names), random.pick(names)], random),
  );
  return [...single, ...several];
}

function attackOf(place: Place, names: string[], random: Random): Attack {
  const name = `workspaces: ${names.join(", ")} in a ${place}`;
  const determinism = random.pick(["steps", "strict"]);
  const chosen = random.branch(name);
  return {
    name: `${name} (${determinism})`,
    run: (target) => strike(target, place, names, determinism, chosen),
  };
}

async function strike(
  target: Target,
  place: Place,
  names: string[],
  determinism: string,
  random: Random,
): Promise<string[]> {
  const { home } = target;
  const canary = new Canary(home.dir);
  prepare(home.dir, canary);
  const repo = repository(home.dir);
  if (random.int(0, 2) === 0) poison(canary, join(repo, ".git"));
  await home.add("hostile", flow(determinism));
  const scripts = scriptsOf(plantings(home.dir), names, random);
  const ledger = join(home.dir, "ledger");
  const where = {
    worktree: ["--workspace", repo, "--worktree"],
    folder: ["--workspace", "own"],
    workspace: ["--workspace", repo],
  }[place];
  const prompt = JSON.stringify({ scripts, ledger });
  const ran = (await target.uw("run", "hostile", "--prompt", prompt, ...where)).json;
  if (ran.status !== "ok") return [`run: ${JSON.stringify(ran.error)}`];
  // The forks write there again.
  cpSync(ledger, `${ledger}-first`, { recursive: true, verbatimSymlinks: true });
  const problems =
    place === "workspace" ? [] : await forksProblems(target, ran.executionId, place, `${ledger}-first`);
  await target.uw("thread", ran.executionId);
  await target.uw("gc", "--older-than", "0");
  await target.uw("gc", "--older-than", "0", "--force");
  await target.uw("thread", "rm", ran.executionId);
  await target.uw("gc", "--older-than", "0", "--force");
  return [
    ...problems,
    ...(canary.sang === "" ? [] : [`a planted program ran: ${canary.sang.slice(0, 200)}`]),
  ];
}

async function forksProblems(target: Target, id: string, place: Place, ledger: string): Promise<string[]> {
  const problems: string[] = [];
  for (let step = 1; step <= STEPS; step++) {
    const limit = String(step);
    const forked = (await target.uw("fork", id, "--from-step", limit, "--max-rounds", limit)).json;
    if (forked.executionId === undefined) {
      problems.push(`fork at ${step}: ${JSON.stringify(forked.error)}`);
      continue;
    }
    await target.uw("diff", id, forked.executionId);
    const has = filesIn(target.home.layout.workspace(forked.executionId), place);
    const had = filesIn(join(ledger, String(step - 1)), place);
    for (const path of new Set([...has.keys(), ...had.keys()]))
      if (has.get(path) !== had.get(path))
        problems.push(`fork at ${step}: ${path} is ${shown(has.get(path))}, was ${shown(had.get(path))}`);
  }
  return problems;
}

/** In a worktree, what git keeps: no `.git`, no empty folder, no mode but the one bit. */
function filesIn(
  folder: string,
  place: Place,
  below = "",
  found = new Map<string, string>(),
): Map<string, string> {
  for (const name of existsSync(folder) ? readdirSync(join(folder, below)) : []) {
    const path = join(below, name);
    const at = join(folder, path);
    const stat = lstatSync(at);
    if (name === ".git" && place === "worktree") continue;
    if (stat.isSymbolicLink()) found.set(path, `-> ${readlinkSync(at)}`);
    else if (stat.isDirectory()) {
      if (place === "folder") found.set(path, "folder");
      filesIn(folder, place, path, found);
    } else {
      const mode = place === "folder" ? stat.mode & 0o777 : stat.mode & 0o100;
      found.set(path, `${mode.toString(8)} ${readFileSync(at).toString("base64")}`);
    }
  }
  return found;
}

function shown(text: string | undefined): string {
  return text === undefined ? "missing" : JSON.stringify(text.slice(0, 60));
}

/** Each planting in a step of its own choosing, among changes of every step. */
function scriptsOf(all: Record<string, string>, names: string[], random: Random): string[][] {
  const scripts = Array.from({ length: STEPS }, () => [random.pick(CHANGES), random.pick(CHANGES)]);
  for (const name of names)
    scripts[random.int(0, STEPS - 1)]?.splice(random.int(0, 2), 0, all[name] as string);
  return scripts;
}

function prepare(folder: string, canary: Canary): void {
  writeFileSync(join(folder, "config"), hostileConfig(canary));
  writeFileSync(join(folder, "attributes"), HOSTILE_ATTRIBUTES);
  plantHooks(canary, join(folder, "hooks"));
  mkdirSync(join(folder, "planted"));
  Bun.spawnSync(["git", "init", "-q", "."], { cwd: join(folder, "planted") });
  writeFileSync(join(folder, "planted/.git/config"), hostileConfig(canary));
  plantHooks(canary, join(folder, "planted/.git/hooks"));
}

function repository(folder: string): string {
  const repo = join(folder, "repo");
  mkdirSync(repo);
  writeFileSync(join(repo, "a.txt"), "first\n");
  const commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"];
  for (const args of [["init", "-q"], ["add", "-A"], commit]) Bun.spawnSync(["git", ...args], { cwd: repo });
  return repo;
}
