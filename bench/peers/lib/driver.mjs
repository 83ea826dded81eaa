// What the drivers of the peers share. A driver is a process of its own: `driver.mjs <measure> <sizes as JSON>`, in an
// empty folder. It prints one line of JSON, the values it measured, and leaves.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export async function drive(measures) {
  const [name, sizes = "{}"] = process.argv.slice(2);
  const measure = measures[name];
  if (measure === undefined) throw new Error(`no measure ${name}; there are ${Object.keys(measures)}`);
  const values = await measure(JSON.parse(sizes));
  process.stdout.write(`${JSON.stringify(values)}\n`, () => process.exit(0));
}

const CONTENT = "0123456789abcdef".repeat(13).slice(0, 205);

/** What our own step records: about 300 bytes as a line. */
export function output(step) {
  return { role: "worker", content: CONTENT, meta: { step, attempt: 1 } };
}

/** Milliseconds that can be compared between processes. */
export function clock() {
  return performance.timeOrigin + performance.now();
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export async function medianOf(repeats, work) {
  const values = [];
  for (let count = 0; count < repeats; count++) values.push(await work(count));
  return median(values);
}

/** A promise and what resolves it. */
export function latch() {
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/**
 * What a step costs near the end of a long thread against what it costs near the beginning. `stamp(n)` is called after
 * step n; it answers false when the time is up.
 */
export function longThread({ early, limitMs }) {
  const stamps = [clock()];
  return {
    stamp() {
      stamps.push(clock());
      return clock() - stamps[0] < limitMs;
    },
    values() {
      const steps = stamps.length - 1;
      if (steps < 2 * early) return { note: `only ${steps} steps in ${limitMs / 1000} s` };
      const window = Math.min(500, early / 4);
      const first = windowMs(stamps.slice(0, early), window);
      const last = windowMs(stamps.slice(-early), window);
      return { longRatio: last / first, note: `to ${steps} steps` };
    },
  };
}

/** The lower quartile over windows: what a step costs when nobody else uses the machine. */
function windowMs(stamps, window) {
  const costs = [];
  for (let from = 0; from + window < stamps.length; from += window)
    costs.push((stamps[from + window] - stamps[from]) / window);
  return costs.sort((a, b) => a - b)[costs.length >> 2];
}

/** Resident MB of this process after a collection, and of the server (a tree of processes) that was named to us. */
export async function memoryMb() {
  for (let count = 0; count < 5; count++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const server = process.env.BENCH_SERVER_PID;
  const own = residentMb(process.pid);
  return {
    own,
    server: server === undefined ? 0 : treeOf(Number(server)).reduce((sum, pid) => sum + residentMb(pid), 0),
  };
}

function collect() {
  if (typeof Bun === "undefined") globalThis.gc();
  else Bun.gc(true);
}

/** Pages that several processes share are divided among them. */
function residentMb(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)[1]) / 1024;
}

function treeOf(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(
        Number(name),
        Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1]),
      );
    } catch {
      // It has ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

export function added(before, after) {
  const own = after.own - before.own;
  const server = after.server - before.server;
  const waitingMb = Math.max(0, own) + Math.max(0, server);
  return server === 0
    ? { waitingMb }
    : { waitingMb, note: `${own.toFixed(0)} + ${server.toFixed(0)} in its server` };
}

/** Bytes of the files of a folder whose names begin so. */
export function sizeOf(dir, prefix) {
  return readdirSync(dir)
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}
