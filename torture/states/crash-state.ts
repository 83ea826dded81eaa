// What a disk may hold after the power went, under the weakest promise a file system gives:
//
// - bytes written into a file and not synced since are each kept, lost or torn, whatever became of their neighbours; those
//   added at its end arrive in their order, and the last of them may be torn (a file's new size follows its bytes);
// - a name made, moved or removed is kept or lost, each by itself, until its folder is synced; a sync of the file is no
//   sync of its name;
// - so a name may be there before the bytes of its file.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../lib/random.ts";
import type { History, Op } from "./file-ops.ts";

/** How the operations that nothing had synced fared. */
export type Fate = "all lost" | "all kept" | "one after the other" | "each by itself";
export const FATES: readonly Fate[] = ["all lost", "all kept", "one after the other", "each by itself"];

export type CrashState = {
  entries: Map<number, Map<string, number>>;
  bytesOf: Map<number, Buffer>;
};

/** The operations before `at` were done; then the machine stopped. */
export function crashState(
  history: History,
  at: number,
  fates: { data: Fate; names: Fate },
  random: Random,
): CrashState {
  const done = history.ops.slice(0, at);
  const syncedUpTo = lastSyncs(done);
  const entries = new Map([...history.entries].map(([dir, names]) => [dir, new Map(names)]));
  const bytesOf = new Map(history.nodes.map((node, index) => [index, node.bytes]));
  const cuts = new Map<number, boolean>();
  for (const [index, op] of done.entries()) {
    if (op.kind === "write" || op.kind === "cut") {
      const isSafe = index < (syncedUpTo.get(op.node) ?? 0);
      bytesOf.set(
        op.node,
        applyData(bytesOf.get(op.node) ?? Buffer.alloc(0), op, isSafe, fates.data, cuts, random),
      );
    } else if (op.kind === "enter" || op.kind === "leave" || op.kind === "move") {
      const isSafe = index < (syncedUpTo.get(op.dir) ?? 0);
      if (isSafe || isKept(fates.names, op.dir, cuts, random)) applyName(entries, op);
    }
  }
  return { entries, bytesOf };
}

/** Per file or folder: operations before this place were on disk. */
function lastSyncs(done: readonly Op[]): Map<number, number> {
  const upTo = new Map<number, number>();
  for (const op of done)
    if (op.kind === "sync") upTo.set(op.node, Math.max(upTo.get(op.node) ?? 0, op.began));
  return upTo;
}

/** `stopped` notes where "one after the other" has come to its end. */
function isKept(fate: Fate, node: number, stopped: Map<number, boolean>, random: Random): boolean {
  if (fate === "all lost") return false;
  if (fate === "all kept") return true;
  if (fate === "each by itself") return random.next() < 0.5;
  if (stopped.get(node) === true) return false;
  if (random.next() < 0.6) return true;
  stopped.set(node, true);
  return false;
}

function applyData(
  bytes: Buffer,
  op: Extract<Op, { kind: "write" | "cut" }>,
  isSafe: boolean,
  fate: Fate,
  stopped: Map<number, boolean>,
  random: Random,
): Buffer {
  const isAdded = op.kind === "write" && op.isAdded;
  if (isAdded && stopped.get(op.node) === true) return bytes;
  const kept = isSafe || isKept(fate, op.node, stopped, random);
  if (op.kind === "cut") return kept ? resized(bytes, op.size) : bytes;
  if (kept) return overlay(bytes, op.offset, op.bytes);
  if (isAdded) stopped.set(op.node, true);
  if (fate === "all lost" || random.next() < 0.4) return bytes;
  return torn(bytes, op, random);
}

const PAGE = 4096;

/** A beginning of it arrived; or its length did, and the bytes not; or some of its pages. */
function torn(
  bytes: Buffer,
  { offset, bytes: written, isAdded }: Extract<Op, { kind: "write" }>,
  random: Random,
): Buffer {
  const how = random.int(0, isAdded ? 2 : 3);
  const length = random.int(0, written.length + 1);
  if (how === 0) return overlay(bytes, offset, written.subarray(0, length));
  if (how === 1) {
    const grown = resized(bytes, Math.max(bytes.length, offset + written.length));
    return overlay(grown, offset, written.subarray(0, length));
  }
  let result = resized(bytes, Math.max(bytes.length, offset + written.length));
  for (let from = 0; from < written.length; ) {
    const end = Math.min(written.length, from + PAGE - ((offset + from) % PAGE));
    if (random.next() < 0.5) result = overlay(result, offset + from, written.subarray(from, end));
    from = end;
  }
  return result;
}

function overlay(bytes: Buffer, offset: number, written: Buffer): Buffer {
  if (written.length === 0) return bytes;
  const result = Buffer.alloc(Math.max(bytes.length, offset + written.length));
  bytes.copy(result);
  written.copy(result, offset);
  return result;
}

function resized(bytes: Buffer, size: number): Buffer {
  const result = Buffer.alloc(size);
  bytes.copy(result);
  return result;
}

function applyName(
  entries: Map<number, Map<string, number>>,
  op: Extract<Op, { kind: "enter" | "leave" | "move" }>,
): void {
  const names = entries.get(op.dir) ?? new Map<string, number>();
  entries.set(op.dir, names);
  if (op.kind === "enter") names.set(op.name, op.node);
  else names.delete(op.name);
  if (op.kind !== "move") return;
  const others = entries.get(op.toDir) ?? new Map<string, number>();
  entries.set(op.toDir, others.set(op.toName, op.node));
}

/** Writes the state to a folder that is there. */
export function materialise(history: History, state: CrashState, folder: string, node = history.root): void {
  for (const [name, child] of state.entries.get(node) ?? []) {
    const path = join(folder, name);
    if (history.nodes[child]?.isFolder) {
      mkdirSync(path, { mode: 0o700 });
      materialise(history, state, path, child);
    } else {
      writeFileSync(path, state.bytesOf.get(child) ?? Buffer.alloc(0), { mode: 0o600 });
    }
  }
}

/** A text that is the same for the same state. */
export function keyOf(state: CrashState): string {
  const names = [...state.entries].map(([dir, list]) => `${dir}:${[...list].sort().join(",")}`).join(";");
  const bytes = [...state.bytesOf].map(([node, data]) => `${node}:${Bun.hash(data)}`).join(";");
  return `${names}|${bytes}`;
}
