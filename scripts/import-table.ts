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
  commands: {
    folders: ["contract", "codec"],
    why: "one file per command says everything about it; who carries it out, folds or shows it asks there",
  },
  replay: {
    folders: ["contract", "commands"],
    why: "folding lines is a pure function of the records, and of what the files of commands say about them",
  },
  authoring: {
    folders: ["contract"],
    why: "it is inlined into every user's bundle, so it pulls in nothing else",
  },
  disk: { folders: ["contract", "codec"], why: "it knows files, not what they mean" },
  effects: {
    folders: ["contract", "codec"],
    packages: ["@cfworker/json-schema"],
    why: "an executor is given its intent, it does not look for it; those of other packages are registered",
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
  journal: {
    folders: ["contract", "codec", "disk", "commands", "replay"],
    why: "lines do not know who writes them; the members of a command's line are in the command's file, and a log knows what its lines add up to",
  },
  engine: {
    folders: ["contract", "codec", "commands", "replay", "effects"],
    why: "the loop is given its journal, so that a test or a cluster can give another",
  },
  govern: { folders: ["contract", "codec", "disk", "store"], why: "limits are decided from what is stored" },
  trigger: { folders: ["contract", "codec", "disk", "store"], why: "what wakes a thread does not run it" },
  change: { folders: ["contract", "codec", "disk", "store"], why: "a proposal is data until it is applied" },
  protocol: {
    folders: ["contract", "codec"],
    why: "what processes say to each other is plain data: either side may be another release",
  },
  realm: {
    folders: ["contract", "codec", "protocol", "effects"],
    why: "what runs beside the code of a bundle, and the way there: it knows turns, and nothing of threads. Of effects/ only the checks of schemas, which have a Worker of their own",
  },
  thread: {
    folders: ["contract", "codec", "commands", "engine", "replay"],
    why: "a live thread knows ports only: a file, memory or a cluster keeps its lines, and it cannot tell which",
  },
  repeat: {
    folders: ["contract", "codec", "commands", "engine", "journal", "protocol", "realm", "replay", "thread"],
    why: "code is run against a record: nothing is executed, and nothing written",
  },
  worker: {
    folders: [
      "contract",
      "codec",
      "commands",
      "disk",
      "bundle",
      "store",
      "engine",
      "effects",
      "journal",
      "protocol",
      "realm",
      "repeat",
      "replay",
      "sim",
      "thread",
    ],
    why: "the process of one bundle: it puts the rooms together, and does not know who asked",
  },
  sim: {
    folders: [
      "contract",
      "codec",
      "commands",
      "disk",
      "engine",
      "journal",
      "protocol",
      "realm",
      "replay",
      "thread",
    ],
    why: "it hosts a thread as a worker does, on a machine of its own making",
  },
  control: {
    folders: ["contract", "disk", "protocol"],
    why: "who talks to a worker must not load what runs in one",
  },
  host: {
    folders: [
      "contract",
      "codec",
      "commands",
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
      "protocol",
      "realm",
      "thread",
      "worker",
      "control",
      "plan",
    ],
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
    folders: [
      "contract",
      "codec",
      "commands",
      "engine",
      "authoring",
      "thread",
      "journal",
      "realm",
      "replay",
      "effects/check-schema.ts",
    ],
    why: "an author's unit test runs the engine's own checks, without files and without executors; an engine in one process passes the suite that every engine must pass",
  },
  "executor-testing": {
    folders: ["contract", "codec", "effects"],
    why: "the test of an executor performs it as a worker does, without a thread",
  },
  "engine.ts": {
    folders: ["contract", "thread", "journal", "testing"],
    why: "the door for other engines: the ports, the thread over them, the journal's lines, and the suite to pass",
  },
  "executor.ts": {
    folders: ["contract", "codec", "effects", "disk"],
    why: "the door for executors of other packages; of disk/ only git.ts, the one place that starts git",
  },
  "worker.ts": {
    folders: ["contract", "effects", "protocol", "realm", "worker"],
    why: "the door for programs that are workers: it hands over to a worker, a replay or a simulation",
  },
  "worker-entry.ts": { folders: ["worker.ts"], why: "the core's own worker is started like any other" },
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
    packages: [
      "@uncaged/workflow/host",
      "@uncaged/workflow/worker",
      "@uncaged/workflow-agents",
      "type:citty",
    ],
    why: "a deeper path would make every file of the engine part of its interface; citty itself costs 4 ms at start",
  },
};

