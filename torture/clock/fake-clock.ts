// A clock that can be set while processes run, by libfaketime. Monotonic time goes on as it is, as when a real clock is set.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingTool } from "../lib/tools.ts";

export const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

export class FakeClock {
  readonly env: Record<string, string>;
  private readonly file: string;
  private offset = 0;

  constructor(dir: string, zone = "UTC") {
    this.file = join(dir, "clock");
    this.env = {
      LD_PRELOAD: libraryPath(),
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      TZ: zone,
    };
    this.set(0);
  }

  /** Seconds from the true time. */
  set(offsetSeconds: number): void {
    this.offset = offsetSeconds;
    writeFileSync(`${this.file}.new`, `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}\n`);
    // Whoever reads it finds the old offset or the new one.
    renameSync(`${this.file}.new`, this.file);
  }

  /** To a moment, from which it goes on. */
  setTo(ms: number): void {
    this.set(Math.round((ms - Date.now()) / 1000));
  }

  get now(): number {
    return Date.now() + this.offset * 1000;
  }
}

/** Null when a process really sees the jumps, those before its start and those after it; else why not. */
export async function clockMissing(dir: string): Promise<string | null> {
  const missing = missingTool("faketime", "faketime");
  if (missing !== null) return missing;
  const clock = new FakeClock(dir);
  clock.set(-DAY);
  const code = `console.log(Date.now()); for await (const _ of Bun.stdin.stream()) console.log(Date.now());`;
  const child = Bun.spawn([process.execPath, "-e", code], {
    env: { ...process.env, ...clock.env },
    stdin: "pipe",
    stdout: "pipe",
  });
  const reader = child.stdout.getReader();
  const read = async () => Number(new TextDecoder().decode((await reader.read()).value));
  const before = await read();
  clock.set(DAY);
  child.stdin.write("go");
  child.stdin.flush();
  const after = await read();
  child.stdin.end();
  await child.exited;
  const jumped = Math.round((after - before) / 1000 / HOUR);
  return jumped === 48 ? null : `a clock set forward by 48 h was seen as ${jumped} h`;
}

let library: string | undefined;

function libraryPath(): string {
  if (library !== undefined) return library;
  const single = Bun.spawnSync(["faketime", "-f", "+0", "printenv", "LD_PRELOAD"]).stdout.toString().trim();
  const threaded = single.replace("libfaketime.so", "libfaketimeMT.so");
  library = isThere(threaded) ? threaded : single;
  return library;
}

function isThere(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}
