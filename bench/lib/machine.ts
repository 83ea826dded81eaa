import { readFileSync, statfsSync } from "node:fs";
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
  };
}

/** Homes are made in the temp directory. One in memory would flatter every durable figure: another place is taken. */
export function useRealDisk(): void {
  const place = [tmpdir(), "/var/tmp", homedir()].find((path) => fileSystemOf(path) !== "tmpfs");
  if (place === undefined)
    throw new Error("found only file systems in memory; set TMPDIR to a folder on a disk");
  process.env.TMPDIR = place;
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
