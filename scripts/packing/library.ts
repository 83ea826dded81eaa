// The sources of a package as others use them: one .js for each .ts, and the .d.ts of what its exports reach.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import esbuild from "esbuild";

const REPO = resolve(import.meta.dir, "../..");

/** Node's and Bun's own modules; everything else is a package. */
const BUILT_IN = /^(node:|bun$|bun:)/;

/** `import "x"`, `from "x"`, `import("x")`, `require("x")`, `new URL("./x.ts", import.meta.url)`, as esbuild and tsc print them. */
const SPECIFIER = /(\bfrom |\bimport |\bimport\(|\brequire\(|\bnew URL\()"([^"]+)"/g;

/** The .d.ts of all packages, by one run of the compiler. */
export async function emitTypes(outDir: string): Promise<void> {
  const config = join(outDir, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(REPO, "packages"),
    outDir,
    typeRoots: [join(REPO, "node_modules")],
  };
  mkdirSync(outDir, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(REPO, "tsconfig.json"),
      compilerOptions,
      include: [join(REPO, "packages/*/src")],
    }),
  );
  const tsc = join(REPO, "node_modules/.bin/tsc");
  const child = Bun.spawnSync([process.execPath, "--bun", tsc, "-p", config], { stdout: "pipe" });
  if (child.exitCode !== 0) throw new Error(`tsc ended with ${child.exitCode}\n${child.stdout}`);
}

/** Every source file, alone, by the builder that will put them into bundles: nothing changes but the types. */
export async function writeScripts(src: string, lib: string): Promise<void> {
  for (const file of filesIn(src, ".ts")) {
    const { code } = await esbuild.transform(readFileSync(join(src, file), "utf8"), TRANSFORM);
    write(join(lib, file.replace(/\.ts$/, ".js")), withJs(code, file));
  }
  for (const file of filesIn(src, "")) if (!file.endsWith(".ts")) cpSync(join(src, file), join(lib, file));
}

const TRANSFORM = {
  loader: "ts",
  format: "esm",
  target: "esnext",
  charset: "utf8",
  tsconfigRaw: {
    compilerOptions: { target: "ESNext", useDefineForClassFields: true, verbatimModuleSyntax: true },
  },
} as const satisfies esbuild.TransformOptions;

/** The .d.ts files that the entries lead to. `types` is where the compiler put those of this package. */
export function writeTypes(types: string, lib: string, entries: readonly string[]): void {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = withJs(readFileSync(join(types, file), "utf8"), file);
    write(join(lib, file), text);
    for (const specifier of specifiersOf(text))
      if (specifier.startsWith(".")) visit(join(dirname(file), specifier.replace(/\.js$/, ".d.ts")));
  };
  for (const entry of entries) visit(entry);
}

/** The packages that the files of a folder import. */
export function packagesOf(lib: string): Set<string> {
  const found = new Set<string>();
  for (const file of filesIn(lib, ".js", ".d.ts"))
    for (const specifier of importsOf(join(lib, file)))
      if (!specifier.startsWith(".") && !BUILT_IN.test(specifier))
        found.add(specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
  return found;
}

/** A script is parsed: one that holds libraries has texts in it that look like imports. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".js") ? scanner.scanImports(text).map((one) => one.path) : specifiersOf(text);
}

const scanner = new Bun.Transpiler({ loader: "js" });

function specifiersOf(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, , specifier = ""]) => specifier);
}

/** `#codec/ulid.ts` and `./ulid.ts` as `../codec/ulid.js` and `./ulid.js`. */
function withJs(text: string, file: string): string {
  return text.replace(SPECIFIER, (whole, before: string, specifier: string) => {
    if (!/^[#.].*\.ts$/.test(specifier)) return whole;
    const target = specifier.startsWith("#") ? specifier.slice(1) : join(dirname(file), specifier);
    const path = relative(dirname(file), target).replace(/\.ts$/, ".js");
    return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesIn(folder: string, ...ends: string[]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
