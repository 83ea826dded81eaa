// Who holds a bundle's lock, for a person to read and for a takeover to check. The lock itself decides; this only names.
import { renameSync, writeFileSync } from "node:fs";
import { readWhole } from "../whole-file.ts";
import type { ProcessIdentity } from "./process-identity.ts";

export type Holder = ProcessIdentity & { worker: string };

export function writeHolder(path: string, holder: Holder): void {
  const temp = `${path}.${holder.pid}.tmp`;
  writeFileSync(temp, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(temp, path);
}

export function readHolder(path: string): Holder | null {
  const bytes = readWhole(path, 4096);
  if (bytes === null) return null;
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return Number.isSafeInteger(value.pid) && typeof value.startedTicks === "string"
      ? (value as Holder)
      : null;
  } catch {
    return null;
  }
}
