import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { verbs, WorkflowError } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { TEMPLATES, templateFiles } from "../templates.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Starts a workflow in a folder: source, test and README.",
  args: {
    dir: { type: "positional", required: false, description: "the folder (default: this one)" },
    template: { type: "string", valueHint: "name", description: `${TEMPLATES.join(", ")} (default yield)` },
  },
  example: "uncaged-workflow init hello --template roles",
  async run({ positionals, flag, paint }) {
    const template = flag("template") ?? "yield";
    if (!TEMPLATES.includes(template))
      throw new WorkflowError("USAGE", `there is no template "${template}"`, {
        hint: `one of ${TEMPLATES.join(", ")}`,
      });
    const dir = resolve(positionals[0] ?? ".");
    const files = templateFiles(template, nameFor(dir));
    const { writeUserFile } = await verbs.userFiles();
    refuseToOverwrite(dir, Object.keys(files));
    for (const [name, text] of Object.entries(files)) writeUserFile(join(dir, name), text, "wx");
    const shown = positionals[0] ?? ".";
    const lines = Object.keys(files).map((name) => `${paint.green("+")} ${escapeText(join(shown, name))}`);
    const next = `uncaged-workflow add ${nameFor(dir)} ${escapeText(join(shown, "flow.ts"))}`;
    return {
      json: { dir, files: Object.keys(files) },
      text: `${lines.join("\n")}\n${paint.cyan("next")} ${next}`,
    };
  },
};

function refuseToOverwrite(dir: string, files: string[]): void {
  const present = listed(dir).filter((name) => files.includes(name));
  if (present.length === 0) return;
  throw new WorkflowError("USAGE", `${dir} already has ${present.join(", ")}; nothing was written`, {
    hint: "choose another folder: uncaged-workflow init <dir>",
  });
}

function listed(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** The folder's name as a workflow name. */
function nameFor(dir: string): string {
  const words =
    basename(dir)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join("-").replace(/^[0-9-]+/, "");
  return name === "" ? "hello" : name;
}
