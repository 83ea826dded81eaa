// The command line and the worker as a few files that start fast: one file each, with bytecode, and what is heavy and
// rarely used (syntax checker, YAML, schemas; the libraries of model providers) in files of its own. Run after every
// install, or by `bun run setup` where installs run no scripts; see bin/uncaged-workflow.js for how it is found, and how a
// change of the sources puts it out of use.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { BunPlugin } from "bun";
import esbuild from "esbuild";

const REPO = resolve(import.meta.dir, "..");
const WORKFLOW = join(REPO, "packages/workflow/src");
const CLI = join(REPO, "packages/cli-workflow");
const AGENTS = join(REPO, "packages/agents/src");
const DIST = join(CLI, "dist");

/** Loaded on demand by the sources; here they come from heavy.js. */
const HEAVY = [
  "#bundle/check/analyse-bundle.ts",
  "#bundle/build/build-bundle.ts",
  "#bundle/build/map-stack.ts",
  "#bundle/describe/read-sidecar.ts",
  "#codec/strict-yaml.ts",
];

const ENTRIES: Record<string, string> = {
  "cli.js": join(CLI, "src/entry.ts"),
  "worker.js": join(CLI, "src/worker.ts"),
  "bundle-host.js": join(WORKFLOW, "realm/bundle-host.ts"),
  "descriptor-sandbox.js": join(WORKFLOW, "bundle/build/descriptor-sandbox.ts"),
  "schema-host.js": join(WORKFLOW, "realm/schema-host.ts"),
};

/** Loaded by the launcher before cli.js, which then finds in it what the launcher left there. */
const EARLY = join(WORKFLOW, "control/early-worker.ts");

const fromEarly: BunPlugin = {
  name: "early",
  setup(build) {
    build.onResolve({ filter: /\/early-worker\.ts$/ }, () => ({ path: "./early.js", external: true }));
  },
};

const fromHeavy: BunPlugin = {
  name: "heavy",
  setup(build) {
    build.onResolve({ filter: /^#/ }, ({ path }) =>
      HEAVY.includes(path) ? { path: "./heavy.js", external: true } : undefined,
    );
  },
};

/** Loaded on demand too, each from a file of its own: models and coding agents, which are larger than all the rest; prices. */
const PARTS: Record<string, string> = {
  "agents-llm.js": join(AGENTS, "llm/index.ts"),
  "agents-cli.js": join(AGENTS, "cli/index.ts"),
  "agents-acp.js": join(AGENTS, "acp/index.ts"),
  "prices.js": join(WORKFLOW, "effects/prices/price-table.ts"),
};

const fromParts: BunPlugin = {
  name: "parts",
  setup(build) {
    build.onResolve({ filter: /\/(index|price-table)\.ts$/ }, ({ path, importer }) => {
      const at = path.startsWith("#") ? join(WORKFLOW, path.slice(1)) : resolve(dirname(importer), path);
      const [name] = Object.entries(PARTS).find(([, file]) => file === at) ?? [];
      return name === undefined ? undefined : { path: `./${name}`, external: true };
    });
  },
};

/** Into the place where the launcher looks for it. */
export async function buildDist(dist = DIST): Promise<void> {
  const temp = `${dist}.${process.pid}.tmp`;
  await buildDistInto(temp);
  writeFileSync(join(temp, "stamp.json"), JSON.stringify(stampOf()));
  rmSync(dist, { recursive: true, force: true });
  renameSync(temp, dist);
}

/** Without the stamp, as it is shipped. */
export async function buildDistInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Beside the sources, not among them: what looks through those may do so at this moment.
  const scratch = join(WORKFLOW, `../dist.${process.pid}.tmp`);
  mkdirSync(scratch, { recursive: true });
  const heavyEntry = join(scratch, "heavy.ts");
  try {
    writeFileSync(heavyEntry, HEAVY.map((path) => `export * from "${path}";`).join("\n"));
    await build(heavyEntry, join(folder, "heavy.js"), []);
    await build(EARLY, join(folder, "early.js"), []);
    for (const [name, entry] of Object.entries(ENTRIES))
      await build(entry, join(folder, name), [fromHeavy, fromEarly, fromParts]);
    for (const [name, entry] of Object.entries(PARTS)) await build(entry, join(folder, name), [fromHeavy]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  await buildPlan(join(folder, "plan.esm.js"));
  await copyLibrary(join(folder, "library"));
}

/** The bundle that carries out plans, built as any author's is. */
export async function buildPlan(outfile: string): Promise<void> {
  const { buildBundle } = await import("../packages/workflow/src/bundle/build/build-bundle.ts");
  const { code } = await buildBundle(join(WORKFLOW, "plan/plan.ts"));
  mkdirSync(resolve(outfile, ".."), { recursive: true });
  writeFileSync(outfile, code);
}

/** What an author's `@uncaged/workflow` is made of: index.ts and the files it reaches. */
export async function copyLibrary(folder: string): Promise<void> {
  const entryPoints = [join(WORKFLOW, "index.ts")];
  const options = { bundle: true, write: false, metafile: true, absWorkingDir: WORKFLOW } as const;
  const { metafile } = await esbuild.build({ entryPoints, ...options, format: "esm", outfile: "library.js" });
  for (const file of Object.keys(metafile.inputs)) cpSync(join(WORKFLOW, file), join(folder, file));
}

/** DIST_DIR says where the files are. Bun would write the path that each source had on this machine. */
const NOWHERE = {
  "import.meta.url": '"file:///dist/"',
  "import.meta.dir": '"/dist"',
  "import.meta.path": '"/dist/"',
};

async function build(entry: string, outfile: string, plugins: BunPlugin[]): Promise<void> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "bun",
    format: "cjs",
    bytecode: true,
    minify: { whitespace: true, syntax: true },
    external: ["esbuild"],
    define: { UNCAGED_DIST: "true", ...NOWHERE },
    plugins,
    outdir: resolve(outfile, ".."),
    naming: outfile.slice(outfile.lastIndexOf("/") + 1),
  });
  if (!built.success) throw new AggregateError(built.logs, `cannot build ${relative(REPO, entry)}`);
}

/** Every source file with its time and size: what the launcher compares in a checkout. */
function stampOf(): [string, number, number][] {
  return [WORKFLOW, join(CLI, "src"), AGENTS].flatMap((folder) =>
    sourcesIn(folder).map((name): [string, number, number] => {
      const path = join(folder, name);
      const { mtimeMs, size } = statSync(path);
      return [relative(DIST, path), mtimeMs, size];
    }),
  );
}

/** A workspace's own node_modules leads back to itself. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    if (entry.isDirectory()) return sourcesIn(join(folder, entry.name)).map((name) => join(entry.name, name));
    return entry.name.endsWith(".ts") ? [entry.name] : [];
  });
}

/** Whether the launcher would use it. */
export function isFresh(): boolean {
  const stamp = join(DIST, "stamp.json");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === JSON.stringify(stampOf());
}

if (import.meta.main) await buildDist();