/** Files outside disk/ that open files themselves. */
export const FILE_OPENERS: Record<string, string> = {
  "packages/workflow/src/bundle/build/build-bundle.ts": "asks for the real path of an author's entry",
  "packages/workflow/src/bundle/build/evaluate-descriptor.ts":
    "makes a temp folder for the author's own code",
  "packages/workflow/src/effects/secrets.ts": "reads a secret from the file the owner named",
  "packages/workflow/src/effects/executors/process-tree.ts": "looks in /proc for what an effect left running",
  "packages/workflow/src/effects/executors/workspace-path.ts":
    "follows links in the user's workspace, which is not the store",
  "packages/workflow/src/effects/executors/fs-read.ts": "sys/fs.read@1 reads the user's workspace",
  "packages/workflow/src/effects/executors/fs-write.ts": "sys/fs.write@1 writes the user's workspace",
  "packages/workflow/src/executor-testing/perform-effect.ts":
    "makes a private folder for the executor under test",
  "packages/agents/src/cli/prompt-file.ts": "hands a prompt to an agent that reads it from a file",
  "packages/agents/src/turns/read-view.ts": "copies the user's workspace for an agent that may only look",
  "packages/workflow/src/worker/socket-server.ts": "sets the mode of its socket",
  "packages/cli-workflow/src/terminal/terminal.ts": "writes to standard output and error",
  "packages/cli-workflow/src/templates.ts": "reads the templates that come with the package",
  "packages/cli-workflow/src/commands/init.ts": "looks at the author's folder before it writes there",
};

/**
 * Imports that reach into a package by path, by who reaches and where. Torture, bench and tests break or measure parts that
 * no door offers; scripts build them. The figures only shrink.
 */
export const REACHES: Readonly<Record<string, number>> = {
  "bench -> packages/workflow:codec": 2,
  "bench -> packages/workflow:contract": 2,
  "bench -> packages/workflow:host": 3,
  "scripts -> packages/cli-workflow:entry.ts": 1,
  "scripts -> packages/cli-workflow:version.ts": 2,
  "scripts -> packages/workflow:bundle": 2,
  "tests -> packages/agents/test:acp": 1,
  "tests -> packages/cli-workflow:catalogue.ts": 3,
  "tests -> packages/cli-workflow:verb": 2,
  "tests -> packages/cli-workflow:version.ts": 1,
  "tests -> packages/workflow:commands": 1,
  "tests -> packages/workflow:contract": 1,
  "tests/shipped -> packages/workflow:testing": 1,
  "tests/support -> packages/cli-workflow:catalogue.ts": 1,
  "tests/support -> packages/workflow:codec": 2,
  "tests/support -> packages/workflow:contract": 1,
  "tests/support -> packages/workflow:disk": 3,
  "tests/support -> packages/workflow:host": 4,
  "torture -> packages/cli-workflow:catalogue.ts": 1,
  "torture -> packages/cli-workflow:verb": 1,
  "torture -> packages/workflow:codec": 7,
  "torture -> packages/workflow:commands": 1,
  "torture -> packages/workflow:contract": 3,
  "torture -> packages/workflow:disk": 1,
  "torture -> packages/workflow:effects": 1,
  "torture -> packages/workflow:engine": 1,
  "torture -> packages/workflow:host": 3,
  "torture -> packages/workflow:journal": 9,
  "torture -> packages/workflow:realm": 1,
  "torture -> packages/workflow:replay": 6,
  "torture -> packages/workflow:sim": 17,
  "torture -> packages/workflow:store": 2,
  "torture -> packages/workflow:thread": 2,
};
