// Programs that effects start, and everything these start in turn.
//
// PROCESS-TREE-1. A program is the leader of a session of its own, so one signal reaches all that stay in its group.
// PROCESS-TREE-2. What left the group is found by its parents, its session, or the mark that every descendant inherits
//     in its environment (Linux). Only a process that clears its environment, and whose parents are gone, is lost.
// PROCESS-TREE-3. When the effect is over, nothing it started runs on: neither after a timeout nor after a good end.
// PROCESS-TREE-4. A worker of ours is no part of it, nor what that starts: an effect may run a workflow of another
//     bundle, whose worker then has threads of other people. It leads a session of its own, bears no mark, and is told from
//     others by what it wrote down as it took its lock.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { EFFECT_MARK, WORKER_MARK } from "#contract/effect.ts";

export type Tree = { leader: number; intent: string };

/** More than twice as many, and then some: whoever forks after SIGTERM is not cleaning up. */
const isGrowing = (before: number, now: number) => now > 2 * before + 20;

/** SIGTERM to all, and SIGKILL to those that are still there after `graceMs`. */
export async function endTree(tree: Tree, graceMs: number): Promise<void> {
  const begun = new Roll(tree).update();
  if (begun.length === 0) return;
  sendAll(tree, begun, "SIGTERM");
  const deadline = performance.now() + graceMs;
  for (let pauseMs = 2; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 100)) {
    await Bun.sleep(Math.min(pauseMs, Math.max(1, deadline - performance.now())));
    const left = new Roll(tree).update().length;
    if (left === 0) return;
    if (isGrowing(begun.length, left)) break;
  }
  await killTree(tree);
}

/** What a worker that died left running for these intents: it is over when this resolves. */
export async function endLeftovers(intents: Iterable<string>, graceMs = 2000): Promise<void> {
  const asked = new Set(intents);
  const found = asked.size === 0 ? [] : [...marksThatRun()].filter((intent) => asked.has(intent));
  await Promise.all(found.map((intent) => endTree({ leader: 0, intent }, graceMs)));
}

/** The intents something runs for, in one look at all processes. */
function marksThatRun(): Set<string> {
  const marks = new Set<string>();
  if (process.platform !== "linux") return marks;
  for (const pid of pids()) {
    const mark = pid === process.pid ? null : markOf(pid);
    if (mark !== null && readProcess(pid) !== null) marks.add(mark);
  }
  return marks;
}

const ROUNDS_MAX = 50;
const PASSES_MAX = 1000;

/**
 * All are stopped before the first is killed. A stopped process forks no more and stays the parent of its children, so
 * a pass only has to look at processes that are new since the last one: that is faster than anyone forks.
 */
async function killTree(tree: Tree): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const roll = new Roll(tree);
    const members: number[] = [];
    for (let pass = 0, quiet = 0; pass < PASSES_MAX && quiet < 2; pass++) {
      const found = roll.update((pid) => send(pid, "SIGSTOP"));
      quiet = found.length === 0 ? quiet + 1 : 0;
      members.push(...found);
    }
    if (members.length === 0) return;
    sendAll(tree, members, "SIGKILL");
    await Bun.sleep(Math.min(1 + round, 20));
  }
}

function sendAll(tree: Tree, members: readonly number[], signal: NodeJS.Signals): void {
  if (tree.leader > 0) send(-tree.leader, signal);
  for (const pid of members) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // gone already
  }
}

/** Who belongs to a tree. Each process is looked at once. */
class Roll {
  private readonly seen = new Set<number>([process.pid]);
  private readonly members = new Set<number>();

  constructor(private readonly tree: Tree) {}

  /** Members that are new since the last call, each told as soon as it is found. */
  update(onMember: (pid: number) => void = () => {}): number[] {
    // Where there is no /proc, the group stands for all.
    if (process.platform !== "linux")
      return this.tree.leader > 0 && send(-this.tree.leader, 0) ? [this.tree.leader] : [];
    const fresh = pids()
      .filter((pid) => !this.seen.has(pid))
      .flatMap((pid) => {
        this.seen.add(pid);
        const one = readProcess(pid);
        if (one === null || isWorker(one)) return [];
        if (this.belongs(one)) this.admit(one.pid, onMember);
        return [one];
      });
    // A child may stand before its parent in the list.
    for (let before = -1; before !== this.members.size; ) {
      before = this.members.size;
      for (const { pid, parent } of fresh)
        if (this.members.has(parent) && !this.members.has(pid)) this.admit(pid, onMember);
    }
    return fresh.map((one) => one.pid).filter((pid) => this.members.has(pid));
  }

  private admit(pid: number, onMember: (pid: number) => void): void {
    this.members.add(pid);
    onMember(pid);
  }

  private belongs({ pid, parent, group, session }: Process): boolean {
    const { leader, intent } = this.tree;
    if (leader > 0 && (pid === leader || group === leader || session === leader)) return true;
    return this.members.has(parent) || isMarked(pid, intent);
  }
}

type Process = { pid: number; parent: number; group: number; session: number; startedTicks: string };

function pids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Null for one that has ended. */
function readProcess(pid: number): Process | null {
  const stat = readProc(`/proc/${pid}/stat`);
  // The name of the program stands in brackets, and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  if (state === undefined || state === "" || state === "Z" || state === "X") return null;
  const startedTicks = fields[19] ?? "";
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), startedTicks };
}

function isMarked(pid: number, intent: string): boolean {
  return markOf(pid) === intent;
}

/** The intent a process runs for; null for one that no effect started. */
function markOf(pid: number): string | null {
  return variableOf(pid, EFFECT_MARK);
}

/** The file names the process that holds a lock: pid and the moment it started. */
function isWorker({ pid, session, startedTicks }: Process): boolean {
  const file = pid === session ? variableOf(pid, WORKER_MARK) : null;
  if (file === null) return false;
  try {
    const holder = JSON.parse(readSmall(file)) as { pid?: unknown; startedTicks?: unknown };
    return holder.pid === pid && holder.startedTicks === startedTicks;
  } catch {
    return false;
  }
}

const HOLDER_BYTES_MAX = 4096;

/** A program may name anything in its environment, also what never ends or never begins: only a file is read, and a bit of it. */
function readSmall(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!fstatSync(fd).isFile()) return "";
    const bytes = Buffer.alloc(HOLDER_BYTES_MAX);
    return bytes.toString("utf8", 0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

function variableOf(pid: number, name: string): string | null {
  const environ = `\0${readProc(`/proc/${pid}/environ`)}`;
  const at = environ.indexOf(`\0${name}=`);
  if (at === -1) return null;
  const from = at + name.length + 2;
  const end = environ.indexOf("\0", from);
  return end === -1 ? null : environ.slice(from, end);
}

/** Empty for a process that is gone, or another user's. */
function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
