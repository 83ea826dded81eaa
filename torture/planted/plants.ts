// Bugs to plant in a copy of the engine. A harness that finds none of them would say "ok" of anything.

export type Plant = {
  what: string;
  /** Under packages/workflow/src. */
  file: string;
  from: string;
  to: string;
  /** The mode that must find it, and what it then says. */
  mode: string;
  says: RegExp;
};

export const PLANTS: readonly Plant[] = [
  {
    what: "a record is acknowledged without a sync",
    file: "disk/append-file.ts",
    from: "await this.group.sync(this.fd);",
    to: "",
    mode: "errno",
    says: /never synced|exit 0 in spite of it/,
  },
  {
    what: "a failed sync is tried again",
    file: "disk/sync-group.ts",
    from: "if (this.members.size <= 1) return fdatasyncSync(fd);",
    to: "try { return fdatasyncSync(fd); } catch { return fdatasyncSync(fd); }",
    mode: "errno",
    says: /after a failed sync came|exit 0 in spite of it/,
  },
  {
    what: "a record is acknowledged and now and then not written",
    file: "disk/append-file.ts",
    from: "writeFully(this.fd, data);\n",
    to: "if (Math.random() > 0.01) writeFully(this.fd, data);\n",
    mode: "kill9",
    says: /is not in the journal|does not match its sum/,
  },
  {
    what: "opening a journal drops its last whole line",
    file: "journal/file-journal.ts",
    from: "if (end.tailBytes > 0) file.cutTo(end.bytes);",
    to: "if (end.lines > 3) file.cutTo(end.bytes - 1);",
    mode: "kill9",
    says: /no prefix|is not in the journal|does not match its sum/,
  },
  {
    what: "a torn tail stays and is appended to",
    file: "journal/file-journal.ts",
    from: "if (end.tailBytes > 0) file.cutTo(end.bytes);",
    to: "",
    mode: "torn",
    says: /whole lines|does not match its sum/,
  },
  {
    what: "a finished step runs again after a resume",
    file: "worker/thread-host.ts",
    from: 'const stepsJson = `[${this.takeSteps().join(",")}]`;',
    to: 'const stepsJson = `[${this.takeSteps().slice(0, -1).join(",")}]`;',
    mode: "kill9",
    says: /ran again|wanted the steps/,
  },
  {
    what: "sums are not compared",
    file: "codec/journal-line.ts",
    from: "return sum === tail[1] ? { json, sum } : null;",
    to: "return { json, sum: tail[1] as string };",
    mode: "flip",
    says: /passed unseen/,
  },
  {
    what: "damage at the end passes for a torn tail",
    file: "journal/read-journal.ts",
    from: 'this.refuse("has a damaged line end");',
    to: "return;",
    mode: "flip",
    says: /passed unseen/,
  },
  {
    what: "the lock always says yes",
    file: "disk/lock.ts",
    from: 'file.run("BEGIN EXCLUSIVE");',
    to: "",
    mode: "race",
    says: /FAILED/,
  },
  {
    what: "the registry is changed without a lock",
    file: "store/registry.ts",
    from: "return inTransaction(database, () => {",
    to: "return ((_: unknown, change: () => T) => change())(database, () => {",
    mode: "race",
    says: /has no version|lost its version/,
  },
  {
    what: "a stored bundle is not checked",
    file: "store/bundle-store.ts",
    from: "if (bundleIdOf(bytes) !== id || (sha256 !== undefined && actual !== sha256))",
    to: "if (bytes.length === 0)",
    mode: "attack",
    says: /foreign code ran/,
  },
  {
    what: "links are followed",
    file: "disk/read-lines.ts",
    from: "constants.O_RDONLY | constants.O_NOFOLLOW",
    to: "constants.O_RDONLY",
    mode: "attack",
    says: /linked journal/,
  },
  {
    what: "any name is taken",
    file: "contract/ids.ts",
    from: "return text.length <= NAME_LENGTH_MAX && NAME_PATTERN.test(text);",
    to: "return text.length >= 0;",
    mode: "attack",
    says: /the name /,
  },
  {
    what: "a kill tells of a success it did not have",
    file: "engine/outcome.ts",
    from: 'const how = action === "kill" ? "killed" : "cancelled";',
    to: 'const how = action === "kill" ? "cancelled" : "cancelled";',
    mode: "race",
    says: /killed/,
  },
  {
    what: "values are written as JSON.stringify likes",
    file: "codec/canonical-json.ts",
    from: "return write(value, \"\", walk);",
    to: "void walk; return JSON.stringify(value);",
    mode: "bundles",
    says: /B5/,
  },
  {
    what: "the deadline of a step is not watched",
    file: "worker/thread-limits.ts",
    from: "stepTimeoutMs: limits?.stepTimeoutMs ?? TIMES.stepMs,",
    to: "stepTimeoutMs: 12_000,",
    mode: "bundles",
    says: /B1/,
  },
];
