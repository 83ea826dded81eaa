// The program as a package manager lays it down. In a checkout the launcher looks at every source file first, to run what
// somebody just wrote; that takes two to three milliseconds, and no user of an installed one pays them.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeRuntime } from "../../tests/support/place-runtime.ts";
import { REPO } from "../../tests/support/temp-home.ts";

const PACKAGE = join(REPO, "packages/cli-workflow");
const NOT_SHIPPED = join(PACKAGE, "dist/stamp.json");

let launcher: string | undefined;

/** Made on first use, gone with this process. */
export function installedLauncher(): string {
  launcher ??= install();
  return launcher;
}

function install(): string {
  const folder = mkdtempSync(join(tmpdir(), "uw-installed-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const part of ["bin", "dist", "templates", "package.json"])
    cpSync(join(PACKAGE, part), join(folder, part), {
      recursive: true,
      filter: (path) => path !== NOT_SHIPPED,
    });
  placeRuntime(folder);
  return join(folder, "bin/uncaged-workflow.js");
}
