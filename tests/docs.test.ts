// Documents are held against the program: what they say is there is there, and what is there they say.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as door from "@uncaged/workflow";
import { EXIT_OF, THREAD_STATUSES } from "@uncaged/workflow/host";
import * as testing from "@uncaged/workflow/testing";
import { Glob } from "bun";
import { GROUPS, VERBS } from "../packages/cli-workflow/src/catalogue.ts";
import type { Arg } from "../packages/cli-workflow/src/verb/command.ts";
import { flagsOf, GLOBAL_FLAGS, positionalsOf } from "../packages/cli-workflow/src/verb/parse-args.ts";
import { shapeOfWord, WORDS } from "../packages/workflow/src/commands/registry.ts";
import { findFiles } from "./support/find-files.ts";
import { misfits, parseShape } from "./support/shape.ts";
import { REPO, TempHome, until } from "./support/temp-home.ts";

const page = (path: string) => readFile(join(REPO, path), "utf8");
const CLI = await page("docs/cli.md");

/** A heading `### \`verb <a> [b]\`` and what stands below it, up to the next heading. */
type Section = { verb: string; shape: string; body: string };

const SECTIONS: Section[] = CLI.split(/^#{2,3} /m)
  .filter((part) => part.startsWith("`"))
  .map((part) => {
    const [, verb = "", shape = ""] = /^`([a-z]+(?: [a-z]+)?)((?: [<[][a-z]+[>\]])*)`\n/.exec(part) ?? [];
    return { verb, shape: shape.trim(), body: part };
  });

describe("docs/cli.md", () => {
  test("has every verb, and no other", () => {
    expect(SECTIONS.map(({ verb }) => verb).sort()).toEqual([...VERBS.keys()].sort());
  });

  test("lists them at its top by group, in the order of the program", () => {
    const listed = [...CLI.matchAll(/^- \[(\w+)\]\(#\w+\): (.+)$/gm)].map(([, title, verbs]) => [
      title,
      verbs?.split(", "),
    ]);
    expect(listed).toEqual(GROUPS.map(({ title, verbs }) => [title, Object.keys(verbs)]));
  });

  test.each([...VERBS.keys()])("%s: arguments and flags are those of the program", async (verb) => {
    const { command } = await (VERBS.get(verb) as NonNullable<ReturnType<typeof VERBS.get>>).load();
    const section = SECTIONS.find((one) => one.verb === verb);
    const positionals = positionalsOf(command.args).map(([name, arg]) =>
      arg.required === false ? `[${name}]` : `<${name}>`,
    );
    expect(section?.shape).toBe(positionals.join(" "));
    expect(documentedFlags(section?.body ?? "")).toEqual(flagLines(flagsOf(command.args)));
  });

  test("the flags of every verb are those of the program", () => {
    const body = /## For all verbs\n([\s\S]*?)\n## /.exec(CLI)?.[1] ?? "";
    expect(documentedFlags(body)).toEqual(flagLines(GLOBAL_FLAGS));
  });

  test("every status is named", () => {
    const section = SECTIONS.find((one) => one.verb === "threads")?.body ?? "";
    const line = section.split("\n").find((one) => one.includes("--status")) ?? "";
    expect([...line.matchAll(/`([a-z]+)`/g)].map((match) => match[1])).toEqual([...THREAD_STATUSES]);
  });
});

function documentedFlags(body: string): string[] {
  return [...body.matchAll(/^\| `(-[^`]+)` \|/gm)].map((match) => match[1] as string).sort();
}

function flagLines(flags: Record<string, Arg>): string[] {
  return Object.entries(flags)
    .map(([name, arg]) => {
      const alias = "alias" in arg && arg.alias !== undefined ? `-${arg.alias}, ` : "";
      const value = arg.type === "boolean" ? "" : ` <${("valueHint" in arg && arg.valueHint) || "text"}>`;
      return `${alias}--${name}${value}`;
    })
    .sort();
}

describe("docs/reliability.md", () => {
  test("has every mode of torture, and no other", async () => {
    const modes = [...(await page("torture/run.ts")).matchAll(/ from "\.\/modes\/([a-z0-9-]+)\.ts"/g)];
    const rows = [...(await page("docs/reliability.md")).matchAll(/^\| `([a-z0-9-]+)` \|/gm)];
    expect(rows.map(([, mode]) => mode).sort()).toEqual(modes.map(([, mode]) => mode).sort());
  });
});

describe("docs/errors.md", () => {
  test("has every code with its exit, and no other", async () => {
    const rows = [...(await page("docs/errors.md")).matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)];
    expect(Object.fromEntries(rows.map(([, code, exit]) => [code, Number(exit)]))).toEqual(EXIT_OF);
    expect(rows).toHaveLength(Object.keys(EXIT_OF).length);
  });

  test("marks as reserved what nothing raises, and nothing else", async () => {
    const reserved = [...(await page("docs/errors.md")).matchAll(/^\| `([A-Z_]+)` \| \d+ \| reserved:/gm)];
    const sources = await sourcesOutside("/contract/");
    const unused = Object.keys(EXIT_OF).filter(
      (code) => !sources.some(({ text }) => text.includes(`"${code}"`)),
    );
    expect(reserved.map((match) => match[1] as string).sort()).toEqual(unused.sort());
  });
});

async function sourcesOutside(folder: string): Promise<{ path: string; text: string }[]> {
  const paths = await Array.fromAsync(new Glob("packages/*/src/**/*.ts").scan({ cwd: REPO }));
  const kept = paths.filter((path) => folder === "" || !path.includes(folder));
  return Promise.all(kept.map(async (path) => ({ path, text: await page(path) })));
}

describe("ARCHITECTURE.md", () => {
  test("its tree has every folder of the sources and of the repository, and no other", async () => {
    const tree = /## The tree\n\n```\n([\s\S]*?)```/.exec(await page("ARCHITECTURE.md"))?.[1] ?? "";
    expect(foldersOf(tree).sort()).toEqual(await realFolders());
  });

  test("is two pages", async () => {
    const words = (await page("ARCHITECTURE.md")).split(/\s+/).length;
    expect(words).toBeLessThan(1400);
  });

  test("its diagram has every status a thread can be told to have", async () => {
    const diagram =
      /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(await page("ARCHITECTURE.md"))?.[1] ?? "";
    const drawn = new Set([...diagram.matchAll(/(?:^ +|--> )([a-z]+)/gm)].map((match) => match[1] as string));
    const unreadable = ["empty", "corrupt"];
    expect([...drawn].sort()).toEqual(
      THREAD_STATUSES.filter((status) => !unreadable.includes(status)).sort(),
    );
  });
});

/** `packages/workflow/src/codec` of a line `  codec/` below `packages/workflow/src/`. */
function foldersOf(tree: string): string[] {
  const found: string[] = [];
  let above = "";
  for (const [, indent = "", folder = ""] of tree.matchAll(/^( *)(\S+)\/ /gm)) {
    if (indent === "") above = folder;
    found.push(indent === "" ? folder : `${above}/${folder}`);
  }
  return found;
}

/** Folders with sources, and folders of the repository but for what an install or a build makes. */
async function realFolders(): Promise<string[]> {
  const sources = await findFiles("packages/*/src/**/*.ts");
  const inSources = sources.map((path) => /^packages\/[^/]+\/src(\/[^/]+(?=\/))?/.exec(path)?.[0] as string);
  const made = ["node_modules", "dist", "packages"];
  const tops = (await readdir(REPO, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !made.includes(entry.name))
    .map(({ name }) => name);
  return [...new Set([...inSources, ...tops])].sort();
}

test("docs/decisions/README.md lists every decision under its title, numbered without a gap", async () => {
  const files = (await findFiles("docs/decisions/*.md")).filter((path) => !path.endsWith("README.md"));
  const listed = [...(await page("docs/decisions/README.md")).matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
  expect(listed.map((match) => `docs/decisions/${match[2]}`)).toEqual(files);
  for (const [index, path] of files.entries()) {
    const text = await page(path);
    expect(text.split("\n")[0]).toBe(`# ${listed[index]?.[1]}`);
    expect(listed[index]?.[1]).toStartWith(`${index + 1}. `);
    expect(
      [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]),
      path,
    ).toEqual(["Context", "Decision", "What it costs"]);
  }
});

