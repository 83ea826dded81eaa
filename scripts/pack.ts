// bun run pack [folder]: every public package as a tarball that npm and Bun install: real versions instead of `workspace:*`,
// JavaScript and .d.ts instead of sources, and no dependency that what is shipped does not import. `npm publish <tarball>`
// does the rest.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { VERSION } from "../packages/cli-workflow/src/version.ts";
import { buildDistInto, buildPlan } from "./build-dist.ts";
import { emitTypes, packagesOf, writeScripts, writeTypes } from "./packing/library.ts";
import { licencesOf } from "./packing/licences.ts";

const REPO = resolve(import.meta.dir, "..");

/** Of libraries that are part of a file we ship. */
const LICENCES = "THIRD-PARTY-LICENCES.txt";

type Manifest = {
  name: string;
  version: string;
  exports: Record<string, string>;
  files: string[];
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
};

type Public = {
  folder: string;
  /** What there is beside lib/. */
  finish(stage: string): Promise<void>;
  files: readonly string[];
  /** Imported by shipped files that are not looked through. */
  needs: readonly string[];
};

const PACKAGES: readonly Public[] = [
  { folder: "workflow", finish: finishWorkflow, files: ["lib"], needs: [] },
  { folder: "agents", finish: finishAgents, files: ["bin", "lib", LICENCES], needs: [] },
  // dist/ has everything in it but esbuild, which is a program.
  {
    folder: "cli-workflow",
    finish: finishCli,
    files: ["bin", "dist", "lib", "templates", LICENCES],
    needs: ["esbuild"],
  },
];

/** Answers the tarballs, by package name. */
export async function packAll(outDir: string): Promise<Map<string, string>> {
  const work = mkdtempSync(join(tmpdir(), "uncaged-pack-"));
  try {
    await emitTypes(join(work, "types"));
    const tarballs = new Map<string, string>();
    for (const one of PACKAGES) {
      const stage = join(work, one.folder);
      const { name } = await stagePackage(one, stage, join(work, "types"));
      tarballs.set(name, await tarballOf(stage, outDir));
    }
    return tarballs;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function stagePackage(one: Public, stage: string, types: string): Promise<Manifest> {
  const source = join(REPO, "packages", one.folder);
  const manifest: Manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  if (manifest.version !== VERSION)
    throw new Error(`${manifest.name} is ${manifest.version}, and src/version.ts says ${VERSION}`);
  const lib = join(stage, "lib");
  await writeScripts(join(source, "src"), lib);
  const entries = Object.values(manifest.exports).map((path) => path.replace(/^\.\/src\//, ""));
  const declared = entries.map((path) => path.replace(/\.ts$/, ".d.ts"));
  writeTypes(join(types, one.folder, "src"), lib, declared);
  await one.finish(stage);
  cpSync(join(REPO, "LICENSE"), join(stage, "LICENSE"));
  writeFileSync(join(stage, "README.md"), `# ${manifest.name}\n\n${manifest.description}\n`);
  const shipped = shippedManifest(manifest, one, new Set([...packagesOf(lib), ...one.needs]));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(shipped, null, 2)}\n`);
  return shipped;
}

function shippedManifest(manifest: Manifest, one: Public, imported: Set<string>): Manifest {
  const { devDependencies: _, imports: __, ...kept } = manifest;
  for (const name of imported)
    if (name !== manifest.name && manifest.dependencies[name] === undefined)
      throw new Error(`${manifest.name} imports ${name}, which it does not depend on`);
  const dependencies = Object.entries(manifest.dependencies)
    .filter(([name]) => imported.has(name))
    .map(([name, range]) => [name, range.startsWith("workspace:") ? VERSION : range]);
  const exports = Object.entries(manifest.exports).map(([door, path]) => {
    const at = path.replace(/^\.\/src\//, "./lib/");
    return [door, { types: at.replace(/\.ts$/, ".d.ts"), default: at.replace(/\.ts$/, ".js") }];
  });
  return {
    ...kept,
    exports: Object.fromEntries(exports),
    files: [...one.files],
    dependencies: Object.fromEntries(dependencies),
  };
}

async function finishWorkflow(stage: string): Promise<void> {
  await buildPlan(join(stage, "lib/plan/plan.esm.js"));
}

/** The libraries of providers become part of one file, so that nobody installs them who only writes a workflow. */
async function finishAgents(stage: string): Promise<void> {
  const source = join(REPO, "packages/agents");
  rmSync(join(stage, "lib/llm"), { recursive: true, force: true });
  const built = await Bun.build({
    entrypoints: [join(source, "src/llm/index.ts")],
    target: "bun",
    format: "esm",
    minify: { whitespace: true, syntax: true },
    external: ["@uncaged/workflow"],
    outdir: join(stage, "lib/llm"),
  });
  if (!built.success) throw new AggregateError(built.logs, "cannot build the libraries of providers");
  cpSync(join(source, "bin"), join(stage, "bin"), { recursive: true });
  writeFileSync(join(stage, LICENCES), licencesOf([source], []));
  const bin = join(stage, "bin/uncaged-scripted-model.js");
  writeFileSync(bin, readFileSync(bin, "utf8").replace("../src/testing/serve.ts", "../lib/testing/serve.js"));
}

async function finishCli(stage: string): Promise<void> {
  const source = join(REPO, "packages/cli-workflow");
  for (const part of ["bin", "templates"]) cpSync(join(source, part), join(stage, part), { recursive: true });
  await buildDistInto(join(stage, "dist"));
  const folders = ["cli-workflow", "workflow", "agents"].map((name) => join(REPO, "packages", name));
  writeFileSync(join(stage, LICENCES), licencesOf(folders, ["esbuild"]));
}

async function tarballOf(stage: string, outDir: string): Promise<string> {
  mkdirSync(outDir, { recursive: true });
  const command = [process.execPath, "pm", "pack", "--quiet", "--ignore-scripts", "--destination", outDir];
  const child = Bun.spawn(command, { cwd: stage, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`bun pm pack ended with ${code}\n${out}${err}`);
  return resolve(outDir, out.trim().split("\n").at(-1) ?? "");
}

if (import.meta.main) {
  const outDir = resolve(REPO, process.argv[2] ?? "dist/packages");
  for (const [name, path] of await packAll(outDir))
    console.log(`${name}@${VERSION}  ${path}  ${Math.round(Bun.file(path).size / 1024)} KB`);
}
