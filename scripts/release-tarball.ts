// What is looked at in a tarball before it may be published.
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Null, or what publint found. */
export async function lintTarball(path: string): Promise<string | null> {
  const { messages, pkg } = await publint({ pack: { tarball: await Bun.file(path).arrayBuffer() } });
  const meant = messages.filter((message) => !isOurLauncher(message));
  return meant.length === 0 ? null : meant.map((one) => formatMessage(one, pkg ?? {})).join("; ");
}

/**
 * Our launchers are a shell script and JavaScript in one file, so that they find their Bun on a machine without one
 * (docs/decisions/0050). publint knows `#!/usr/bin/env` only, and takes such a file for CommonJS.
 */
function isOurLauncher({ code, path }: { code: string; path: readonly string[] }): boolean {
  return path[0] === "bin" && ["BIN_FILE_NOT_EXECUTABLE", "FILE_INVALID_FORMAT"].includes(code);
}

/** Null, or which licence is missing. */
export function shippedFiles(path: string): string | null {
  const { stdout } = Bun.spawnSync(["tar", "-tzf", path]);
  const files = stdout.toString().split("\n");
  const isBundled = files.some((file) => /^package\/(dist|bin)\//.test(file));
  const wanted = ["package/LICENSE", ...(isBundled ? ["package/THIRD-PARTY-LICENCES.txt"] : [])];
  const missing = wanted.filter((file) => !files.includes(file));
  return missing.length === 0 ? null : `it has no ${missing.join(", ")}`;
}
