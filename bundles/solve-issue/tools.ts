// What a model may do in the workspace. Each use is an effect, so it is in the journal and under policy.yaml. No text of
// a model becomes a command line: it may look, search, write files, and have the tests run that the user named.
import { type AgentTools, exec, must, readFile, tool, writeFile } from "@uncaged/workflow";
import { GIT } from "./git.ts";

const SHOWN_MAX = 40_000;

export const LOOKING: AgentTools = {
  list_files: tool<{ folder: string }>({
    description: 'Lists the files of the project under a folder; "." is all of it',
    parameters: texts({ folder: "relative to the root of the project" }),
    async *run({ folder }) {
      const argv = [...GIT, "ls-files", "--cached", "--others", "--exclude-standard", "--", folder];
      return shown(must(yield* exec(argv, { class: "read" })));
    },
  }),
  search: tool<{ text: string }>({
    description: "Finds a text, as it is, in the files of the project: file, line number, line",
    parameters: texts({ text: "what to find" }),
    async *run({ text }) {
      const argv = [
        ...GIT,
        "grep",
        "-n",
        "-I",
        "--untracked",
        "--fixed-strings",
        "--max-count=20",
        "-e",
        text,
      ];
      return shown(must(yield* exec(argv, { class: "read" })));
    },
  }),
  read_file: tool<{ path: string }>({
    description: "Reads a file",
    parameters: texts({ path: "relative to the root of the project" }),
    async *run({ path }) {
      return isGits(path) ? GITS : cut(must(yield* readFile(path)).content);
    },
  }),
};

const WRITING: AgentTools = {
  write_file: tool<{ path: string; content: string }>({
    description: "Writes a whole file, new or not",
    parameters: texts({ path: "relative to the root of the project", content: "all of it" }),
    async *run({ path, content }) {
      return isGits(path) ? GITS : must(yield* writeFile(path, content));
    },
  }),
  replace_text: tool<{ path: string; old: string; new: string }>({
    description: "Replaces a text in a file. The old text must stand there exactly once",
    parameters: texts({
      path: "relative to the root of the project",
      old: "as it stands there",
      new: "instead",
    }),
    async *run({ path, old, new: fresh }) {
      if (isGits(path)) return GITS;
      const parts = must(yield* readFile(path)).content.split(old);
      if (parts.length !== 2) return { error: `the old text stands there ${parts.length - 1} times` };
      return must(yield* writeFile(path, parts.join(fresh)));
    },
  }),
  remove_file: tool<{ path: string }>({
    description: "Removes a file that git knows",
    parameters: texts({ path: "relative to the root of the project" }),
    async *run({ path }) {
      return shown(must(yield* exec([...GIT, "rm", "--force", "--", path], { class: "idempotent" })));
    },
  }),
};

/** `test`: the command line the user named. */
export function codingTools(test: string | undefined): AgentTools {
  if (test === undefined) return { ...LOOKING, ...WRITING };
  const run_tests = tool<object>({
    description: `Runs the tests of the project: ${test}`,
    parameters: texts({}),
    async *run() {
      return shown(must(yield* exec(["sh", "-c", test], { class: "idempotent", timeoutMs: 900_000 })));
    },
  });
  return { ...LOOKING, ...WRITING, run_tests };
}

/** A hook or a setting of git would be run as the user. */
const GITS = { error: "what is in .git is not yours" };

function isGits(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.toLowerCase() === ".git");
}

function texts(properties: { [name: string]: string }) {
  const described = Object.entries(properties).map(([name, description]) => [
    name,
    { type: "string", description },
  ]);
  const required = Object.keys(properties);
  return { type: "object", properties: Object.fromEntries(described), required, additionalProperties: false };
}

function shown({ exitCode, stdout, stderr }: { exitCode: number; stdout: string; stderr: string }): string {
  return cut([...(exitCode === 0 ? [] : [`exit code ${exitCode}`]), stdout, stderr].join("\n"));
}

function cut(text: string): string {
  return text.length <= SHOWN_MAX
    ? text
    : `${text.slice(0, SHOWN_MAX)}\n[cut: ${text.length} characters in all]`;
}
