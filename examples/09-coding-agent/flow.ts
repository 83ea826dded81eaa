import { agent, approve, createRoleModerator, type Descriptor, END, exec, must } from "@uncaged/workflow";

const ATTEMPTS_MAX = 3;

export default createRoleModerator({
  roles: {
    /** The agent you have on your machine, in the workspace. A second attempt goes on with the session of the first. */
    coder: agent({
      command: "claude",
      system: "Do what is asked in this repository. Do not commit. Say in two sentences what you changed.",
      session: ({ steps }) => steps.findLast((step) => step.role === "coder")?.meta.session as string | null,
    }),

    async *tester() {
      const { exitCode, stdout, stderr } = must(yield* exec(["make", "test"]));
      return { content: `${stdout}${stderr}`.slice(-4000), meta: { passed: exitCode === 0 } };
    },

    /** Nothing is committed that nobody has looked at. A no ends the thread. */
    async *publisher({ start, steps }) {
      const diff = must(yield* exec(["git", "diff"])).stdout;
      const said = steps.findLast((step) => step.role === "coder")?.content ?? "";
      const { actor } = yield* approve("Commit this?", { id: "commit", items: [said, diff] });
      must(yield* exec(["git", "commit", "-am", start.content]));
      return { content: `committed, ${actor} said yes`, meta: {} };
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

export const descriptor = {
  description: "Has a coding agent change a repository until its tests pass, and commits after a yes",
  roles: {
    coder: { description: "Changes the files" },
    tester: { description: "Runs the tests" },
    publisher: { description: "Shows the diff, and commits it once somebody has said yes" },
  },
  effects: ["sys/agent.run@1", "sys/exec@1"],
} satisfies Descriptor;
