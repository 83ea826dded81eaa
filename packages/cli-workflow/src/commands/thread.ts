import { verbs } from "@uncaged/workflow/host";
import { renderStep } from "../render/step.ts";
import { renderThread } from "../render/thread.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "One thread as a timeline: its prompt, its steps, how it ended.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    annotations: { type: "boolean", description: "show the notes the workflow made, too" },
    step: {
      type: "string",
      valueHint: "id",
      description: "one yield in full: n4, n4.1 in a list, its own id, or 3 for the third role output",
    },
    raw: { type: "boolean", description: "print the journal as it is on disk" },
    snapshot: {
      type: "boolean",
      description: "everything it was given and did, in one JSON document",
    },
  },
  example: "uncaged-workflow thread 01KQXKW1\nuncaged-workflow thread 01KQXKW1 --step n4",
  async run({ store, positionals, isSet, flag, json, paint, terminal }) {
    const typed = positionals[0] as string;
    const { rawJournal, viewThread } = await verbs.view();
    const step = flag("step");
    if (step !== undefined) {
      const { viewStep } = await verbs.step();
      const view = viewStep(store, typed, step);
      return { json: view, text: renderStep(view, paint) };
    }
    if (isSet("raw")) {
      const pieces = rawJournal(store, typed);
      return json
        ? { json: { raw: Buffer.concat([...pieces]).toString() }, text: "" }
        : { json: null, text: pieces };
    }
    if (isSet("snapshot")) {
      const { snapshotThread } = await verbs.snapshot();
      const snapshot = await snapshotThread(store, typed);
      return { json: snapshot, text: JSON.stringify(snapshot, null, 2) };
    }
    const shape = {
      columns: terminal.columns,
      now: store.clock.now(),
      annotations: isSet("annotations"),
    };
    const view = await viewThread(store, typed);
    return { json: view, text: renderThread(view, paint, shape) };
  },
};