test("docs/formats/journal.md has every tag of the debug log, and no other", async () => {
  const documented = [...(await page("docs/formats/journal.md")).matchAll(/^\| `([0-9A-Z]{8})` \|/gm)];
  const said = (await sourcesOutside("")).flatMap(({ text }) => [
    ...text.matchAll(/\bsay\(\s*"([0-9A-HJKMNP-TV-Z]{8})"/g),
  ]);
  const tags = said.map((match) => match[1] as string);
  expect(documented.map((match) => match[1] as string).sort()).toEqual(tags.sort());
  expect(new Set(tags).size).toBe(tags.length);
});

test("docs/formats/store.md has every request of the socket, and no other", async () => {
  const messages = await page("packages/workflow/src/protocol/messages.ts");
  const ops = (text: string) =>
    [...text.matchAll(/\bop: "([a-z]+)"/g)].map((match) => match[1] as string).sort();
  expect(ops(await page("docs/formats/store.md"))).toEqual(ops(messages));
});

test("docs/formats/store.md has every table and column of state.db, and no other", async () => {
  await using home = await TempHome.create();
  await home.add("flow", README_BUNDLE);
  using database = home.openIndex({ readonly: true });
  const part = (await page("docs/formats/store.md")).split("## state.db")[1]?.split("\n## ")[0] ?? "";
  const documented = part.split(/^(?=`[a-z]+` )/m).slice(1);
  const tables = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all();
  expect(documented.map((text) => text.slice(1, text.indexOf("`", 1))).sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  );
  for (const text of documented) {
    const name = text.slice(1, text.indexOf("`", 1));
    const columns = database.query<{ name: string }, []>(`PRAGMA table_info(${name})`).all();
    const cells = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/\w+/g) ?? [],
    );
    expect(cells.sort(), name).toEqual(columns.map((column) => column.name).sort());
  }
});

