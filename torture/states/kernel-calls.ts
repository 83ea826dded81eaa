// strace's log, with all bytes, as calls that began and calls that returned.

export type KernelCall = {
  name: string;
  path: string;
  toPath: string;
  flags: string;
  bytes: Buffer;
  offset: number;
  size: number;
  result: number;
};

export const TRACED = [
  "openat",
  "write",
  "pwrite64",
  "writev",
  "pwritev",
  "ftruncate",
  "truncate",
  "fallocate",
  "fsync",
  "fdatasync",
  "rename",
  "renameat",
  "renameat2",
  "unlink",
  "unlinkat",
  "mkdir",
  "mkdirat",
  "rmdir",
  "link",
  "linkat",
  "symlink",
  "copy_file_range",
  "sendfile",
];

const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;
const ENTRY = /^(\d+) +(\w+)\((.*)$/;

/** Tells of each call twice: when it begins and, with what it answered, when it returns. */
export function readCalls(
  text: string,
  tell: { begin(call: KernelCall): void; end(call: KernelCall): void },
): void {
  const open = new Map<string, { call: KernelCall; words: string }>();
  for (const line of text.split("\n")) {
    const resumed = RESUMED.exec(line);
    const entry = resumed === null ? ENTRY.exec(line) : null;
    const thread = (resumed ?? entry)?.[1];
    if (thread === undefined) continue;
    let running = open.get(thread);
    if (entry !== null) {
      const words = entry[3] as string;
      running = { call: { ...EMPTY, ...readWords(entry[2] as string, words) }, words };
      tell.begin(running.call);
    } else if (running !== undefined) {
      running.words = running.words.replace(/ <unfinished \.\.\.>$/, "") + resumed?.[2];
    }
    if (running === undefined) continue;
    if (line.endsWith("<unfinished ...>")) {
      open.set(thread, running);
      continue;
    }
    open.delete(thread);
    Object.assign(running.call, readWords(running.call.name, running.words), {
      result: Number(/\) += (-?\d+)/.exec(running.words)?.[1] ?? -1),
    });
    tell.end(running.call);
  }
}

const EMPTY: KernelCall = {
  name: "",
  path: "",
  toPath: "",
  flags: "",
  bytes: Buffer.alloc(0),
  offset: 0,
  size: 0,
  result: -1,
};

function readWords(name: string, words: string): Partial<KernelCall> {
  const texts = [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((match) => unhex(match[1] as string));
  const file = /^\d+<((?:\\x[0-9a-f]{2}|[^>])*)>/.exec(words)?.[1];
  if (file === undefined)
    return {
      name: name.replace(/at2?$/, (end) => (name === "openat" ? end : "")),
      path: texts[0]?.toString() ?? "",
      toPath: texts[1]?.toString() ?? "",
      flags: words.replaceAll(/"[^"]*"/g, ""),
    };
  const rest = words.slice(words.indexOf(">") + 1).replaceAll(/"[^"]*"/g, "");
  const numbers = [...rest.matchAll(/, (\d+)/g)].map((match) => Number(match[1]));
  return {
    name,
    path: unhex(file).toString(),
    bytes: texts[0] ?? Buffer.alloc(0),
    offset: numbers.at(-1) ?? 0,
    size: numbers[0] ?? 0,
  };
}

function unhex(text: string): Buffer {
  if (!text.includes("\\x")) return Buffer.from(text, "latin1");
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
