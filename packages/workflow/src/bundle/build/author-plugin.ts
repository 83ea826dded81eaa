import { dirname } from "node:path";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { nodeBuiltin } from "../syntax/node-builtins.ts";
import { bringLibrary, ownEntry } from "./own-library.ts";
import { OWN_SOURCES, STABLE } from "./stable-names.ts";

const BUILTIN = "builtin";
/** Marks our own questions to esbuild, which would otherwise come back to us. */
const ASKED = Symbol("asked");

/** How modules are found: as esbuild finds them, but for the cases below. */
export function authorPlugin(names: Map<string, string>): Plugin {
  return {
    name: "uncaged-workflow",
    setup(build) {
      bringLibrary(build);
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === ASKED) return undefined;
        return (
          requiredBuiltin(args) ?? (await ownCopy(build, args)) ?? (await stableName(build, args, names))
        );
      });
      build.onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
        contents: `import builtin from ${JSON.stringify(path)};module.exports=builtin;`,
        loader: "js",
      }));
      build.onLoad({ filter: /.*/, namespace: STABLE }, async ({ pluginData }) => ({
        contents: await Bun.file(pluginData).bytes(),
        loader: "default",
        resolveDir: dirname(pluginData),
      }));
    },
  };
}

/** A CommonJS package that requires a built-in gets it by an import: a bundle may not require. */
function requiredBuiltin({ kind, path }: OnResolveArgs): OnResolveResult | undefined {
  const builtin = kind === "require-call" ? nodeBuiltin(path) : null;
  return builtin === null ? undefined : { path: builtin, namespace: BUILTIN };
}

/** An author needs no installed copy of `@uncaged/workflow`: the engine has one. */
async function ownCopy(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  if (args.path !== "@uncaged/workflow") return undefined;
  const { errors } = await ask(build, args);
  return errors.length === 0 ? undefined : ownEntry;
}

async function stableName(
  build: PluginBuild,
  args: OnResolveArgs,
  names: Map<string, string>,
): Promise<OnResolveResult | undefined> {
  if (names.size === 0 && isPackaged(args.importer)) return undefined; // only packages are found from there
  const { path, namespace, external, sideEffects } = await ask(build, args);
  if (external || namespace !== "file") return undefined;
  const name = names.get(path);
  if (name !== undefined) return { path: name, namespace: STABLE, pluginData: path, sideEffects };
  // Said by a plugin, a path has no package.json. Some folder's `"type": "module"` would change how an author's file sees
  // the default of a CommonJS module; as it is, it sees what it sees when Bun runs the sources.
  return isPackaged(path) ? undefined : { path, sideEffects };
}

function isPackaged(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path) || path.startsWith(OWN_SOURCES);
}

function ask(
  build: PluginBuild,
  { path, importer, namespace, resolveDir, kind, with: attributes }: OnResolveArgs,
) {
  return build.resolve(path, { importer, namespace, resolveDir, kind, with: attributes, pluginData: ASKED });
}
