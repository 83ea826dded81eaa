// Every verb, by group, with the line `--help` shows. A verb's own file is loaded when it is called.
import type { Group, Verb } from "./verb/command.ts";

export const GROUPS: readonly Group[] = [
  {
    title: "Author",
    verbs: {
      init: { summary: "start a workflow in a folder", load: () => import("./commands/init.ts") },
      build: { summary: "turn a TypeScript entry into a bundle", load: () => import("./commands/build.ts") },
      validate: {
        summary: "check a bundle without running it",
        load: () => import("./commands/validate.ts"),
      },
      check: {
        summary: "repeat recorded threads with new code",
        load: () => import("./commands/check.ts"),
      },
      sim: {
        summary: "crash a bundle at every yield: does it come back the same?",
        load: () => import("./commands/sim.ts"),
      },
    },
  },
  {
    title: "Registry",
    verbs: {
      add: { summary: "check a bundle, keep it, give it a name", load: () => import("./commands/add.ts") },
      list: { summary: "the workflows you have", load: () => import("./commands/list.ts") },
      show: { summary: "one workflow: version, history, roles", load: () => import("./commands/show.ts") },
      remove: {
        summary: "forget a name (bundles and threads stay)",
        load: () => import("./commands/remove.ts"),
      },
      history: { summary: "the versions of a workflow", load: () => import("./commands/history.ts") },
      rollback: {
        summary: "point a name at an earlier version",
        load: () => import("./commands/rollback.ts"),
      },
    },
  },
  {
    title: "Threads",
    verbs: {
      run: { summary: "start a thread and watch it", load: () => import("./commands/run.ts") },
      threads: { summary: "all threads, newest first", load: () => import("./commands/threads.ts") },
      thread: { summary: "one thread as a timeline", load: () => import("./commands/thread.ts") },
      "thread rm": { summary: "delete a thread", load: () => import("./commands/thread-rm.ts") },
      ps: { summary: "threads running right now", load: () => import("./commands/ps.ts") },
      kill: { summary: "stop a thread at once", load: () => import("./commands/kill.ts") },
      cancel: {
        summary: "stop a thread politely: `finally` runs",
        load: () => import("./commands/cancel.ts"),
      },
      pause: { summary: "hold a thread after its running step", load: () => import("./commands/pause.ts") },
      resume: {
        summary: "go on with a paused or interrupted thread",
        load: () => import("./commands/resume.ts"),
      },
      retry: {
        summary: "do again what failed, and keep what is finished",
        load: () => import("./commands/retry.ts"),
      },
      fork: { summary: "a new thread from an earlier step", load: () => import("./commands/fork.ts") },
      follow: { summary: "watch a thread", load: () => import("./commands/follow.ts") },
      steps: { summary: "its steps, one row per attempt", load: () => import("./commands/steps.ts") },
      logs: { summary: "the debug lines of a thread", load: () => import("./commands/logs.ts") },
      why: { summary: "what a thread waits for, or why it failed", load: () => import("./commands/why.ts") },
      costs: {
        summary: "what threads paid, by workflow, model or day",
        load: () => import("./commands/costs.ts"),
      },
      diff: { summary: "two threads, step by step", load: () => import("./commands/diff.ts") },
      graph: { summary: "a thread as nodes and edges", load: () => import("./commands/graph.ts") },
      trace: {
        summary: "what carries a field, over all threads",
        load: () => import("./commands/trace.ts"),
      },
      replay: {
        summary: "run a strict thread again against its record",
        load: () => import("./commands/replay.ts"),
      },
      verify: {
        summary: "check a thread's sums, seals and bundle",
        load: () => import("./commands/verify.ts"),
      },
    },
  },
  {
    title: "People",
    verbs: {
      approvals: {
        summary: "everything that waits for a person",
        load: () => import("./commands/approvals.ts"),
      },
      approve: { summary: "say yes to what a thread asks", load: () => import("./commands/approve.ts") },
      deny: { summary: "say no to what a thread asks", load: () => import("./commands/deny.ts") },
      answer: { summary: "answer a thread's question", load: () => import("./commands/answer.ts") },
      reconcile: {
        summary: "say what became of an effect in doubt",
        load: () => import("./commands/reconcile.ts"),
      },
    },
  },
  {
    title: "Store",
    verbs: {
      tick: { summary: "do everything that is due", load: () => import("./commands/tick.ts") },
      gc: {
        summary: "remove the folders of threads that have ended",
        load: () => import("./commands/gc.ts"),
      },
      fsck: { summary: "check the whole store", load: () => import("./commands/fsck.ts") },
      prices: { summary: "what models cost, and of which day", load: () => import("./commands/prices.ts") },
      "prices update": {
        summary: "store a newer table of prices",
        load: () => import("./commands/prices-update.ts"),
      },
      config: { summary: "settings in force", load: () => import("./commands/config.ts") },
      completion: { summary: "completion for your shell", load: () => import("./commands/completion.ts") },
    },
  },
];

export const VERBS: ReadonlyMap<string, Verb> = new Map(
  GROUPS.flatMap((group) => Object.entries(group.verbs)),
);
