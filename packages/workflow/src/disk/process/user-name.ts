import { readUserFileIfAny } from "../user-file.ts";

/** The name the operating system has for who runs us, when the environment says nothing: as under cron or systemd. */
export function userName(): string {
  const uid = process.getuid?.();
  const nameless = `uid ${uid ?? "unknown"}`;
  try {
    const users = new TextDecoder().decode(
      readUserFileIfAny("/etc/passwd", PASSWD_BYTES_MAX) ?? new Uint8Array(),
    );
    const found = users.split("\n").find((line) => line.split(":")[2] === String(uid));
    return found?.split(":")[0] || nameless;
  } catch {
    return nameless;
  }
}

const PASSWD_BYTES_MAX = 16 * 1024 * 1024;
