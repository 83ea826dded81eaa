import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST_DIR } from "@uncaged/workflow/host";
import { VERSION } from "./version.ts";

export const TEMPLATES: readonly string[] = ["yield", "roles", "agent"];

/** Beside our sources; in the single-file binary, beside the one file everything became (see scripts/build-binary.ts). */
const FOLDER = join(
  DIST_DIR ?? import.meta.dir,
  import.meta.dir.startsWith("/$bunfs/") ? "" : "..",
  "templates",
);

/** What the templates call the workflow, so that they work as they are, tests included. */
const PLACEHOLDER = "my-workflow";

/** The files of a template, by name, with the workflow's name filled in. */
export function templateFiles(template: string, name: string): Record<string, string> {
  const folder = join(FOLDER, template);
  const files = readdirSync(folder).sort();
  return Object.fromEntries(
    files.map((file) => [
      // npm leaves a .gitignore out of packages, so it travels under another name.
      file === "gitignore" ? ".gitignore" : file,
      withPackages(readFileSync(join(folder, file), "utf8")).replaceAll(PLACEHOLDER, name),
    ]),
  );
}

/** Our packages as templates name them: those of this version; in a checkout, whose sources are there, a link to them. */
function withPackages(text: string): string {
  return text.replace(/"@uncaged\/([a-z-]+)": "workspace:\*"/g, (_, name: string) => {
    const folder = join(FOLDER, "../..", name === "workflow-agents" ? "agents" : name);
    const isCheckout = existsSync(join(FOLDER, "../src/entry.ts"));
    return `"@uncaged/${name}": ${JSON.stringify(isCheckout ? `link:${folder}` : `^${VERSION}`)}`;
  });
}
