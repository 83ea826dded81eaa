import { join } from "node:path";
import type * as Esbuild from "esbuild";
import { authorPlugin } from "./author-plugin.ts";
import { explainFailure } from "./esbuild-service.ts";
import { nameOf, namesOfWrapped } from "./stable-names.ts";

export type Compiled = { code: Uint8Array; map: string };

type Source = Pick<Esbuild.BuildOptions, "entryPoints" | "stdin">;

/**
 * esbuild writes the path of each CommonJS module into the code, and where a package lies depends on who installed it.
 * So when the first output has such paths, a second is made in which those modules go by their package's name.
 */
export async function compileEntry(
  esbuild: typeof Esbuild,
  source: Source,
  folder: string,
): Promise<Compiled> {
  try {
    const first = await run(esbuild, source, folder, new Map());
    const names = namesOfWrapped(first.code, Object.keys(first.inputs), folder);
    const { code, map } = names.size === 0 ? first : await run(esbuild, source, folder, names);
    return { code: new TextEncoder().encode(code), map: renameSources(map, folder) };
  } catch (error) {
    throw explainFailure(error, (file) => nameOf(file, folder));
  }
}

async function run(
  esbuild: typeof Esbuild,
  source: Source,
  folder: string,
  names: Map<string, string>,
): Promise<{ code: string; map: string; inputs: Esbuild.Metafile["inputs"] }> {
  const { outputFiles, metafile } = await esbuild.build({
    ...source,
    ...FIXED,
    absWorkingDir: folder,
    outfile: join(folder, "bundle.esm.js"),
    plugins: [authorPlugin(names)],
  });
  const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? "";
  return { code: textOf(".js"), map: textOf(".map"), inputs: metafile.inputs };
}

const FIXED = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "esnext",
  // Names stay, so that a stack without its map can still be read.
  minifyWhitespace: true,
  minifySyntax: true,
  treeShaking: true,
  legalComments: "eof",
  charset: "utf8",
  sourcemap: "external",
  sourcesContent: true,
  metafile: true,
  write: false,
  logLevel: "silent",
  // No tsconfig.json of the folder above decides what comes out.
  tsconfigRaw: { compilerOptions: { target: "ESNext", useDefineForClassFields: true } },
  // acorn does not parse decorators yet.
  supported: { decorators: false },
} as const satisfies Esbuild.BuildOptions;

function renameSources(mapText: string, folder: string): string {
  const map: { sources: string[] } = JSON.parse(mapText);
  return JSON.stringify({ ...map, sources: map.sources.map((source) => nameOf(source, folder)) });
}
