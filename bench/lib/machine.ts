import { readFileSync, statfsSync, statSync } from "node:fs";
import { cpus, homedir, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { REPO } from "../../tests/support/temp-home.ts";

export type Machine = {
  date: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  os: string;
  /** Ours. */
  version: string;
  bun: string;
  disk: string;
  /** What the launcher starts: the built dist/, or the sources when they are newer, which takes twice as long. */
  binary: "dist/" | "sources";
};

export function describeMachine(): Machine {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    os: `${type()} ${release()}`,
    version: JSON.parse(readFileSync(join(REPO, "packages/workflow/package.json"), "utf8")).version,
    bun: Bun.version,
    disk: fileSystemOf(tmpdir()),
    binary: isDistFresh() ? "dist/" : "sources",
  };
}

/** Homes are made in the temp directory. One in memory would flatter every durable figure: another place is taken. */
export function useRealDisk(): void {
  const place = [tmpdir(), "/var/tmp", homedir()].find((path) => fileSystemOf(path) !== "tmpfs");
  if (place === undefined)
    throw new Error("found only file systems in memory; set TMPDIR to a folder on a disk");
  process.env.TMPDIR = place;
}

/** As the launcher asks. */
function isDistFresh(): boolean {
  const dist = join(REPO, "packages/cli-workflow/dist");
  try {
    const stamp = JSON.parse(readFileSync(join(dist, "stamp.json"), "utf8")) as [string, number, number][];
    return stamp.every(([file, mtimeMs, size]) => {
      const stat = statSync(join(dist, file));
      return stat.mtimeMs === mtimeMs && stat.size === size;
    });
  } catch {
    return false;
  }
}

const NAMES = new Map([
  [0xef53, "ext4"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x01021994, "tmpfs"],
  [0x794c7630, "overlay"],
  [0x2fc12fc1, "zfs"],
]);

function fileSystemOf(path: string): string {
  try {
    const { type: magic } = statfsSync(path);
    return NAMES.get(magic) ?? `0x${magic.toString(16)}`;
  } catch {
    return "tmpfs";
  }
}
