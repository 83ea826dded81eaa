import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Turns a TypeScript entry into one .esm.js file: the same bytes on every machine.",
  args: {
    entry: { type: "positional", description: "the .ts file whose default export is the workflow" },
    out: {
      type: "string",
      alias: "o",
      valueHint: "file",
      description: "where to write it (default: beside the entry)",
    },
  },
  example: "uncaged-workflow build flow.ts -o flow.esm.js",
  async run({ store, positionals, flag, paint }) {
    const entry = positionals[0] as string;
    const { buildFile } = await verbs.build();
    const { warnings, ...built } = await buildFile(
      store,
      entry,
      flag("out") ?? entry.replace(/\.[cm]?[jt]sx?$/, ".esm.js"),
    );
    const size = `${(built.bytes / 1024).toFixed(1)} KB`;
    return {
      json: built,
      text: `${paint.green("built")} ${escapeText(built.file)}  ${built.hash}  ${size}`,
      notes: warnings,
    };
  },
};
