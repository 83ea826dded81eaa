// The debug lines beside a journal: {tag, content, timestamp}. They help a person and are never read by the engine,
// so they are not synced, and a full disk silences them without hurting the thread.
import type { Clock } from "#contract/ports.ts";
import { appendUnsynced } from "#disk/whole-file.ts";

/** Each call site has its own fixed tag of 8 Crockford characters: grep finds the place that said it. */
export type InfoLog = { say(tag: string, content: string): void };

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
    say(tag, content) {
      if (left <= 0) return;
      const line = `${JSON.stringify({ tag, content: redact(content).slice(0, CONTENT_CHARS_MAX), timestamp: clock.now() })}\n`;
      left -= line.length;
      try {
        appendUnsynced(path, line);
      } catch {
        left = 0;
      }
    },
  };
}
