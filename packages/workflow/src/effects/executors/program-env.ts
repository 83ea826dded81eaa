// What a program sees of our environment: enough to find its way, nothing that is secret.

const PASSED = new Set(["PATH", "HOME", "LANG", "TMPDIR", "TERM", "USER", "SHELL", "TZ"]);

export function programEnv(env: Record<string, string | undefined>): Record<string, string> {
  const passed = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (PASSED.has(entry[0]) || entry[0].startsWith("LC_")),
  );
  return Object.fromEntries(passed.map(([name, value]) => [name, name === "PATH" ? absolute(value) : value]));
}

/** A folder named by a relative path would be one of the workspace, where a program is whatever somebody wrote (H1). */
function absolute(path: string): string {
  return path
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":");
}
