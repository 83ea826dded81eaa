// Bugs to plant in a copy of the engine. A harness that finds none of them would say "ok" of anything.

export type Plant = {
  what: string;
  /** Under packages/workflow/src. */
  file: string;
  from: string;
  to: string;
  /** The mode, or the file of tests, that must find it, and what it then says. */
  mode: string;
  says: RegExp;
};

export const PLANTS: readonly Plant[] = [
  {
    what: "a record is acknowledged without a sync",
    file: "disk/append-file.ts",
    from: "await this.group.sync(this.file);",
    to: "",
    mode: "errno",
    says: /never synced|exit 0 in spite of it/,
  },
  {
    what: "a failed sync is tried again",
    file: "disk/sync-group.ts",
    from: "if (this.members.size <= 1) return file.syncNow();",
    to: "try { return file.syncNow(); } catch { return file.syncNow(); }",
    mode: "errno",
    says: /after a failed sync came|exit 0 in spite of it/,
  },
  {
    what: "a record is acknowledged and now and then not written",
    file: "disk/append-file.ts",
    from: "this.writeFully(data);\n",
    to: "if (Math.random() > 0.01) this.writeFully(data);\n",
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
    file: "worker/generator-turns.ts",
    from: "const steps = parse(decode(stepsJson)) as RoleOutput[];",
    to: "const steps = (parse(decode(stepsJson)) as RoleOutput[]).slice(0, -1);",
    mode: "kill9",
    says: /ran again|wanted the steps/,
  },
  {
    what: "sums are not compared",
    file: "codec/journal-line.ts",
    from: '=== `,"sum":"${sum}"}` ? sum : null;',
    to: '!== "" ? sum : null;',
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
    file: "disk/open-file.ts",
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
    from: 'return write(value, "", walk);',
    to: "void walk; return JSON.stringify(value);",
    mode: "bundles",
    says: /B5/,
  },
  {
    what: "the deadline of a step is not watched",
    file: "worker/thread-limits.ts",
    from: "stepTimeoutMs: limits?.stepTimeoutMs ?? TIMES.stepMs,",
    to: "stepTimeoutMs: TIMES.stepMs,",
    mode: "bundles",
    says: /B1/,
  },
  {
    what: "a tail of zeros passes for damage",
    file: "journal/read-journal.ts",
    from: "if (last === undefined || tail.every((byte) => byte === 0)) return;",
    to: "if (last === undefined) return;",
    mode: "torn",
    says: /refused:/,
  },
  {
    what: "records of an unknown kind are passed over",
    file: "journal/check-record.ts",
    from: "return `has an unknown kind ${JSON.stringify(value.kind)}; a newer version may have written it`;",
    to: "return null;",
    mode: "attack",
    says: /an unknown kind/,
  },
  {
    what: "records after the end are taken",
    file: "journal/check-record.ts",
    from: 'if (place.ended && value.kind !== "seal") return "stands after the result";',
    to: "",
    mode: "attack",
    says: /two results/,
  },
  {
    what: "seals are not compared with the bytes",
    file: "host/verify-thread.ts",
    from: "if (seal.sha256 !== actual)",
    to: 'if (actual === "")',
    mode: "attack",
    says: /a sealed journal/,
  },
  {
    what: "YAML may repeat keys",
    file: "codec/strict-yaml.ts",
    from: "else if (seen.has(key.value))",
    to: 'else if (key.value === "\\u0000")',
    mode: "attack",
    says: /twice/,
  },
  {
    what: "a failed write is kept quiet",
    file: "disk/append-file.ts",
    from: 'throw ioFailed("append to", this.path, error);\n    }\n  }',
    to: "this.broken = undefined;\n    }\n  }",
    mode: "errno",
    says: /write:error/,
  },
  {
    what: "a write cut short is not taken back",
    file: "disk/append-file.ts",
    from: "this.takeBack(this.bytes);",
    to: 'this.writeFully(Buffer.from("\\n"));',
    mode: "errno",
    says: /FAILED/,
  },
  {
    what: "a step may be of any size",
    file: "worker/generator-turns.ts",
    from: "canonicalJson(value, { bytes: stepBytes, depth: LIMITS.depth })",
    to: "canonicalJson(value, { depth: LIMITS.depth })",
    mode: "bundles",
    says: /B4/,
  },
  {
    what: "an error may be of any length",
    file: "worker/describe-thrown.ts",
    from: "return well.length <= LIMITS.errorChars",
    to: "return well.length >= 0",
    mode: "bundles",
    says: /B8/,
  },
  {
    what: "an effect is performed before its intent is written",
    file: "engine/command-desk.ts",
    from: "if (records.length > 0) await journal.append(records);",
    to: `for (const one of records as EffectIntent[])
      if (one.attempt === 1)
        await this.effects.run(one, asked.leaves[one.index]?.definition as never, 1, work.signal);
    if (records.length > 0) await journal.append(records);`,
    mode: "effects",
    says: /performed without an intent/,
  },
  {
    what: "a once effect is sent again after a crash",
    file: "engine/command-desk.ts",
    from: 'if (intent.class === "once") {',
    to: 'if (intent.do !== "effect") {',
    mode: "effects",
    says: /silently sent again/,
  },
  {
    what: "every attempt has a key of its own",
    file: "engine/effect-runner.ts",
    from: "idempotencyKey: intent.key ?? intent.id,",
    to: 'idempotencyKey: `${intent.key ?? intent.id}${attempt === 1 ? "" : attempt}`,',
    mode: "effects",
    says: /another key|was applied 2 times/,
  },
  {
    what: "a decision is written after what follows from it",
    file: "worker/live-journal.ts",
    from: "const first = this.file.lastSeq + 1;",
    to: `if (records[0]?.kind === "decision") {
      for (const record of records)
        foldRecord(this.fold, { ...record, timestamp: Date.now() } as JournalRecord, this.lastSeq + 1);
      setTimeout(() => this.file.appendAll(records), 150);
      return;
    }
    const first = this.file.lastSeq + 1;`,
    mode: "effects",
    says: /which nobody decided|after the result|does not match its sum|did not bring/,
  },
  {
    what: "a decision has consequences before it is on disk",
    file: "worker/live-journal.ts",
    from: "if (this.file.isSynced) return;",
    to: `const { leaves } = this.fold.current ?? { leaves: new Map() };
    if ([...leaves.values()].some((leaf) => leaf.settled?.by === "decision")) return;`,
    mode: "effects",
    says: /had consequences before it was on disk/,
  },
  {
    what: "a receipt is given to the generator before it is on disk",
    file: "worker/live-journal.ts",
    from: "if (this.file.isSynced) return;",
    to: `const { leaves } = this.fold.current ?? { leaves: new Map() };
    if ([...leaves.values()].some((leaf) => leaf.settled?.by === "receipt")) return;`,
    mode: "effects",
    says: /was given before it was on disk/,
  },
  {
    what: "the loser of an any is recorded",
    file: "engine/command-desk.ts",
    from: "return work.signal.aborted || this.isWon() || this.hasFault();",
    to: "return work.signal.aborted || this.hasFault();",
    mode: "packages/workflow/test/engine/command-desk.test.ts",
    says: /D4/,
  },
  {
    what: "two decisions in one breath are both recorded",
    file: "worker/thread-commands.ts",
    from: "if (journal.lastSeq === lastSeq) return",
    to: "if (journal.lastSeq >= lastSeq) return",
    mode: "packages/workflow/test/worker/approval-races.test.ts",
    says: /A2/,
  },
  {
    what: "a worker leaves while it still has programs to end",
    file: "worker/supervisor.ts",
    from: " || this.executing.size > 0",
    to: "",
    mode: "packages/workflow/test/worker/effect-orphans.test.ts",
    says: /OPS-98/,
  },
  {
    what: "a throw in the place of a recorded yield is a failure like any other",
    file: "worker/generator-turns.ts",
    from: 'if (turn.type !== "yield" || xxh64Text(turn.json) !== expected.hash) return { ...turn, at };',
    to: 'if (turn.type === "throw") return turn;\n    if (turn.type !== "yield" || xxh64Text(turn.json) !== expected.hash) return { ...turn, at };',
    mode: "packages/workflow/test/worker/divergence.test.ts",
    says: /B16/,
  },
];
