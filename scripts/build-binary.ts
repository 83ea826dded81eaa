// bun run build:binary: the command line, the worker and the templates as one executable file.
import { copyFileSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { buildPlan, copyLibrary } from "./build-dist.ts";

const REPO = resolve(import.meta.dir, "..");

/**
 * What contract/own-process.ts says for a checkout. Not `=strict`: inside a binary Bun takes every file from
 * outside for a string, and no bundle could be loaded. What is lost is small: node:vm works there.
 */
const FLAGS = [
  "--compile-exec-argv=--disallow-code-generation-from-strings",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

/** Builds the binary into `outfile`. Throws with what Bun said when it cannot. */
export async function buildBinary(outfile: string): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  const assets = `${outfile}.assets`;
  try {
    await buildPlan(join(assets, "built-in/plan.esm.js"));
    await copyLibrary(join(assets, "library"));
    copyEsbuild(join(assets, "esbuild"));
    await compile(outfile, assets);
    linkNames(outfile);
  } finally {
    rmSync(assets, { recursive: true, force: true });
  }
}

/** esbuild's own program for this platform, named by its sha256: see host/workflows/esbuild-program.ts. */
function copyEsbuild(folder: string): void {
  const beside = createRequire(import.meta.url).resolve("esbuild");
  const name = `@esbuild/${process.platform}-${process.arch}/bin/esbuild`;
  const program = createRequire(beside).resolve(name);
  mkdirSync(folder, { recursive: true });
  const sha256 = new Bun.CryptoHasher("sha256").update(readFileSync(program)).digest("hex");
  copyFileSync(program, join(folder, sha256));
}

/** The other names an install makes. What stands there already is somebody's. */
function linkNames(outfile: string): void {
  const { bin } = JSON.parse(readFileSync(join(REPO, "packages/cli-workflow/package.json"), "utf8"));
  for (const name of Object.keys(bin)) {
    const path = join(dirname(outfile), name);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(outfile), path);
  }
}

async function compile(outfile: string, assets: string): Promise<void> {
  const command = [
    process.execPath,
    "build",
    "--compile",
    ...FLAGS,
    "--define=UNCAGED_BINARY=true",
    // All entries lie side by side: bundle-port.ts looks for the Worker's code beside the file it became part of.
    "--entry-naming=[name].[ext]",
    `--asset=${join(REPO, "packages/cli-workflow/templates")}`,
    ...["built-in", "library", "esbuild"].map((name) => `--asset=${join(assets, name)}`),
    `--outfile=${outfile}`,
    join(REPO, "scripts/binary-entry.ts"),
    join(REPO, "packages/workflow/src/realm/bundle-host.ts"),
    join(REPO, "packages/workflow/src/realm/schema-host.ts"),
  ];
  const build = Bun.spawn(command, { cwd: REPO, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(build.stdout).text(),
    new Response(build.stderr).text(),
    build.exited,
  ]);
  if (code !== 0) throw new Error(`bun build ended with ${code}\n${out}${err}`);
}

if (import.meta.main) {
  const outfile = resolve(REPO, process.argv[2] ?? "dist/uncaged-workflow");
  await buildBinary(outfile);
  console.log(`built ${outfile}  ${Math.round(Bun.file(outfile).size / 1024 / 1024)} MB`);
}
