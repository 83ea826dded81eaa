// The files of a thread, as far as its lines tell: which effects may have changed them, and the states that were kept.
import {
  type CommandRecord,
  type ControlRecord,
  type EffectIntent,
  type JournalRecord,
  NO_FILES,
} from "#contract/record.ts";
import { placeOf } from "./finished-lines.ts";

export type KeptTree = ControlRecord & { at: number };

export class TouchedFiles {
  /** Where effects stand that may have changed files. */
  private readonly touching = new Set<string>();
  private trees: KeptTree[] = [];
  /**
   * The last yield whose files a fork will have. An effect behind it that changed files, or may have, does not count as
   * finished: what it did would be missing.
   */
  knownTo = Infinity;

  take(record: CommandRecord): void {
    if (touchesFiles(record)) this.touching.add(placeOf(record));
  }

  keep(tree: KeptTree): void {
    this.trees.push(tree);
  }

  get isTouched(): boolean {
    return this.touching.size > 0;
  }

  /** The last state that was kept, or none. */
  get newest(): KeptTree[] {
    return this.trees.slice(-1);
  }

  /** The states up to that yield, oldest first. */
  upTo(yields: number): KeptTree[] {
    return this.trees.filter(({ at }) => at <= yields).sort((a, b) => a.at - b.at);
  }

  /** The last yield among these lines that changed files, or may have; 0 when none has. */
  lastTouch(lines: readonly { record: JournalRecord }[]): number {
    return lines.reduce((last, { record }) => {
      const isLater = touchesFiles(record) && record.n > last;
      return isLater && this.hasChanged(record.n) ? record.n : last;
    }, 0);
  }

  /** A fork will not have the files that this effect changed, or may have: see `knownTo`. */
  isMissing(record: CommandRecord): boolean {
    if (record.n <= this.knownTo) return false;
    return this.touching.has(placeOf(record)) && this.hasChanged(record.n);
  }

  /** The positions of yields are used anew, and the files are as these states say. */
  begin(trees: readonly KeptTree[]): void {
    this.touching.clear();
    this.trees = trees.map((tree) => ({ ...tree, at: 0 }));
  }

  /** What stands at that yield and behind it did not happen on this way of the thread. */
  cut(at: number): void {
    this.trees = this.trees.filter((tree) => tree.at < at);
    cutPlaces(this.touching, at);
  }

  /** Whether the files differ from before that yield, or nobody knows. */
  private hasChanged(n: number): boolean {
    const after = this.trees.find(({ at }) => at >= n);
    if (after === undefined || after.lost !== undefined) return true;
    const before = this.trees.findLast(({ at }) => at < n);
    return after.files === undefined
      ? after.commit !== before?.commit
      : after.files !== (before === undefined ? NO_FILES : before.files);
  }
}

/** Drops the places from that yield on. */
export function cutPlaces(places: Set<string>, at: number): void {
  for (const place of places) if (Number.parseInt(place, 10) >= at) places.delete(place);
}

/** What may have changed files of the thread: everything but what is known to leave them alone. */
function touchesFiles(record: JournalRecord): record is EffectIntent {
  if (!("kind" in record) || record.kind !== "intent" || record.do !== "effect") return false;
  return record.class !== "read" && !LEAVES_FILES_ALONE.has(record.executor);
}

const LEAVES_FILES_ALONE: ReadonlySet<string> = new Set([
  "builtin:http",
  "builtin:fs-read",
  "builtin:blob-put",
  "builtin:blob-get",
  "agents:llm",
]);