describe("docs/effects.md", () => {
  test("names every builder, every command and every stand-in", async () => {
    const text = await page("docs/effects.md");
    const builders = Object.keys(door).filter(
      (name) => /^[a-z]/.test(name) && name !== "createRoleModerator",
    );
    for (const name of [...builders, ...Object.keys(testing)])
      expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    for (const command of WORDS) expect(text).toContain(`do: "${command}"`);
  });

  test("has every option of an effect, and no other", async () => {
    const part = (await page("docs/effects.md")).split("## Options of an effect")[1]?.split("\n## ")[0] ?? "";
    const documented = [...part.matchAll(/^\| `(\w+)/gm)].map((match) => match[1] as string);
    const options = shapeOfWord("effect")?.known.filter((key) => !["effect", "params"].includes(key));
    expect(documented.sort()).toEqual([...(options ?? [])].sort());
  });
});

test("links between documents lead somewhere", async () => {
  for (const path of await findFiles("*.md", "docs/**/*.md", "examples/*/*.md"))
    for (const [, target = ""] of (await page(path)).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      expect(await exists(join(REPO, dirname(path), target)), `${path} -> ${target}`).toBe(true);
});

test("links to a heading lead to one", async () => {
  const slugs = new Map<string, Set<string>>();
  const paths = await findFiles("*.md", "docs/**/*.md", "examples/*/*.md", "bundles/*/*.md");
  for (const path of paths) slugs.set(path, slugsOf(await page(path)));
  for (const path of paths)
    for (const [, target = "", heading = ""] of (await page(path)).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
      const to = target === "" ? path : join(dirname(path), target);
      expect(slugs.get(to)?.has(heading), `${path} -> ${to}#${heading}`).toBe(true);
    }
});

/** As GitHub makes them of headings. */
function slugsOf(text: string): Set<string> {
  const headings = [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

async function exists(path: string): Promise<boolean> {
  return (
    (await Bun.file(path).exists()) || (await Array.fromAsync(new Glob("*").scan({ cwd: path }))).length > 0
  );
}

describe("the JSON of each verb has the keys docs/cli.md says", () => {
  const seen = new Set<string>();
  let home: TempHome;
  beforeAll(async () => {
    home = await TempHome.create();
  });
  afterAll(async () => home[Symbol.asyncDispose]());

  const STEADY = `export const descriptor = { description: "d", roles: { a: { description: "r" } } };
    export default async function* ({ prompt, steps }) {
      for (let i = steps.length; i < 2; i++) yield { role: i === 0 ? "a" : "b", content: prompt + i, meta: { i } };
      return { returnCode: 0, summary: "done", extra: 1 };
    }`;
  const WAITING = `export default async function* ({ steps }) {
      for (let i = steps.length; i < 500; i++) {
        yield { role: "a", content: "x", meta: {} };
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return { returnCode: 0, summary: "" };
    }`;
  const ASKING = `export const descriptor = { description: "d", roles: { a: { description: "r" } }, determinism: "strict", effects: ["sys/exec@1"] };
    export default async function* () {
      yield { do: "approve", prompt: "?", id: "go", items: [1] };
      yield { do: "effect", effect: "sys/exec@1", params: { argv: ["true"] } };
      yield { do: "annotate", note: "n" };
      const said = yield { do: "input", prompt: "?", schema: {} };
      yield { role: "a", content: JSON.stringify(said), meta: {} };
      return { returnCode: 0, summary: "" };
    }`;
  const STRICT = `export const descriptor = { description: "d", roles: { a: { description: "r" } }, determinism: "strict" };
    export default async function* () {
      const at = yield { do: "now" };
      yield { role: "a", content: String(at), meta: {} };
      return { returnCode: 0, summary: "" };
    }`;
  const NEVER_READS = `export default async function* () {
      yield { role: "a", content: "x", meta: {} };
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return { returnCode: 0, summary: "" };
    }`;

  /** Runs the binary and holds its document against the n-th shape of the verb's section, or against the envelope's. */
  async function hold(verb: string, args: string[], n = 0, exitCode = 0): Promise<Record<string, unknown>> {
    const ran = await home.uw([...verb.split(" "), ...args, "--json"]);
    expect(ran.exitCode, `${verb}: ${ran.stdout}${ran.stderr}`).toBe(exitCode);
    expect(misfits(ran.json, shapeOf(verb, n)), `${verb} ${args.join(" ")}`).toEqual([]);
    if (exitCode === 0) seen.add(verb);
    return ran.json;
  }

  const idOf = (document: Record<string, unknown>) => document.executionId as string;

  test("author: init, build, validate", async () => {
    await hold("init", [join(home.dir, "made")]);
    await hold("build", [join(home.dir, "made/flow.ts"), "-o", join(home.dir, "made/flow.esm.js")]);
    await hold("validate", [join(home.dir, "made/flow.esm.js")]);
    await hold("validate", [await home.bundle("bad", 'import "zod"; export default 1;')], 0, 10);
  });

  test("registry: add, list, show, history, rollback, remove", async () => {
    await hold("add", ["steady", await home.bundle("steady", STEADY)]);
    await hold("add", ["steady", await home.bundle("steady", STEADY.replace("done", "finished"))]);
    await hold("list", []);
    await hold("show", ["steady"]);
    await hold("history", ["steady"]);
    await hold("rollback", ["steady"]);
    await hold("add", ["gone", await home.bundle("steady", STEADY)]);
    await hold("remove", ["gone"]);
  });

  test("threads that end: run, fork, follow, thread, threads, diff, why, logs, verify, thread rm", async () => {
    const id = idOf(await hold("run", ["steady", "--prompt", "p", "--var", "k=v", "--max-steps", "9"]));
    const fork = idOf(await hold("fork", [id, "--from-role", "a", "--prompt", "q"], 1));
    await hold("fork", [id, "--from-role", "a", "--matrix", "model=x,y"]);
    await hold("follow", [id]);
    await hold("run", ["steady", "--max-rounds", "1"]);
    for (const one of [id, fork]) await hold("thread", [one]);
    await hold("threads", []);
    await hold("costs", []);
    await hold("diff", [id, fork]);
    await hold("graph", [id]);
    await hold("trace", ["--by", "n=1"]);
    for (const verb of ["why", "logs", "verify", "steps"]) await hold(verb, [id]);
    await hold("thread rm", [fork]);
  });

  test("threads that wait: approvals, approve, deny, answer, reconcile, tick", async () => {
    await home.add("asking", ASKING);
    const run = async () => idOf(await hold("run", ["asking"]));
    const [id, other] = [await run(), await run()];
    await hold("thread", [id]);
    await hold("approvals", []);
    await hold("approve", [id, "--reason", "r"]);
    await hold("approvals", []);
    await hold("answer", [id, "--value", '"a"']);
    await hold("thread", [id]);
    await hold("steps", [id]);
    await hold("deny", [other]);
    await hold("tick", []);
    await hold("run", ["asking", "--request-id", "r", "--workspace", home.dir]);
    await hold("run", ["asking", "--request-id", "r"]);
    await home.add("slow", ASKING.replace('["true"]', '["sleep", "60"]'));
    const slow = idOf(await hold("run", ["slow"]));
    await home.uw(["approve", slow, "--detach"]);
    await until(
      async () => ((await home.records(slow)).some((record) => record.do === "effect") ? true : null),
      "the effect",
    );
    await home.crash();
    await home.uw(["resume", slow, "--json"]);
    await hold("approvals", []);
    await hold("reconcile", [slow, "--error", "lost"]);
    await hold("reconcile", [slow, "--error", "lost"]);
  });

  test("replay, check and plans", async () => {
    const file = await home.bundle("strict", STRICT);
    await home.add("strict", STRICT);
    const id = idOf(await hold("run", ["strict"]));
    await hold("replay", [id]);
    await hold("check", ["strict", file]);
    await hold("sim", [file, "--seeds", "1"]);
    const { plan } = { plan: await home.uw(["fork", id, "--plan", "--json"]) };
    expect(misfits(plan.json, shapeOf("resume", 1))).toEqual([]);
  });

  test("a workflow that fails", async () => {
    const bad = STEADY.replace(
      'return { returnCode: 0, summary: "done", extra: 1 }',
      'throw new Error("no")',
    );
    await home.add("bad", bad);
    const id = idOf(await hold("run", ["bad"], 0, 1));
    await hold("thread", [id]);
    await hold("why", [id]);
    await home.add("bad", STEADY);
    await hold("retry", [id]);
  });

  test("threads that run: ps, pause, resume, cancel, kill, resume --all", async () => {
    await home.add("waiting", WAITING);
    const started = await home.uw(["run", "waiting", "--detach", "--json"]);
    expect(misfits(started.json, envelopeShapes()[1] as never)).toEqual([]);
    const id = started.json.executionId;
    await home.untilSteps(id, 1);
    await hold("ps", []);
    await hold("cancel", [id, "--reason", "r"]);
    const other = await home.start("waiting");
    await home.untilSteps(other, 1);
    await hold("kill", [other]);
    await hold("thread", [other]);
    const paused = await home.start("waiting");
    await hold("pause", [paused]);
    await home.uw(["kill", paused]);
    await home.add("never-reads", NEVER_READS);
    const stuck = await home.start("never-reads");
    await home.untilSteps(stuck, 1);
    for (const pid of await home.workers()) process.kill(pid, "SIGKILL");
    await home.untilQuiet();
    const all = await hold("resume", ["--all"]);
    expect(all.failed).toHaveLength(1);
  });

  test("store: fsck, gc, prices, config, completion", async () => {
    await hold("prices", []);
    const table = { updated: "2999-01-31", models: { "a/b": { input: 1, output: 2 } } };
    await hold("prices update", [await home.file("table.json", JSON.stringify(table))]);
    await hold("gc", ["--older-than", "0", "--dry-run"]);
    await hold("fsck", []);
    await hold("fsck", ["--rebuild"]);
    await hold("config", []);
    await hold("completion", ["bash"]);
  });

  test("a failure", async () => {
    const ran = await home.uw(["show", "nothing", "--json"]);
    const shape = /A failure with `--json`[\s\S]*?```shape\n([\s\S]*?)```/.exec(CLI)?.[1] ?? "";
    expect(misfits(ran.json, parseShape(shape))).toEqual([]);
    expect(ran.exitCode).toBe(EXIT_OF.NOT_FOUND);
  });

  test("progress", async () => {
    const asking = await home.uw(["run", "asking", "--json"]);
    const more = [["approve"], ["answer", "--value", "1"]].map(([verb = "", ...flags]) => [
      verb,
      asking.json.executionId,
      ...flags,
    ]);
    const events = [...(await home.uw(["run", "steady", "--json"])).events, ...asking.events];
    for (const args of more) events.push(...(await home.uw([...args, "--json"])).events);
    const rows = [
      ...CLI.matchAll(
        /^\| `((?:execution|record|step|approval|input|reconcile|effect)\.[a-z]+)` \| ([^|]*)\|/gm,
      ),
    ];
    const keysOf = new Map(
      rows.map(([, type, keys = ""]) => [type, keys.match(/[a-zA-Z]+\??/g) ?? ["none"]]),
    );
    expect(events.length).toBeGreaterThan(20);
    for (const { type, executionId: _id, ts: _ts, ...rest } of events) {
      const known = keysOf.get(type) ?? ["undocumented"];
      const wanted = known.filter((key) => !key.endsWith("?") && key !== "none");
      expect(Object.keys(rest), type).toEqual(expect.arrayContaining(wanted));
      for (const key of Object.keys(rest))
        expect(
          known.map((one) => one.replace("?", "")),
          type,
        ).toContain(key);
    }
    for (const type of ["approval.required", "approval.approved", "input.required", "step.completed"])
      expect(
        events.some((event) => event.type === type),
        type,
      ).toBe(true);
    expect(events.at(-1).type).toBe("execution.finished");
  });

  test("no verb was left out", () => {
    expect([...seen].sort()).toEqual([...VERBS.keys()].sort());
  });
});

function shapeOf(verb: string, n: number): ReturnType<typeof parseShape> {
  const body = SECTIONS.find((one) => one.verb === verb)?.body ?? "";
  const shapes = [...body.matchAll(/```shape\n([\s\S]*?)```/g)].map((match) =>
    parseShape(match[1] as string),
  );
  const found = shapes[n] ?? (body.includes("Prints the [envelope]") ? envelopeShapes()[0] : undefined);
  if (found === undefined) throw new Error(`docs/cli.md has no shape for ${verb}`);
  return found;
}

function envelopeShapes(): ReturnType<typeof parseShape>[] {
  const part = /## The envelope\n([\s\S]*?)\n## /.exec(CLI)?.[1] ?? "";
  return [...part.matchAll(/```shape\n([\s\S]*?)```/g)].map((match) => parseShape(match[1] as string));
}

describe("docs/formats/journal.md", () => {
  test("says truly what a sum and a seal are", async () => {
    await using home = await TempHome.create();
    await home.add("flow", README_BUNDLE);
    const { json } = await home.uw(["run", "flow", "--prompt", "p", "--json"]);
    const text = await readFile(await home.journalPath(json.executionId), "utf8");
    const lines = text.split("\n").slice(0, -1);
    let before = "";
    for (const line of lines) {
      const { sum } = JSON.parse(line);
      const bare = line.replace(`,"sum":"${sum}"}`, "}");
      expect(sum).toBe(crockford(Bun.hash.xxHash64(before + bare)));
      before = sum;
    }
    const last = lines.at(-1) as string;
    const seal = JSON.parse(last);
    const bytes = text.slice(0, text.length - last.length - 1);
    expect(seal.sha256).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
    const key = await crypto.subtle.importKey("raw", Buffer.from(seal.key, "base64url"), "Ed25519", false, [
      "verify",
    ]);
    const signed = new TextEncoder().encode(`uncaged-workflow seal v1\n${seal.sha256}`);
    expect(await crypto.subtle.verify("Ed25519", key, Buffer.from(seal.sig, "base64url"), signed)).toBe(true);
  });
});

function crockford(value: bigint): string {
  let text = "";
  for (let left = value, count = 0; count < 13; count++, left >>= 5n)
    text = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number(left & 31n)] + text;
  return text;
}

const README = await page("README.md");
const README_BUNDLE = /```js\n([\s\S]*?)```/.exec(README)?.[1] ?? "";

describe("README.md", () => {
  test("its bundle has at most 15 lines", () => {
    expect(README_BUNDLE.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  });

  test("its commands print what it shows", async () => {
    await using home = await TempHome.create();
    const file = /`([\w-]+\.esm\.js)`/.exec(README)?.[1] as string;
    await writeFile(join(home.dir, file), README_BUNDLE);
    const session = /```console\n([\s\S]*?)```/.exec(README)?.[1] ?? "";
    const ids = new Map<string, string>();
    for (const block of session.split(/^\$ /m).filter((text) => text.trim() !== "")) {
      const [command = "", ...shown] = block.trimEnd().split("\n");
      const words = (command.match(/"[^"]*"|\S+/g) ?? []).slice(1);
      const args = words.map((word) => ids.get(word) ?? word.replaceAll('"', ""));
      const { stdout, stderr, exitCode } = await home.uw(args);
      expect(exitCode, stderr).toBe(0);
      expect(normal(stdout)).toBe(normal(`${shown.join("\n")}\n`));
      const [told] = shown.join("\n").match(THREAD_ID) ?? [];
      const [real] = stdout.match(THREAD_ID) ?? [];
      if (told !== undefined && real !== undefined) ids.set(told, real);
    }
    expect(ids.size).toBe(2);
  });

  test("says how the program gets onto the PATH before it is called by its name", () => {
    const first = README.indexOf("$ uncaged-workflow ");
    for (const way of ["npm install --global @uncaged/cli-workflow", 'PATH="$PWD/node_modules/.bin:$PATH"']) {
      expect(README.indexOf(way)).toBeGreaterThan(0);
      expect(README.indexOf(way)).toBeLessThan(first);
    }
  });

  test("names the two commands that package.json has", async () => {
    const { scripts } = JSON.parse(await page("package.json"));
    for (const name of ["demo", "test"]) {
      expect(README).toContain(`node scripts/with-bun.mjs ${name}`);
      expect(scripts).toHaveProperty(name);
    }
  });
});

const THREAD_ID = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/;

/** Ids of threads and times differ from run to run; everything else is as shown, the bundle's hash too. */
function normal(text: string): string {
  return text
    .replace(new RegExp(THREAD_ID, "g"), "<thread>")
    .replace(/ in \/[^\s,]+/g, " in <folder>")
    .replace(/\b[\d.]+m?s\b/g, "<time>");
}

test("the build machine runs the script that CONTRIBUTING.md names", async () => {
  expect(await page(".github/workflows/ci.yml")).toMatch(/^ +- run: \.ci\/run$/m);
  expect(await page(".ci/run")).toStartWith("#!/usr/bin/env bash\n");
  expect(await page("CONTRIBUTING.md")).toContain("`.ci/run`");
});

test("no document names this machine", async () => {
  for (const path of await findFiles("*.md", "docs/**/*.md", "scripts/*"))
    expect(await page(path), path).not.toMatch(/(["'`(= ])\/(root|home|work)\//);
});
