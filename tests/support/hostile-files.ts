// Files that a stranger may leave in a folder, each with code that would tell if it ever ran.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A variable that a stranger's .env sets. Nobody else does. */
export const STRANGE_VARIABLE = "UW_SET_BY_A_STRANGER";

/** Writes what it is called for into `folder`; code that runs appends a line to `canary`. */
type Hostile = (folder: string, canary: string) => void;

export const HOSTILE_FILES: Record<string, Hostile> = {
  tsconfig: (folder, canary) => mapEverything(folder, canary, "tsconfig"),
  jsconfig: (folder, canary) => mapEverything(folder, canary, "jsconfig"),
  bunfig(folder, canary) {
    const preload = JSON.stringify([module(folder, canary, "bunfig")]);
    const text = `preload = ${preload}\n[run]\nbun = true\n[test]\npreload = ${preload}\n`;
    for (const name of ["bunfig.toml", ".bunfig.toml", ".config/.bunfig.toml"]) file(folder, name, text);
  },
  env(folder, canary) {
    const code = module(folder, canary, "env");
    const variables = {
      [STRANGE_VARIABLE]: "yes",
      NODE_OPTIONS: `--require ${code}`,
      BUN_OPTIONS: `--preload ${code}`,
      NODE_PATH: join(folder, "node_modules"),
      BUN_CONFIG_FILE: join(folder, "bunfig.toml"),
      BUN_INSPECT_PRELOAD: code,
      ESBUILD_BINARY_PATH: join(folder, "esbuild"),
      PAGER: join(folder, "bun"),
    };
    const text = Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
    for (const kind of ["", ".local", ".development", ".production", ".test"])
      file(folder, `.env${kind}`, text);
  },
  package(folder, canary) {
    const code = `./${module(folder, canary, "package").slice(folder.length + 1)}`;
    const everything = { ".": code, "./*": code };
    const text = {
      name: "@uncaged/workflow",
      type: "commonjs",
      main: code,
      exports: everything,
      imports: { "#*": code },
      browser: everything,
      workspaces: ["*"],
      scripts: { list: `sh ${join(folder, "bun")}`, preinstall: `sh ${join(folder, "bun")}` },
    };
    file(folder, "package.json", JSON.stringify(text));
  },
  node_modules(folder, canary) {
    for (const name of PACKAGES) {
      const place = `node_modules/${name}`;
      const exports = { ".": "./index.js", "./bin/esbuild": "./bin/esbuild", "./*": "./index.js" };
      file(folder, `${place}/package.json`, JSON.stringify({ name, version: "99.0.0", exports }));
      file(folder, `${place}/index.js`, `${telling(canary, `node_modules/${name}`)}module.exports = {};\n`);
      program(folder, `${place}/bin/esbuild`, canary);
    }
    for (const name of ["bun", "node", "esbuild"]) program(folder, `node_modules/.bin/${name}`, canary);
  },
  programs(folder, canary) {
    for (const name of ["bun", "bunx", "node", "npx", "sh", "env", "esbuild", "uncaged-workflow"])
      program(folder, name, canary);
  },
};

/** Ours, what ours are made of, and what those look for when it is there. */
const PACKAGES = [
  ...["@uncaged/workflow", "@uncaged/cli-workflow", "@uncaged/workflow-agents"],
  ...["acorn", "citty", "esbuild", "eslint-scope", "ulid", "yaml", "zod", "@noble/hashes", "bun", "fs"],
  ...["@cfworker/json-schema", "ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@opentelemetry/api", "pnpapi"],
  ...["quickjs-emscripten-core", "@jitl/quickjs-ng-wasmfile-release-sync", "@jitl/quickjs-ffi-types"],
  `@esbuild/${process.platform}-${process.arch}`,
];

/** `paths` that lead every import to the stranger, the file Bun is started on included. */
function mapEverything(folder: string, canary: string, name: string): void {
  const target = [module(folder, canary, name)];
  const paths = { "*": target, "@uncaged/workflow": target, "node:fs": target, fs: target };
  const compilerOptions = { baseUrl: folder, paths, jsx: "react-jsx", jsxImportSource: "evil" };
  file(folder, `${name}.json`, JSON.stringify({ compilerOptions }));
}

/** Code in a file of its own; answers its path. */
function module(folder: string, canary: string, why: string): string {
  return file(folder, `stranger-of-${why}.ts`, telling(canary, why));
}

function telling(canary: string, why: string): string {
  const line = `${JSON.stringify(`${why}: `)} + process.argv.slice(1).join(" ") + "\\n"`;
  return `require("node:fs").appendFileSync(${JSON.stringify(canary)}, ${line});\n`;
}

function program(folder: string, name: string, canary: string): void {
  const path = file(folder, name, `#!/bin/sh\necho "program $0 $*" >> '${canary}'\nexit 1\n`);
  chmodSync(path, 0o755);
}

function file(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
