// Who may import whom, and why. `bun run check` holds the sources against this table; ARCHITECTURE.md explains it.

export type Rule = {
  /** Folders of packages/workflow/src; a path ending in .ts allows that one file only. */
  folders: readonly string[];
  /** npm packages. `type:x` allows its types only. */
  packages?: readonly string[];
  why: string;
};

/** The folders of packages/workflow/src. */
export const FOLDERS: Record<string, Rule> = {
  contract: { folders: [], packages: ["zod"], why: "the words depend on nothing" },
  codec: { folders: ["contract"], packages: ["yaml"], why: "bytes and text know no file and no process" },
  replay: { folders: ["contract"], why: "folding lines is a pure function of the records" },
  authoring: {
    folders: ["contract"],
    why: "it is inlined into every user's bundle, so it pulls in nothing else",
  },
  disk: { folders: ["contract", "codec"], why: "it knows files, not what they mean" },
  effects: {
    folders: ["contract", "codec"],
    packages: [
      "@cfworker/json-schema",
      "@uncaged/workflow-agents/definitions",
      "@uncaged/workflow-agents/llm",
      "@uncaged/workflow-agents/cli",
      "@uncaged/workflow-agents/acp",
    ],
    why: "an executor is given its intent, it does not look for it; those of models are loaded when one is asked",
  },
  bundle: {
    folders: ["contract", "codec"],
    packages: [
      "acorn",
      "esbuild",
      "eslint-scope",
      "quickjs-emscripten-core",
      "@jitl/quickjs-singlefile-mjs-release-sync",
    ],
    why: "checking a file needs neither a store nor an engine",
  },
  store: { folders: ["contract", "codec", "disk"], why: "what is kept does not know who runs it" },
  journal: { folders: ["contract", "codec", "disk"], why: "lines do not know who writes them" },
  engine: {
    folders: ["contract", "codec", "replay", "effects"],
    why: "the loop is given its journal, so that a test or a cluster can give another",
  },
  govern: { folders: ["contract", "codec", "disk", "store"], why: "limits are decided from what is stored" },
  trigger: { folders: ["contract", "codec", "disk", "store"], why: "what wakes a thread does not run it" },
  change: { folders: ["contract", "codec", "disk", "store"], why: "a proposal is data until it is applied" },
  worker: {
    folders: [
      "contract",
      "codec",
      "disk",
      "bundle",
      "store",
      "engine",
      "effects",
      "journal",
      "replay",
      "sim/sim-main.ts",
    ],
    why: "the process of one bundle hosts threads; it does not know who asked. Its entry may hand over to the simulation",
  },
  sim: {
    folders: ["contract", "codec", "disk", "effects", "engine", "journal", "replay", "store", "worker"],
    why: "it hosts a thread as a worker does, on a machine of its own making",
  },
  control: {
    folders: ["contract", "disk", "worker/messages.ts", "worker/line-connection.ts", "worker/exit-codes.ts"],
    why: "who talks to a worker must not load what runs in one",
  },
  host: {
    folders: [
      "contract",
      "codec",
      "disk",
      "bundle",
      "store",
      "engine",
      "effects",
      "journal",
      "replay",
      "govern",
      "trigger",
      "change",
      "worker",
      "control",
      "plan",
    ],
    packages: ["@uncaged/workflow-agents/prices"],
    why: "it wires everything except what authors use",
  },
  client: {
    folders: ["contract", "control/worker-client.ts", "host"],
    why: "the door for programs: it says what the host can do in types, and does nothing itself",
  },
  plan: {
    folders: ["contract"],
    why: "it is built into a bundle like any author's, so nothing of the engine may end in it",
  },
  testing: {
    folders: ["contract", "codec", "engine", "authoring"],
    packages: ["@uncaged/workflow-agents/testing"],
    why: "an author's unit test runs the engine's own checks, without files",
  },
  "executor.ts": {
    folders: ["contract", "codec", "effects", "disk"],
    why: "the door for executors of other packages; of disk/ only git.ts, the one place that starts git",
  },
  "index.ts": { folders: ["authoring", "contract"], why: "the authors' door ends up in their bundles" },
};

/** Packages beside packages/workflow, and what they may import from outside themselves. */
export const PACKAGES: Record<string, { packages: readonly string[]; why: string }> = {
  agents: {
    packages: [
      "@uncaged/workflow/executor",
      "ai",
      "@ai-sdk/openai",
      "@ai-sdk/anthropic",
      "@ai-sdk/google",
      "@ai-sdk/openai-compatible",
    ],
    why: "it performs effects: it knows their words and the providers' libraries, and nothing of threads",
  },
  "cli-workflow": {
    packages: ["@uncaged/workflow/host", "type:citty"],
    why: "a deeper path would make every file of the engine part of its interface; citty itself costs 4 ms at start",
  },
};

/** Files outside disk/ that open files themselves. */
export const FILE_OPENERS: Record<string, string> = {
  "packages/workflow/src/bundle/build-bundle.ts": "asks for the real path of an author's entry",
  "packages/workflow/src/bundle/evaluate-descriptor.ts": "makes a temp folder for the author's own code",
  "packages/workflow/src/effects/secrets.ts": "reads a secret from the file the owner named",
  "packages/workflow/src/effects/executors/process-tree.ts": "looks in /proc for what an effect left running",
  "packages/workflow/src/effects/executors/workspace-path.ts":
    "follows links in the user's workspace, which is not the store",
  "packages/workflow/src/effects/executors/fs-read.ts": "sys/fs.read@1 reads the user's workspace",
  "packages/workflow/src/effects/executors/fs-write.ts": "sys/fs.write@1 writes the user's workspace",
  "packages/agents/src/cli/prompt-file.ts": "hands a prompt to an agent that reads it from a file",
  "packages/agents/src/turns/read-view.ts": "copies the user's workspace for an agent that may only look",
  "packages/workflow/src/worker/socket-server.ts": "sets the mode of its socket",
  "packages/cli-workflow/src/terminal.ts": "writes to standard output and error",
  "packages/cli-workflow/src/templates.ts": "reads the templates that come with the package",
  "packages/cli-workflow/src/commands/init.ts": "looks at the author's folder before it writes there",
};
