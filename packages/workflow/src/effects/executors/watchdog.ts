// Ends a program when the process that started it dies, however that dies: an agent that nobody listens to spends money.
//
// WATCHDOG-1. The watchdog is a shell of its own, outside the group of either. It reads a pipe that only we hold open: an end of file
//     without a line means that we are gone. A line means that the program has ended, and nothing is to be done.
// WATCHDOG-2. It does what endTree does: SIGTERM, and SIGKILL after the grace time, to the group and to all that bear the mark of the
//     effect (Linux). What it cannot find is ended when the thread is resumed.
// WATCHDOG-3. Whom it ends is settled at once: the same effect may be started again, with the same mark, within the grace time.
import { EFFECT_MARK } from "#contract/effect.ts";

const SCRIPT = `read -r _ && exit 0
pids=
for file in $(grep -lzx "$2" /proc/[0-9]*/environ 2>/dev/null); do
  pid=\${file#/proc/}
  pids="$pids \${pid%/environ}"
done
kill -s TERM -- "-$1" $pids 2>/dev/null
sleep "$3"
kill -s KILL -- "-$1" $pids 2>/dev/null`;

export type Watchdog = { release(): void };

/** Without a shell there is none: then the program runs until the thread is resumed. */
export function watch(leader: number, intent: string, graceMs: number): Watchdog {
  try {
    const words = [
      String(leader),
      `${EFFECT_MARK}=${intent}`,
      String(Math.max(1, Math.ceil(graceMs / 1000))),
    ];
    const child = Bun.spawn(["/bin/sh", "-c", SCRIPT, "sh", ...words], {
      env: { PATH: "/usr/bin:/bin" },
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.unref();
    return { release: () => release(child) };
  } catch {
    return { release: () => {} };
  }
}

function release({ stdin }: Bun.Subprocess<"pipe", "ignore", "ignore">): void {
  try {
    stdin.write("\n");
    Promise.resolve(stdin.end()).catch(() => {});
  } catch {}
}
