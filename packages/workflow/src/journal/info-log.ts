// The debug lines beside a journal: {tag, content, timestamp}. They help a person and are never read by the engine,
// so they are not synced, and a full disk silences them without hurting the thread. Each call site has its own fixed tag of
// 8 Crockford characters: grep finds the place that said it.

import type { ErrorReport } from "#contract/errors.ts";
import type { Clock, InfoLog } from "#contract/ports.ts";
import { appendUnsynced } from "#disk/whole-file.ts";

/** Said when a thread is taken up: an error before that line is an older one. */
export const HOSTED = "2F6GZ9KT";

export type InfoLevel = "info" | "warn" | "error" | "printed" | "progress";

/** What a line is, by the place that said it. */
export function levelOf(tag: string): InfoLevel {
  return LEVELS[tag] ?? "info";
}

const LEVELS: Record<string, InfoLevel> = {
  M3V8T0XR: "error",
  C0N7YQ3D: "error",
  "9WB5CE1H": "warn",
  P6KD4N7S: "warn",
  "7Q4ZK2MB": "warn",
  T5WQ8ZNC: "warn",
  K2X9D4QH: "warn",
  "5HX2RJ8W": "printed",
  T6WJ1N8F: "progress",
};

const CONTENT_CHARS_MAX = 64 * 1024;

/** `redact` takes out what must not be on disk. */
export function openInfoLog(
  path: string,
  clock: Clock,
  redact: (text: string) => string,
  bytesMax = 16 * 1024 * 1024,
): InfoLog {
  let left = bytesMax;
  return {
    say(tag, content, error) {
      if (left <= 0) return;
      const clean = (text: string) => redact(text).slice(0, CONTENT_CHARS_MAX);
      const more = error === undefined ? {} : { error: brief(error, clean) };
      const line = `${JSON.stringify({ tag, content: clean(content), timestamp: clock.now(), ...more })}\n`;
      left -= line.length;
      try {
        appendUnsynced(path, line);
      } catch {
        left = 0;
      }
    },
  };
}

/** Without its details, which may be as large as what was yielded. */
function brief({ code, message, hint }: ErrorReport, clean: (text: string) => string): ErrorReport {
  return { code, message: clean(message), ...(hint === undefined ? {} : { hint: clean(hint) }) };
}
