import { agent, approve, createRoleModerator, type Descriptor, END, exec, must } from "@uncaged/workflow";

const ATTEMPTS_MAX = 3;

export default createRoleModerator({
  roles: {
    /** The agent you have on your machine, in the workspace. A second attempt goes on with the session of the first. */
    coder: agent({
      command: ({ variables }) => variables.agent ?? "claude",
      model: ({ variables }) => variables.model,
      system: "Do what is asked in this repository. Do not commit. Say in two sentences what you changed.",
      session: ({ steps }) => steps.findLast((step) => step.role === "coder")?.meta.session as string | null,
    }),

    async *tester() {
      const { exitCode, stdout, stderr } = must(yield* exec(["make", "test"]));
      return { content: `${stdout}${stderr}`.slice(-4000), meta: { passed: exitCode === 0 } };
    },

    /** Nothing is committed that nobody has looked at: what is shown, new files too, is what is committed. A no ends the thread. */
    async *publisher({ start, steps }) {
      yield* git("add", "--all");
      const diff = yield* git("diff", "--cached");
      if (diff === "") return { content: "nothing was changed, so nothing is committed", meta: {} };
      const said = steps.findLast((step) => step.role === "coder")?.content ?? "";
      const { actor } = yield* approve("Commit this?", { id: "commit", items: [said, diff] });
      yield* git("commit", "--quiet", "-m", start.content);
      const commit = yield* git("rev-parse", "HEAD");
      return { content: `committed ${commit.trim()}, ${actor} said yes`, meta: {} };
    },
  },
  moderator({ steps }) {
    const last = steps.at(-1);
    if (last?.role === "coder") return "tester";
    if (last?.role === "publisher") return END;
    if (last?.role === "tester" && last.meta.passed) return "publisher";
    return steps.filter((step) => step.role === "coder").length < ATTEMPTS_MAX ? "coder" : END;
  },
});

/** An exit code other than 0 is not an error of the effect: who says "committed" has to look at it. */
async function* git(...args: string[]) {
  const { exitCode, stdout, stderr } = must(yield* exec(["git", ...args]));
  if (exitCode !== 0)
    throw new Error(`git ${args[0]} ended with ${exitCode}: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

export const descriptor = {
  description: "Has a coding agent change a repository until its tests pass, and commits after a yes",
  roles: {
    coder: { description: "Changes the files" },
    tester: { description: "Runs the tests" },
    publisher: { description: "Shows the diff, and commits it once somebody has said yes" },
  },
  effects: ["sys/agent.run@1", "sys/exec@1"],
} satisfies Descriptor;
