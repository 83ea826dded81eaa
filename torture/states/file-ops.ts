// What a trace says was done to a folder: files and folders as numbers, and an ordered list of what changed them.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { KernelCall } from "./kernel-calls.ts";

/** `began`: how many operations had ended when this one began. A sync covers only those. */
export type Op =
  | { kind: "enter"; dir: number; name: string; node: number }
  | { kind: "leave"; dir: number; name: string }
  | { kind: "move"; dir: number; name: string; toDir: number; toName: string; node: number }
  | { kind: "write"; node: number; offset: number; bytes: Buffer; isAdded: boolean }
  | { kind: "cut"; node: number; size: number }
  | { kind: "sync"; node: number; began: number }
  | { kind: "said"; file: string; text: string };

export type Node = { isFolder: boolean; bytes: Buffer };

/** Everything that was there before, and all that was done since. */
export type History = { root: number; nodes: Node[]; entries: Map<number, Map<string, number>>; ops: Op[] };

export class FileOps {
  readonly ops: Op[] = [];
  readonly nodes: Node[] = [];
  /** The folder as it is now, as far as the trace tells. */
  readonly now = new Map<number, Map<string, number>>();
  private readonly sizes = new Map<number, number>();
  private readonly began = new Map<KernelCall, number>();
  readonly problems: string[] = [];
  readonly first: History;

  /** `said`: files outside the store whose writes are words to the outside, not state. */
  constructor(
    private readonly top: string,
    private readonly said: (path: string) => boolean,
  ) {
    this.read(top);
    this.first = {
      root: 0,
      nodes: this.nodes,
      entries: new Map([...this.now].map(([dir, names]) => [dir, new Map(names)])),
      ops: this.ops,
    };
  }

  begin(call: KernelCall): void {
    this.began.set(call, this.ops.length);
  }

  end(call: KernelCall): void {
    const { name, path, result } = call;
    if (result < 0 || !`${path}/`.startsWith(`${this.top}/`) || isOutsideTheModel(path)) return;
    if (this.said(path)) {
      if (name === "write")
        this.ops.push({ kind: "said", file: basename(path), text: call.bytes.toString() });
      return;
    }
    if (name === "openat") this.opened(call);
    else if (name === "mkdir") this.enter(path, true);
    else if (name === "rename") this.moved(path, call.toPath);
    else if (name === "link") this.linked(path, call.toPath);
    else if (name === "unlink") this.left(path);
    else if (name === "write") this.written(path, null, call.bytes.subarray(0, result));
    else if (name === "pwrite64") this.written(path, call.offset, call.bytes.subarray(0, result));
    else if (name === "ftruncate") this.cut(path, call.size);
    else if (name === "fsync" || name === "fdatasync") this.synced(path, call);
    else this.problems.push(`${name} of ${path} is not in the model`);
  }

  private opened({ path, flags }: KernelCall): void {
    const node = this.find(path);
    if (node === undefined && flags.includes("O_CREAT")) this.enter(path, false);
    if (node !== undefined && flags.includes("O_TRUNC") && (this.sizes.get(node) ?? 0) > 0) this.cut(path, 0);
  }

  private enter(path: string, isFolder: boolean): void {
    const dir = this.folderOf(path);
    if (dir === undefined) return;
    const node = this.add(isFolder, Buffer.alloc(0));
    this.names(dir).set(basename(path), node);
    this.ops.push({ kind: "enter", dir, name: basename(path), node });
  }

  private linked(path: string, toPath: string): void {
    const [dir, node] = [this.folderOf(toPath), this.find(path)];
    if (dir === undefined || node === undefined) return void this.problems.push(`link of unknown ${path}`);
    this.names(dir).set(basename(toPath), node);
    this.ops.push({ kind: "enter", dir, name: basename(toPath), node });
  }

  private moved(path: string, toPath: string): void {
    const [dir, toDir, node] = [this.folderOf(path), this.folderOf(toPath), this.find(path)];
    if (dir === undefined || toDir === undefined || node === undefined)
      return void this.problems.push(`rename of unknown ${path}`);
    this.names(dir).delete(basename(path));
    this.names(toDir).set(basename(toPath), node);
    this.ops.push({ kind: "move", dir, name: basename(path), toDir, toName: basename(toPath), node });
  }

  private left(path: string): void {
    const dir = this.folderOf(path);
    if (dir === undefined || !this.names(dir).delete(basename(path))) return;
    this.ops.push({ kind: "leave", dir, name: basename(path) });
  }

  private written(path: string, at: number | null, bytes: Buffer): void {
    const node = this.find(path);
    if (node === undefined) return void this.problems.push(`write to unknown ${path}`);
    const size = this.sizes.get(node) ?? 0;
    // Whatever is written without a place is added at the end: all files of the store that are not SQLite's grow so.
    const offset = at ?? size;
    this.sizes.set(node, Math.max(size, offset + bytes.length));
    this.ops.push({ kind: "write", node, offset, bytes: Buffer.from(bytes), isAdded: at === null });
  }

  private cut(path: string, size: number): void {
    const node = this.find(path);
    if (node === undefined) return void this.problems.push(`ftruncate of unknown ${path}`);
    this.sizes.set(node, size);
    this.ops.push({ kind: "cut", node, size });
  }

  private synced(path: string, call: KernelCall): void {
    const node = this.find(path);
    if (node !== undefined) this.ops.push({ kind: "sync", node, began: this.began.get(call) ?? 0 });
  }

  private folderOf(path: string): number | undefined {
    return this.find(dirname(path));
  }

  private find(path: string): number | undefined {
    if (path === this.top) return 0;
    const dir = path.startsWith(`${this.top}/`) ? this.find(dirname(path)) : undefined;
    return dir === undefined ? undefined : this.now.get(dir)?.get(basename(path));
  }

  private names(dir: number): Map<string, number> {
    const names = this.now.get(dir) ?? new Map<string, number>();
    this.now.set(dir, names);
    return names;
  }

  private add(isFolder: boolean, bytes: Buffer): number {
    this.nodes.push({ isFolder, bytes });
    const node = this.nodes.length - 1;
    if (isFolder) this.now.set(node, new Map());
    this.sizes.set(node, bytes.length);
    return node;
  }

  private read(path: string): number {
    const isFolder = statSync(path).isDirectory();
    const node = this.add(isFolder, isFolder ? Buffer.alloc(0) : readFileSync(path));
    if (!isFolder) return node;
    for (const name of readdirSync(path).sort())
      if (!isOutsideTheModel(join(path, name)) && !this.said(join(path, name)))
        this.names(node).set(name, this.read(join(path, name)));
    return node;
  }
}

/** SQLite's shared memory is no state (it is made anew), a socket none either; the trace itself is ours. */
export function isOutsideTheModel(path: string): boolean {
  return /\.db-shm$|\.sock$|\/trace-\d+$/.test(path);
}
