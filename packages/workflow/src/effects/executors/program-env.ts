// What a program sees of our environment: enough to find its way, nothing that is secret.

const PASSED = new Set(["PATH", "HOME", "LANG", "TMPDIR", "TERM", "USER", "SHELL", "TZ"]);

export function programEnv(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (PASSED.has(entry[0]) || entry[0].startsWith("LC_")),
    ),
  );
}
