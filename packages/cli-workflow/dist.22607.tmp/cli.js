// @bun @bytecode @bun-cjs
(exports, require, module, __filename, __dirname) => {
  var __defProp = Object.defineProperty;
  var __returnValue = (v) => v;
  function __exportSetter(name, newValue) {
    this[name] = __returnValue.bind(null, newValue);
  }
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, {
        get: all[name],
        enumerable: !0,
        configurable: !0,
        set: __exportSetter.bind(all, name),
      });
  };
  var __esm = (fn, res, err) => () => {
    if (fn)
      try {
        res = fn((fn = 0));
      } catch (e) {
        err = [e];
      }
    if (err) throw err[0];
    return res;
  };
  function nearest(typed, candidates) {
    let best = null,
      bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
    for (const candidate of candidates) {
      const distance =
        candidate.startsWith(typed) && typed.length >= 3 ? 1 : editDistance(typed, candidate, bestDistance);
      if (distance < bestDistance) (best = candidate), (bestDistance = distance);
    }
    return best;
  }
  function editDistance(from, to, limit) {
    if (Math.abs(from.length - to.length) >= limit || from.length > 64) return limit;
    let beforeLast = [],
      last = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (let i = 1; i <= from.length; i++) {
      const row = [i];
      for (let j = 1; j <= to.length; j++) {
        let cost = from[i - 1] === to[j - 1] ? 0 : 1,
          value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
        if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
          value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
        row.push(value);
      }
      (beforeLast = last), (last = row);
    }
    return last[to.length] ?? limit;
  }
  function folderOf(main) {
    const folder = main.slice(0, main.lastIndexOf("/"));
    return folder.endsWith("/bin") ? `${folder.slice(0, -4)}/dist` : folder;
  }
  var DIST_DIR;
  var init_dist = __esm(() => {
    DIST_DIR = folderOf(Bun.main);
  });
  function isErrorCode(value) {
    return typeof value === "string" && Object.hasOwn(EXIT_OF, value);
  }
  function errorFromReport(report) {
    const code = isErrorCode(report.code) ? report.code : "INTERNAL";
    return new WorkflowError(code, report.message, { hint: report.hint, details: report.details });
  }
  var EXIT_OF, BRAND, WorkflowError;
  var init_errors = __esm(() => {
    (EXIT_OF = {
      WORKFLOW_FAILED: 1,
      RECEIPT_FAULT: 1,
      USAGE: 10,
      INVALID_JSON: 10,
      BUNDLE_INVALID: 10,
      SCHEMA_INVALID: 10,
      DESCRIPTOR_INVALID: 10,
      GOVERNANCE_INVALID: 10,
      REGISTRY_INVALID: 10,
      NOT_FOUND: 10,
      HASH_MISMATCH: 20,
      HASH_COLLISION: 20,
      INPUT_MISMATCH: 20,
      RESUME_MISMATCH: 20,
      TOKEN_CONSUMED: 20,
      TOKEN_EXPIRED: 20,
      REPLAY_DIVERGENCE: 20,
      NON_CANONICAL_VALUE: 20,
      UNKNOWN_RECEIPT: 20,
      BASE_HASH_MISMATCH: 20,
      STALE_WORKER: 20,
      HANDOFF_CLAIMED: 20,
      STATE_INVALID: 20,
      JOURNAL_CORRUPT: 20,
      SEAL_BROKEN: 20,
      EFFECT_NOT_DECLARED: 30,
      EFFECT_UNKNOWN: 30,
      EFFECT_DENIED: 30,
      OUTPUT_LIMIT_EXCEEDED: 30,
      TIMEOUT: 30,
      MAX_STEPS_EXCEEDED: 30,
      MAX_OUTPUT_BYTES: 30,
      WORKFLOW_BUDGET_EXCEEDED: 30,
      WORKFLOW_RESOURCE_CONFLICT: 30,
      LOOP_DETECTED: 30,
      APPLY_BLOCKED_IN_FLIGHT: 30,
      APPROVER_NOT_ALLOWED: 30,
      SELF_MODIFICATION_DISABLED: 30,
      PROPOSAL_EXPIRED: 30,
      HANDOFF_NOT_ALLOWED: 30,
      KILLED: 30,
      RUNTIME_DISABLED: 30,
      INTERNAL: 40,
      IO_FAILED: 40,
    }),
      (BRAND = Symbol.for("@uncaged/workflow WorkflowError"));
    WorkflowError = class WorkflowError extends Error {
      static [Symbol.hasInstance](value) {
        return typeof value === "object" && value !== null && BRAND in value;
      }
      [BRAND] = !0;
      code;
      hint;
      details;
      constructor(code, message, more = {}) {
        super(message, more.cause === void 0 ? void 0 : { cause: more.cause });
        (this.name = "WorkflowError"),
          (this.code = code),
          (this.hint = more.hint),
          (this.details = more.details);
      }
      toReport() {
        return {
          code: this.code,
          message: this.message,
          ...(this.hint === void 0 ? {} : { hint: this.hint }),
          ...(this.details === void 0 ? {} : { details: this.details }),
        };
      }
    };
  });
  var LIMITS, TIMES;
  var init_limits = __esm(() => {
    (LIMITS = {
      roundsMax: 50,
      stepBytes: 1048576,
      journalBytes: 1073741824,
      promptBytes: 1048576,
      depth: 200,
      bundleBytes: 33554432,
      yamlBytes: 1048576,
      commandsMax: 64,
      parallelMax: 4,
      outputBytes: 262144,
      stepsMax: 50,
      errorChars: 16384,
    }),
      (TIMES = {
        stepMs: 3600000,
        blockedMs: 30000,
        closeMs: 1e4,
        effectMs: 120000,
        approvalMs: 86400000,
        nearMs: 30000,
        retryMs: 1e4,
        retryMaxMs: 30000,
        idleMs: 200,
        answerMs: 600,
      });
  });
  function isTerminal(status) {
    return status === "completed" || status === "failed" || status === "cancelled" || status === "killed";
  }
  var THREAD_STATUSES;
  var init_status = __esm(() => {
    THREAD_STATUSES = [
      "queued",
      "running",
      "waiting",
      "paused",
      "interrupted",
      "completed",
      "failed",
      "cancelled",
      "killed",
      "empty",
      "corrupt",
    ];
  });
  function encode64(value) {
    const high = Number(value >> 32n),
      low = Number(value & 0xffffffffn);
    return (
      "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[high >>> 28] +
      PAIRS[(high >>> 18) & 1023] +
      PAIRS[(high >>> 8) & 1023] +
      PAIRS[((high & 255) << 2) | (low >>> 30)] +
      PAIRS[(low >>> 20) & 1023] +
      PAIRS[(low >>> 10) & 1023] +
      PAIRS[low & 1023]
    );
  }
  function normaliseCrockford(text) {
    if (!/^[0-9A-Za-z]*$/.test(text)) return null;
    const normal = text.toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
    return [...normal].every((char) => VALUE_OF.has(char)) ? normal : null;
  }
  var ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    VALUE_OF,
    PAIRS;
  var init_crockford32 = __esm(() => {
    (VALUE_OF = new Map([..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"].map((char, value) => [char, value]))),
      (PAIRS = Array.from(
        { length: 1024 },
        (_, value) =>
          `${"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[value >> 5]}${"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[value & 31]}`,
      ));
  });
  function isUlid(text) {
    return ULID.test(text);
  }
  function monotonicUlid(random = fillRandom) {
    let lastTime = -1,
      chance = [];
    return (now) => {
      if (now > lastTime) (lastTime = now), (chance = freshChance(random));
      else chance = increment(chance);
      return encodeTime(lastTime) + chance.map((digit) => ALPHABET[digit]).join("");
    };
  }
  function encodeTime(time) {
    let text = "";
    for (let left = time, index = 0; index < TIME_CHARS; index++, left = Math.floor(left / 32))
      text = ALPHABET[left % 32] + text;
    return text;
  }
  function freshChance(random) {
    const bytes = new Uint8Array(CHANCE_CHARS);
    return (random(bytes), Array.from(bytes, (byte) => byte & 31));
  }
  function increment(digits) {
    const next = [...digits];
    for (let index = next.length - 1; index >= 0; index--) {
      if (next[index] !== 31) return ((next[index] = next[index] + 1), next);
      next[index] = 0;
    }
    throw RangeError("more ULIDs in one millisecond than there are");
  }
  function fillRandom(bytes) {
    crypto.getRandomValues(bytes);
  }
  var ULID,
    TIME_CHARS = 10,
    CHANCE_CHARS = 16;
  var init_ulid = __esm(() => {
    init_crockford32();
    ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
  });
  function ioCode(error) {
    return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : void 0;
  }
  function isMissing(error) {
    return ioCode(error) === "ENOENT";
  }
  function ioFailed(doing, path, error) {
    if (error instanceof WorkflowError) return error;
    const code = ioCode(error);
    if (code === "ELOOP")
      return new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`, {
        cause: error,
      });
    const said = error instanceof Error ? error.message : String(error);
    return new WorkflowError("IO_FAILED", `cannot ${doing} ${path}: ${said}`, {
      cause: error,
      hint: code === void 0 ? void 0 : HINTS[code],
      details: code === void 0 ? { path } : { path, errno: code },
    });
  }
  var HINTS;
  var init_io_error = __esm(() => {
    init_errors();
    HINTS = {
      ENOSPC: "free some space, then: uncaged-workflow resume --all",
      EDQUOT: "free some space, then: uncaged-workflow resume --all",
      EROFS: "set UNCAGED_HOME to a folder you can write to",
      EACCES: "set UNCAGED_HOME to a folder you can write to",
      EPERM: "set UNCAGED_HOME to a folder you can write to",
      EMFILE: "raise the limit of open files: ulimit -n 4096",
      ENFILE: "raise the limit of open files",
    };
  });
  function ensureDirectory(path) {
    try {
      if (isDirectory(path)) return;
      import_node_fs.mkdirSync(path, { recursive: !0, mode: 448 }),
        syncDirectory(import_node_path.dirname(path));
    } catch (error) {
      throw ioFailed("create the folder", path, error);
    }
  }
  function isDirectory(path) {
    const stat = import_node_fs.lstatSync(path, { throwIfNoEntry: !1 });
    if (stat === void 0) return !1;
    if (stat.isDirectory()) return !0;
    throw new WorkflowError(
      "IO_FAILED",
      `${path} is not a folder but ${stat.isSymbolicLink() ? "a symbolic link" : "a file"}`,
      { hint: `look at it: ls -ld ${path}` },
    );
  }
  function assertFolder(path) {
    isDirectory(path);
  }
  function syncDirectory(path) {
    const fd = import_node_fs.openSync(
      path,
      import_node_fs.constants.O_RDONLY | import_node_fs.constants.O_DIRECTORY,
    );
    try {
      import_node_fs.fsyncSync(fd);
    } finally {
      import_node_fs.closeSync(fd);
    }
  }
  function listDirectory(path) {
    try {
      return import_node_fs.readdirSync(path).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw ioFailed("list", path, error);
    }
  }
  var import_node_fs, import_node_path;
  var init_directory = __esm(() => {
    init_errors();
    init_io_error();
    (import_node_fs = require("fs")), (import_node_path = require("path"));
  });
  function xxh64Text(data) {
    return encode64(xxHash64(data));
  }
  function bundleIdOf(bytes) {
    return xxh64Text(bytes);
  }
  function isBundleId(text) {
    return BUNDLE_ID.test(text);
  }
  var xxHash64, BUNDLE_ID;
  var init_xxh64 = __esm(() => {
    init_crockford32();
    xxHash64 = Bun.hash.xxHash64;
    BUNDLE_ID = /^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/;
  });
  function layoutOf(home) {
    const root = import_node_path2.join(home, "workflow"),
      at = (...parts) => import_node_path2.join(root, ...parts);
    return {
      root,
      registry: at("workflow.yaml"),
      config: at("config.yaml"),
      effects: at("effects.yaml"),
      policy: at("policy.yaml"),
      blobs: at("blobs"),
      workspaces: at("workspaces"),
      database: at("state.db"),
      bundles: at("bundles"),
      logs: at("logs"),
      run: at("run"),
      sealKey: at("seal.key"),
      bundle: (id) => at("bundles", id + BUNDLE_SUFFIX),
      sourceMap: (id) => at("bundles", `${id}${BUNDLE_SUFFIX}.map`),
      sidecar: (id) => at("bundles", `${id}.yaml`),
      threads: (id) => at("logs", id),
      journal: (id, thread) => at("logs", id, thread + JOURNAL_SUFFIX),
      info: (id, thread) => at("logs", id, thread + INFO_SUFFIX),
      lock: (id) => at("run", `${id}.lock`),
      socket: (id) => socketPath(root, id),
      runningBundle: (id) => at("run", id, id + BUNDLE_SUFFIX),
      holder: (id) => at("run", `${id}.json`),
      workerLog: (id) => at("run", `${id}.log`),
      workspace: (thread) => at("workspaces", thread),
    };
  }
  function defaultHome(env) {
    return env.UNCAGED_HOME !== void 0 && env.UNCAGED_HOME !== ""
      ? env.UNCAGED_HOME
      : import_node_path2.join(import_node_os.homedir(), ".uncaged");
  }
  function overflowSocketDir() {
    return import_node_path2.join(import_node_os.tmpdir(), `uncaged-${process.getuid?.() ?? 0}`);
  }
  function socketPath(root, id) {
    const path = import_node_path2.join(root, "run", `${id}.sock`);
    return path.length <= SOCKET_PATH_MAX
      ? path
      : import_node_path2.join(overflowSocketDir(), `${xxh64Text(root)}-${id}.sock`);
  }
  var import_node_os,
    import_node_path2,
    JOURNAL_SUFFIX = ".data.jsonl",
    INFO_SUFFIX = ".info.jsonl",
    BUNDLE_SUFFIX = ".esm.js",
    SOCKET_PATH_MAX;
  var init_layout = __esm(() => {
    init_xxh64();
    (import_node_os = require("os")),
      (import_node_path2 = require("path")),
      (SOCKET_PATH_MAX = process.platform === "darwin" ? 103 : 107);
  });
  var exports_house = {};
  __export(exports_house, { openHouse: () => openHouse });
  function openHouse(options = {}) {
    const env = options.env ?? process.env,
      home = import_node_path3.resolve(options.home ?? defaultHome(env)),
      layout = layoutOf(home),
      clock = options.clock ?? { now: () => Date.now() },
      nextId = monotonicUlid();
    return {
      home,
      layout,
      clock,
      origins: {
        home: options.home !== void 0 ? "flag" : env.UNCAGED_HOME ? "environment" : "default",
        actor: env.UNCAGED_ACTOR ? "environment" : "default",
      },
      get actor() {
        return env.UNCAGED_ACTOR ?? env.USER ?? env.LOGNAME ?? `uid ${process.getuid?.() ?? "unknown"}`;
      },
      newThreadId: () => nextId(clock.now()),
      isEmpty: () => !isDirectory(layout.root),
    };
  }
  var import_node_path3;
  var init_house = __esm(() => {
    init_ulid();
    init_directory();
    init_layout();
    import_node_path3 = require("path");
  });
  function sha256Hex(data) {
    return new Bun.CryptoHasher("sha256").update(data).digest("hex");
  }
  var exports_user_file = {};
  __export(exports_user_file, {
    readUserFile: () => readUserFile,
    readUserFileIfAny: () => readUserFileIfAny,
    writeUserFile: () => writeUserFile,
  });
  function readUserFile(path, bytesMax) {
    const bytes = readUserFileIfAny(path, bytesMax);
    if (bytes === null) throw new WorkflowError("NOT_FOUND", `there is no file ${path}`);
    return bytes;
  }
  function readUserFileIfAny(path, bytesMax) {
    try {
      const stat = import_node_fs2.statSync(path, { throwIfNoEntry: !1 });
      if (stat === void 0) return null;
      if (!stat.isFile()) throw new WorkflowError("USAGE", `${path} is not a file`);
      if (stat.size > bytesMax)
        throw new WorkflowError("USAGE", `${path} has ${stat.size} bytes, more than ${bytesMax}`);
      return import_node_fs2.readFileSync(path);
    } catch (error) {
      throw ioFailed("read", path, error);
    }
  }
  function writeUserFile(path, data, flag = "w") {
    try {
      import_node_fs2.mkdirSync(import_node_path4.dirname(path), { recursive: !0 }),
        import_node_fs2.writeFileSync(path, data, { flag });
    } catch (error) {
      throw ioFailed("write", path, error);
    }
  }
  var import_node_fs2, import_node_path4;
  var init_user_file = __esm(() => {
    init_errors();
    init_io_error();
    (import_node_fs2 = require("fs")), (import_node_path4 = require("path"));
  });
  function readWhole(path, bytesMax) {
    let fd;
    try {
      fd = import_node_fs3.openSync(
        path,
        import_node_fs3.constants.O_RDONLY | import_node_fs3.constants.O_NOFOLLOW,
      );
    } catch (error) {
      if (isMissing(error)) return null;
      throw ioFailed("read", path, error);
    }
    try {
      const { size } = import_node_fs3.fstatSync(fd);
      if (size > bytesMax)
        throw new WorkflowError("IO_FAILED", `${path} has ${size} bytes, more than ${bytesMax}`);
      return readExactly(fd, size);
    } catch (error) {
      throw ioFailed("read", path, error);
    } finally {
      import_node_fs3.closeSync(fd);
    }
  }
  function replaceWhole(path, data, mode = 384) {
    const temp = import_node_path5.join(
      import_node_path5.dirname(path),
      `.${import_node_path5.basename(path)}.${process.pid}.${Bun.randomUUIDv7().slice(-12)}.tmp`,
    );
    try {
      writeNew(temp, data, mode),
        import_node_fs3.renameSync(temp, path),
        syncDirectory(import_node_path5.dirname(path));
    } catch (error) {
      throw (import_node_fs3.rmSync(temp, { force: !0 }), ioFailed("write", path, error));
    }
  }
  function writeNew(path, data, mode) {
    const fd = import_node_fs3.openSync(
      path,
      import_node_fs3.constants.O_WRONLY |
        import_node_fs3.constants.O_CREAT |
        import_node_fs3.constants.O_EXCL |
        import_node_fs3.constants.O_NOFOLLOW,
      384,
    );
    try {
      if ((writeFully(fd, typeof data === "string" ? Buffer.from(data) : data), mode !== 384))
        import_node_fs3.fchmodSync(fd, mode);
      import_node_fs3.fsyncSync(fd);
    } finally {
      import_node_fs3.closeSync(fd);
    }
  }
  function syncFile(path) {
    const fd = import_node_fs3.openSync(
      path,
      import_node_fs3.constants.O_RDONLY | import_node_fs3.constants.O_NOFOLLOW,
    );
    try {
      import_node_fs3.fdatasyncSync(fd);
    } finally {
      import_node_fs3.closeSync(fd);
    }
  }
  function fileSize(path) {
    return statOf(path)?.size ?? null;
  }
  function fileMode(path) {
    const stat = statOf(path);
    return stat === void 0 ? null : stat.mode & 511;
  }
  function statOf(path) {
    try {
      return import_node_fs3.lstatSync(path, { throwIfNoEntry: !1 });
    } catch (error) {
      throw ioFailed("look at", path, error);
    }
  }
  function removeFiles(...paths) {
    for (const path of paths) import_node_fs3.rmSync(path, { force: !0 });
  }
  function touchPrivate(path) {
    import_node_fs3.closeSync(
      import_node_fs3.openSync(
        path,
        import_node_fs3.constants.O_WRONLY |
          import_node_fs3.constants.O_CREAT |
          import_node_fs3.constants.O_NOFOLLOW,
        384,
      ),
    );
  }
  function writeFully(fd, bytes) {
    for (let done = 0; done < bytes.length; )
      done += import_node_fs3.writeSync(fd, bytes, done, bytes.length - done);
  }
  function readExactly(fd, size) {
    let bytes = new Uint8Array(size),
      done = 0;
    while (done < size) {
      const got = import_node_fs3.readSync(fd, bytes, done, size - done, done);
      if (got === 0) break;
      done += got;
    }
    return done === size ? bytes : bytes.slice(0, done);
  }
  var import_node_fs3, import_node_path5;
  var init_whole_file = __esm(() => {
    init_errors();
    init_directory();
    init_io_error();
    (import_node_fs3 = require("fs")), (import_node_path5 = require("path"));
  });
  function openDatabase(path, options = { durable: !0 }) {
    const fresh = import_node_fs4.lstatSync(path, { throwIfNoEntry: !1 });
    if (fresh?.isSymbolicLink())
      throw new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`);
    try {
      touchPrivate(path);
      const database = new import_bun_sqlite.Database(path, { readwrite: !0, strict: !0 });
      if ((database.run(`PRAGMA busy_timeout = ${WAIT_MS}`), fresh === void 0 || fresh.size === 0))
        database.run("PRAGMA journal_mode = WAL");
      return (
        database.run(`PRAGMA synchronous = ${options.durable ? "FULL" : "NORMAL"}`),
        database.fileControl(import_bun_sqlite.constants.SQLITE_FCNTL_PERSIST_WAL, 1),
        migrate(database),
        database
      );
    } catch (error) {
      throw damagedOr(ioFailed("open", path, error), path);
    }
  }
  function inTransaction(database, write) {
    return database.transaction(write).immediate();
  }
  function migrate(database) {
    if (versionOf(database) === STEPS.length) return;
    inTransaction(database, () => {
      const version = versionOf(database);
      if (version > STEPS.length)
        throw new WorkflowError(
          "STATE_INVALID",
          `state.db was written by a newer version (schema ${version})`,
          { hint: "update uncaged-workflow" },
        );
      for (const step of STEPS.slice(version)) database.run(step);
      database.run(`PRAGMA user_version = ${STEPS.length}`);
    });
  }
  function versionOf(database) {
    return database.query("PRAGMA user_version").get()?.user_version ?? 0;
  }
  function damagedOr(error, path) {
    const code = error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : "";
    if (code !== "SQLITE_NOTADB" && code !== "SQLITE_CORRUPT") return error;
    return new WorkflowError("STATE_INVALID", `${path} is damaged; the journals are not`, {
      cause: error,
      hint: "uncaged-workflow fsck --rebuild",
    });
  }
  var import_bun_sqlite,
    import_node_fs4,
    STEPS,
    WAIT_MS = 20000;
  var init_database = __esm(() => {
    init_errors();
    init_io_error();
    init_whole_file();
    (import_bun_sqlite = require("bun:sqlite")),
      (import_node_fs4 = require("fs")),
      (STEPS = [
        `CREATE TABLE threads (
     thread_id  TEXT PRIMARY KEY,
     hash       TEXT NOT NULL,
     name       TEXT NOT NULL,
     prompt     TEXT NOT NULL,
     started_at INTEGER NOT NULL,
     fork_from  TEXT,
     worker     TEXT,
     status     TEXT NOT NULL,
     steps      INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     size       INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX threads_by_name ON threads (name, thread_id);
   CREATE INDEX threads_by_hash ON threads (hash, thread_id);
   CREATE INDEX threads_by_status ON threads (status, thread_id);
   CREATE INDEX threads_by_origin ON threads (fork_from) WHERE fork_from IS NOT NULL;
   CREATE TABLE marks (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE bundles (
     hash     TEXT PRIMARY KEY,
     sha256   TEXT NOT NULL,
     facts    TEXT NOT NULL,
     added_at INTEGER NOT NULL
   ) WITHOUT ROWID;`,
        `ALTER TABLE threads ADD COLUMN waiting_on TEXT;
   ALTER TABLE threads ADD COLUMN wake_at INTEGER;
   CREATE INDEX threads_by_wake ON threads (wake_at) WHERE wake_at IS NOT NULL;
   CREATE TABLE starts (
     workflow  TEXT NOT NULL,
     key       TEXT NOT NULL,
     thread_id TEXT NOT NULL,
     PRIMARY KEY (workflow, key)
   ) WITHOUT ROWID;`,
      ]);
  });
  function putBundle(layout, bytes, beside = {}) {
    const id = bundleIdOf(bytes),
      sha256 = sha256Hex(bytes);
    ensureDirectory(layout.root), ensureDirectory(layout.bundles);
    const present = readWhole(layout.bundle(id), LIMITS.bundleBytes);
    if (present === null) replaceWhole(layout.bundle(id), bytes, 292);
    else if (sha256Hex(present) !== sha256) throw collision(layout, id, bytes, present);
    if (beside.sidecar !== void 0) replaceWhole(layout.sidecar(id), beside.sidecar, 292);
    if (beside.sourceMap !== void 0) replaceWhole(layout.sourceMap(id), beside.sourceMap, 292);
    return { id, sha256, bytes };
  }
  function getBundle(layout, id, sha256) {
    assertFolder(layout.bundles);
    const bytes = readWhole(layout.bundle(id), LIMITS.bundleBytes);
    if (bytes === null)
      throw new WorkflowError("NOT_FOUND", `the bundle ${id} is not in the store`, {
        hint: "add its file again: uncaged-workflow add <name> <file>",
      });
    const actual = sha256Hex(bytes);
    if (bundleIdOf(bytes) !== id || (sha256 !== void 0 && actual !== sha256))
      throw new WorkflowError(
        "HASH_MISMATCH",
        `${layout.bundle(id)} was changed after it was added; it is not run`,
        {
          hint: `put the original back: uncaged-workflow add <name> <file> (after rm ${layout.bundle(id)})`,
          details: { expected: sha256 ?? id, actual },
        },
      );
    return { id, sha256: actual, bytes };
  }
  function hasBundle(layout, id) {
    return readWhole(layout.bundle(id), LIMITS.bundleBytes) !== null;
  }
  function getFacts(database, bundle) {
    const row = database
      .query("SELECT facts FROM bundles WHERE hash = ? AND sha256 = ?")
      .get(bundle.id, bundle.sha256);
    return row === null ? null : JSON.parse(row.facts);
  }
  function putFacts(database, bundle, facts, now) {
    inTransaction(database, () => {
      database
        .query("INSERT OR REPLACE INTO bundles (hash, sha256, facts, added_at) VALUES (?, ?, ?, ?)")
        .run(bundle.id, bundle.sha256, JSON.stringify(facts), now);
    });
  }
  function collision(layout, id, given, present) {
    if (bundleIdOf(present) !== id)
      return new WorkflowError("HASH_MISMATCH", `${layout.bundle(id)} was changed after it was added`, {
        hint: `remove the changed copy and add again: rm ${layout.bundle(id)}`,
      });
    return new WorkflowError("HASH_COLLISION", `another file already has the id ${id}; this one is refused`, {
      details: { id, present: sha256Hex(present), given: sha256Hex(given) },
    });
  }
  var init_bundle_store = __esm(() => {
    init_xxh64();
    init_errors();
    init_limits();
    init_database();
    init_directory();
    init_whole_file();
  });
  function isWorkflowName(text) {
    return text.length <= 63 && NAME_PATTERN.test(text);
  }
  var NAME_PATTERN;
  var init_ids = __esm(() => {
    NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  });
  function renderRegistry(registry) {
    const { workflows, ...rest } = registry,
      names = Object.keys(workflows).sort(),
      sorted = Object.fromEntries(names.map((name) => [name, workflows[name]])),
      body = renderMembers({ workflows: sorted, ...rest }, "");
    return `${LINES_MARK}${
      body.split(`
`).length - 1
    }
${body}`;
  }
  function renderMembers(map, indent) {
    let text = "";
    for (const [key, value] of Object.entries(map))
      text += `${indent}${renderKey(key)}:${renderValue(value, indent)}`;
    return text;
  }
  function renderValue(value, indent) {
    if (Array.isArray(value))
      return value.length === 0
        ? ` []
`
        : `
${renderItems(value, `${indent}  `)}`;
    if (isMap(value))
      return Object.keys(value).length === 0
        ? ` {}
`
        : `
${renderMembers(value, `${indent}  `)}`;
    return ` ${renderScalar(value)}
`;
  }
  function renderItems(items, indent) {
    let text = "";
    for (const item of items)
      if (isMap(item) && Object.keys(item).length > 0) {
        const members = renderMembers(item, `${indent}  `);
        text += `${indent}- ${members.slice(indent.length + 2)}`;
      } else
        text += `${indent}- ${JSON.stringify(item)}
`;
    return text;
  }
  function renderScalar(value) {
    return value === void 0 ? "null" : JSON.stringify(value);
  }
  function renderKey(key) {
    return /^[a-z][a-z0-9-]*$/i.test(key) && !/^(null|true|false|yes|no|on|off|y|n)$/i.test(key)
      ? key
      : JSON.stringify(key);
  }
  function isMap(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  var LINES_MARK = "# lines below: ";
  async function readRegistry(layout) {
    const text = readText(layout);
    return text === null ? { workflows: {} } : parseRegistry(text, layout.registry);
  }
  async function changeRegistry(layout, database, change) {
    const { parseStrictYaml } = await import("./heavy.js");
    return inTransaction(database, () => {
      const text = readText(layout);
      if (text !== null) checkWhole(text, layout.registry);
      const registry =
          text === null
            ? { workflows: {} }
            : checkRegistry(parseStrictYaml(text, layout.registry, "REGISTRY_INVALID"), layout.registry),
        { registry: next, answer } = change(registry);
      if (next !== null) replaceWhole(layout.registry, renderRegistry(next));
      return answer;
    });
  }
  async function parseRegistry(text, file) {
    checkWhole(text, file);
    const quick = parseOwnRendering(text);
    if (quick !== null) return checkRegistry(quick, file);
    const { parseStrictYaml } = await import("./heavy.js");
    return checkRegistry(parseStrictYaml(text, file, "REGISTRY_INVALID"), file);
  }
  function ignoredSettings(registry) {
    const found = Object.keys(registry).filter((key) => key !== "workflows");
    for (const [name, entry] of Object.entries(registry.workflows))
      for (const key of Object.keys(entry)) if (!KNOWN_KEYS.has(key)) found.push(`${name}.${key}`);
    return found;
  }
  function readText(layout) {
    const { registry: file } = layout;
    if ((fileSize(file) ?? 0) > LIMITS.yamlBytes)
      throw invalid(file, `it is larger than ${LIMITS.yamlBytes} bytes`);
    const bytes = readWhole(file, LIMITS.yamlBytes);
    if (bytes === null) return null;
    try {
      return new TextDecoder("utf-8", { fatal: !0 }).decode(bytes);
    } catch {
      throw invalid(file, "it is not UTF-8 text");
    }
  }
  function checkWhole(text, file) {
    if (!text.startsWith("#") || !text.startsWith(LINES_MARK.slice(0, text.length))) return;
    const lines = text.split(`
`),
      expected = Number(/^# lines below: (\d+)$/.exec(lines[0] ?? "")?.[1] ?? Number.NaN);
    if (lines.at(-1) === "" && lines.length - 2 >= expected) return;
    throw invalid(
      file,
      `it was cut short: its first line speaks of ${expected} lines (if you removed some, remove it too)`,
    );
  }
  function parseOwnRendering(text) {
    try {
      const value = Bun.YAML.parse(text);
      return isObject(value) && isObject(value.workflows) && renderRegistry(value) === text ? value : null;
    } catch {
      return null;
    }
  }
  function checkRegistry(value, file) {
    if (!isObject(value) || !isObject(value.workflows)) throw invalid(file, "it has no `workflows` map");
    for (const [name, entry] of Object.entries(value.workflows)) {
      if (!isWorkflowName(name)) throw invalid(file, `"${name}" is not a workflow name`);
      if ((checkVersion(entry, `workflows.${name}`, file), !isObject(entry) || !Array.isArray(entry.history)))
        throw invalid(file, `workflows.${name}.history is not a list`);
      for (const [index, version] of entry.history.entries())
        checkVersion(version, `workflows.${name}.history[${index}]`, file);
    }
    return value;
  }
  function checkVersion(value, path, file) {
    if (!isObject(value)) throw invalid(file, `${path} is not a map`);
    if (typeof value.hash !== "string" || !isBundleId(value.hash))
      throw invalid(file, `${path}.hash is not a bundle id in quotes`);
    if (!Number.isSafeInteger(value.timestamp))
      throw invalid(file, `${path}.timestamp is not a whole number`);
    if (value.sha256 !== void 0 && (typeof value.sha256 !== "string" || !/^[0-9a-f]{64}$/.test(value.sha256)))
      throw invalid(file, `${path}.sha256 is not 64 hex digits`);
  }
  function invalid(file, problem) {
    return new WorkflowError("REGISTRY_INVALID", `${file} cannot be used: ${problem}`, {
      hint: `mend it by hand, or move it away and add your workflows again: mv ${file} ${file}.broken`,
    });
  }
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  var KNOWN_KEYS;
  var init_registry = __esm(() => {
    init_xxh64();
    init_errors();
    init_ids();
    init_limits();
    init_database();
    init_whole_file();
    KNOWN_KEYS = new Set(["hash", "timestamp", "sha256", "history"]);
  });
  var exports_find_workflow = {};
  __export(exports_find_workflow, {
    checkName: () => checkName,
    entryOf: () => entryOf,
    findWorkflow: () => findWorkflow,
    registryWarnings: () => registryWarnings,
  });
  async function findWorkflow(house, name) {
    return entryOf(await readRegistry(house.layout), name);
  }
  function entryOf(registry, name) {
    if (Object.hasOwn(registry.workflows, name)) return registry.workflows[name];
    const close = nearest(name, Object.keys(registry.workflows));
    throw new WorkflowError("NOT_FOUND", `there is no workflow "${name}"`, {
      hint: close === null ? "uncaged-workflow list" : `did you mean "${close}"?`,
    });
  }
  async function registryWarnings(house) {
    return ignoredSettings(await readRegistry(house.layout)).map(
      (key) => `workflow.yaml: "${key}" has no effect here; it is kept as it is`,
    );
  }
  function checkName(name) {
    if (isWorkflowName(name)) return;
    throw new WorkflowError("USAGE", `"${name}" is not a workflow name`, {
      hint: "lower-case letters and digits in words joined by single dashes, at most 63 characters: solve-issue",
      details: { field: "name" },
    });
  }
  var init_find_workflow = __esm(() => {
    init_errors();
    init_ids();
    init_registry();
  });
  function databaseOf(house) {
    const present = opened.get(house);
    if (present !== void 0) return present;
    ensureDirectory(house.layout.root);
    const database = openDatabase(house.layout.database);
    return (opened.set(house, database), database);
  }
  var opened;
  var init_house_database = __esm(() => {
    init_database();
    init_directory();
    opened = new WeakMap();
  });
  var exports_add_workflow = {};
  __export(exports_add_workflow, {
    addWorkflow: () => addWorkflow,
    buildFile: () => buildFile,
    validateFile: () => validateFile,
    withHead: () => withHead,
  });
  async function addWorkflow(house, name, file) {
    checkName(name);
    const found = file.endsWith(BUNDLE_SUFFIX) ? readBundleFile(file) : await buildEntry(file),
      facts = await analyse(found, file),
      bundle = putBundle(house.layout, found.bytes, found);
    putFacts(databaseOf(house), bundle, facts, house.clock.now());
    const { timestamp, unchanged } = await nameBundle(house, name, bundle);
    return {
      name,
      hash: bundle.id,
      sha256: bundle.sha256,
      timestamp,
      unchanged,
      warnings: warningsOf(facts),
    };
  }
  async function validateFile(file) {
    const found = file.endsWith(BUNDLE_SUFFIX) ? readBundleFile(file) : await buildEntry(file),
      { problems } = await findProblems(found);
    return {
      ok: problems.length === 0,
      status: problems.length === 0 ? "valid" : "invalid",
      workflowHash: `sha256:${sha256Hex(found.bytes)}`,
      bundleId: bundleIdOf(found.bytes),
      errors: problems,
    };
  }
  async function buildFile(entry, out) {
    if (!out.endsWith(BUNDLE_SUFFIX))
      throw new WorkflowError("USAGE", `a bundle's file name ends in ${BUNDLE_SUFFIX}, unlike ${out}`);
    const built = await buildEntry(entry),
      facts = await analyse(built, entry);
    if ((writeUserFile(out, built.bytes), built.sourceMap !== void 0))
      writeUserFile(`${out}.map`, built.sourceMap);
    return {
      file: out,
      hash: bundleIdOf(built.bytes),
      sha256: sha256Hex(built.bytes),
      bytes: built.bytes.length,
      effects: facts.descriptor?.effects ?? [],
      capabilities: facts.capabilities,
    };
  }
  async function analyse(found, file) {
    const { problems, facts } = await findProblems(found),
      first = problems[0];
    if (first === void 0 && facts !== null) return facts;
    const at = first?.line === void 0 ? "" : `:${first.line}:${first.column ?? 1}`,
      more =
        problems.length > 1 ? ` (and ${problems.length - 1} more: uncaged-workflow validate ${file})` : "";
    throw new WorkflowError(
      first?.code === "DESCRIPTOR_INVALID" ? "DESCRIPTOR_INVALID" : "BUNDLE_INVALID",
      `${file}${at}: ${first?.message ?? "is not a bundle"}${more}`,
      { hint: first?.hint, details: { errors: problems } },
    );
  }
  async function findProblems(found) {
    const { analyseBundle } = await import("./heavy.js"),
      { problems, facts } = analyseBundle(found.bytes);
    if (found.sidecar === void 0) return { problems, facts };
    const sidecar = await describeSidecar(found.sidecar);
    if ("problem" in sidecar) return { problems: [...problems, sidecar.problem], facts: null };
    return { problems, facts: facts && { ...facts, descriptor: facts.descriptor ?? sidecar.descriptor } };
  }
  async function describeSidecar(text) {
    const { parseSidecar } = await import("./heavy.js");
    try {
      return { descriptor: parseSidecar(text) };
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      return { problem: { code: "DESCRIPTOR_INVALID", message: error.message } };
    }
  }
  async function buildEntry(entry) {
    if ((readUserFile(entry, LIMITS.bundleBytes), !/\.(ts|tsx|mts|jsx)$/.test(entry)))
      throw new WorkflowError(
        "BUNDLE_INVALID",
        `${entry} is neither a ${BUNDLE_SUFFIX} file nor a TypeScript entry`,
        { hint: `rename it to end in ${BUNDLE_SUFFIX}, or build it: uncaged-workflow build <entry.ts>` },
      );
    const { buildBundle } = await import("./heavy.js"),
      { code, map } = await buildBundle(entry);
    return { bytes: code, sourceMap: map };
  }
  function readBundleFile(file) {
    const stem = file.slice(0, -BUNDLE_SUFFIX.length);
    return {
      bytes: readUserFile(file, LIMITS.bundleBytes),
      sidecar: readBeside(`${stem}.yaml`) ?? readBeside(`${file}.yaml`),
      sourceMap: readBeside(`${file}.map`),
    };
  }
  function readBeside(file) {
    const bytes = readUserFileIfAny(file, LIMITS.bundleBytes);
    return bytes === null ? void 0 : new TextDecoder().decode(bytes);
  }
  function nameBundle(house, name, bundle) {
    return changeRegistry(house.layout, databaseOf(house), (registry) => {
      const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : void 0;
      if (entry?.hash === bundle.id)
        return { registry: null, answer: { timestamp: entry.timestamp, unchanged: !0 } };
      const timestamp = house.clock.now(),
        head = { hash: bundle.id, timestamp, sha256: bundle.sha256 };
      return { registry: withHead(registry, name, head), answer: { timestamp, unchanged: !1 } };
    });
  }
  function withHead(registry, name, head) {
    const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : void 0;
    if (entry === void 0)
      return { ...registry, workflows: { ...registry.workflows, [name]: { ...head, history: [] } } };
    const { hash, timestamp, sha256, history, ...rest } = entry,
      next = {
        ...head,
        history: [sha256 === void 0 ? { hash, timestamp } : { hash, timestamp, sha256 }, ...history],
        ...rest,
      };
    return { ...registry, workflows: { ...registry.workflows, [name]: next } };
  }
  function warningsOf(facts) {
    const warnings = [];
    if (!facts.readsSteps)
      warnings.push(
        "this bundle never reads `input.steps`, so its threads cannot come back in the middle: after a crash, `resume` needs --from-start and repeats finished steps",
      );
    const idle = NOT_YET.filter((key) => facts.descriptor?.[key] !== void 0);
    if (idle.length > 0)
      warnings.push(
        `the descriptor's ${idle.join(", ")} have no effect in this version: commands are refused when they are yielded`,
      );
    return warnings;
  }
  var NOT_YET;
  var init_add_workflow = __esm(() => {
    init_xxh64();
    init_errors();
    init_limits();
    init_layout();
    init_user_file();
    init_bundle_store();
    init_registry();
    init_find_workflow();
    init_house_database();
    NOT_YET = ["determinism", "effects", "events", "key", "state", "resources", "constraints"];
  });
  async function factsOf(layout, database, bundle, now) {
    const known = getFacts(database, bundle);
    if (known !== null) return known;
    const { analyseBundle } = await import("./heavy.js"),
      { problems, facts } = analyseBundle(bundle.bytes);
    if (facts === null)
      throw new WorkflowError("BUNDLE_INVALID", problems[0]?.message ?? "the stored bundle is not a bundle");
    const complete = { ...facts, descriptor: facts.descriptor ?? (await sidecarOf(layout, bundle)) };
    return (putFacts(database, bundle, complete, now), complete);
  }
  async function sidecarOf(layout, bundle) {
    const bytes = readWhole(layout.sidecar(bundle.id), LIMITS.yamlBytes);
    if (bytes === null) return null;
    const { parseSidecar } = await import("./heavy.js");
    return parseSidecar(new TextDecoder().decode(bytes));
  }
  var init_bundle_facts = __esm(() => {
    init_errors();
    init_limits();
    init_whole_file();
    init_bundle_store();
  });
  var exports_name_workflow = {};
  __export(exports_name_workflow, {
    historyOf: () => historyOf,
    listWorkflows: () => listWorkflows,
    removeWorkflow: () => removeWorkflow,
    rollbackWorkflow: () => rollbackWorkflow,
    showWorkflow: () => showWorkflow,
  });
  async function listWorkflows(house) {
    const { workflows } = await readRegistry(house.layout),
      listed = Object.keys(workflows)
        .sort()
        .map(async (name) => {
          const entry = workflows[name];
          return {
            name,
            hash: entry.hash,
            timestamp: entry.timestamp,
            description: (await descriptorOf(house, entry).catch(() => null))?.description ?? null,
            versions: entry.history.length + 1,
          };
        });
    return Promise.all(listed);
  }
  async function showWorkflow(house, name) {
    const entry = await findWorkflow(house, name);
    return {
      name,
      hash: entry.hash,
      sha256: entry.sha256 ?? getBundle(house.layout, entry.hash).sha256,
      timestamp: entry.timestamp,
      history: entry.history.map(({ hash, timestamp }) => ({ hash, timestamp })),
      descriptor: await descriptorOf(house, entry),
    };
  }
  async function removeWorkflow(house, name) {
    return (
      await findWorkflow(house, name),
      changeRegistry(house.layout, databaseOf(house), (registry) => {
        entryOf(registry, name);
        const { [name]: _gone, ...workflows } = registry.workflows;
        return { registry: { ...registry, workflows }, answer: { name, removed: !0 } };
      })
    );
  }
  async function historyOf(house, name) {
    const entry = await findWorkflow(house, name),
      rows = [entry, ...entry.history].map(({ hash, timestamp }, index) => ({
        hash,
        timestamp,
        current: index === 0,
      }));
    return { name, versions: rows };
  }
  async function rollbackWorkflow(house, name, typed) {
    return (
      await findWorkflow(house, name),
      changeRegistry(house.layout, databaseOf(house), (registry) => {
        const entry = entryOf(registry, name),
          target = typed === void 0 ? versionBefore(entry, name) : versionCalled(entry, name, typed);
        if (target.hash === entry.hash)
          return { registry: null, answer: { name, hash: entry.hash, previous: entry.hash, unchanged: !0 } };
        if (!hasBundle(house.layout, target.hash))
          throw new WorkflowError(
            "NOT_FOUND",
            `the bundle ${target.hash} is no longer in the store; nothing was changed`,
            { hint: `add its file again: uncaged-workflow add ${name} <file>` },
          );
        const { sha256 } = getBundle(house.layout, target.hash, target.sha256),
          head = { hash: target.hash, timestamp: house.clock.now(), sha256 };
        return {
          registry: withHead(withoutVersion(registry, name, target.hash), name, head),
          answer: { name, hash: target.hash, previous: entry.hash, unchanged: !1 },
        };
      })
    );
  }
  function withoutVersion(registry, name, hash) {
    const entry = entryOf(registry, name),
      history = entry.history.filter((version) => version.hash !== hash);
    return { ...registry, workflows: { ...registry.workflows, [name]: { ...entry, history } } };
  }
  function versionBefore(entry, name) {
    const previous = entry.history[0];
    if (previous !== void 0) return previous;
    throw new WorkflowError("STATE_INVALID", `"${name}" has only one version`, {
      hint: `uncaged-workflow history ${name}`,
    });
  }
  function versionCalled(entry, name, typed) {
    const prefix = normaliseCrockford(typed),
      versions = [entry, ...entry.history],
      found = prefix === null ? [] : versions.filter((version) => version.hash.startsWith(prefix)),
      hashes = [...new Set(found.map((version) => version.hash))];
    if (hashes.length === 1) return found[0];
    if (hashes.length > 1)
      throw new WorkflowError("USAGE", `"${typed}" fits several versions: ${hashes.join(", ")}`, {
        details: { hashes },
      });
    throw new WorkflowError("NOT_FOUND", `"${name}" has no version ${typed}`, {
      hint: `uncaged-workflow history ${name}`,
    });
  }
  async function descriptorOf(house, entry) {
    const bundle = { id: entry.hash, sha256: entry.sha256 ?? getBundle(house.layout, entry.hash).sha256 },
      known = getFacts(databaseOf(house), bundle);
    if (known !== null) return known.descriptor;
    await Promise.resolve().then(() => init_bundle_facts());
    const stored = getBundle(house.layout, bundle.id, bundle.sha256);
    return (await factsOf(house.layout, databaseOf(house), stored, house.clock.now())).descriptor;
  }
  var init_name_workflow = __esm(() => {
    init_crockford32();
    init_errors();
    init_bundle_store();
    init_registry();
    init_add_workflow();
    init_find_workflow();
    init_house_database();
  });
  var EFFECT_MARK = "UNCAGED_EFFECT";
  var init_effect = () => {};
  var LOCK_LOST = 75,
    START_FAILED = 70;
  class LineConnection {
    socket;
    onMessage;
    incoming = [];
    incomingBytes = 0;
    outgoing = [];
    constructor(socket, onMessage) {
      this.socket = socket;
      this.onMessage = onMessage;
    }
    get isFull() {
      return this.outgoing.length > 0;
    }
    send(message) {
      this.outgoing.push(
        Buffer.from(`${JSON.stringify(message)}
`),
      ),
        this.flush();
    }
    flush() {
      for (let first = this.outgoing[0]; first !== void 0; first = this.outgoing[0]) {
        const written = this.socket.write(first);
        if (written < first.length) {
          this.outgoing[0] = first.subarray(Math.max(0, written));
          return;
        }
        this.outgoing.shift();
      }
    }
    receive(data) {
      for (let from = 0; from < data.length; ) {
        const end = data.indexOf(10, from),
          piece = data.slice(from, end === -1 ? void 0 : end);
        if ((this.incoming.push(piece), (this.incomingBytes += piece.length), this.incomingBytes > 8388608))
          return void this.socket.terminate();
        if (end === -1) return;
        this.deliver(), (from = end + 1);
      }
    }
    close() {
      this.socket.end();
    }
    deliver() {
      const text = Buffer.concat(this.incoming).toString("utf8");
      (this.incoming = []), (this.incomingBytes = 0);
      try {
        this.onMessage(JSON.parse(text));
      } catch {
        this.socket.terminate();
      }
    }
  }
  class WorkerClient {
    waiting = new Map();
    lost = Promise.withResolvers();
    ids = 0;
    connection;
    notices = new Map();
    onNotice = () => {};
    onProgress = () => {};
    static async connect(path) {
      const client = new WorkerClient();
      try {
        return (
          await Bun.connect({
            unix: path,
            socket: {
              open(socket) {
                client.connection = new LineConnection(socket, (message) => client.receive(message));
              },
              data: (_socket, data) => client.connection.receive(data),
              drain: () => client.connection.flush(),
              close: () => client.end(),
              error: () => client.end(),
            },
          }),
          client
        );
      } catch {
        return null;
      }
    }
    get closed() {
      return this.lost.promise;
    }
    noticeOf(threadId) {
      return this.notices.get(threadId);
    }
    async ask(request, patienceMs) {
      const id = ++this.ids,
        answer = Promise.withResolvers();
      this.waiting.set(id, answer);
      const timer = setTimeout(() => answer.reject(new NoAnswer("the worker does not answer")), patienceMs);
      try {
        return (this.connection.send({ id, ...request }), await answer.promise);
      } finally {
        clearTimeout(timer), this.waiting.delete(id);
      }
    }
    close() {
      this.connection.close();
    }
    receive(message) {
      if (typeof message !== "object" || message === null)
        throw new WorkflowError("INTERNAL", "a worker sent something else than an object");
      if ("notice" in message) return this.hear(message);
      if ("progress" in message) return this.onProgress(message);
      const answer = message,
        waiting = this.waiting.get(answer.id);
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(errorFromReport(answer.error));
    }
    hear(notice) {
      this.notices.set(notice.notice, notice), this.onNotice();
    }
    end() {
      for (const waiting of this.waiting.values()) waiting.reject(new ConnectionLost("the worker went away"));
      this.lost.resolve();
    }
  }
  var ConnectionLost, NoAnswer;
  var init_worker_client = __esm(() => {
    init_errors();
    ConnectionLost = class ConnectionLost extends Error {};
    NoAnswer = class NoAnswer extends Error {};
  });
  async function reachWorker(at, id) {
    const present =
      fileMode(at.layout.socket(id)) === null ? null : await WorkerClient.connect(at.layout.socket(id));
    if (present !== null) return present;
    let deadline = performance.now() + PATIENCE_MS,
      spawned = spawnWorker(at, id);
    while (performance.now() < deadline) {
      await Bun.sleep(1);
      const client = await WorkerClient.connect(at.layout.socket(id));
      if (client !== null) return client;
      if (spawned.exitCode === LOCK_LOST || spawned.exitCode === 0)
        await Bun.sleep(5), (spawned = spawnWorker(at, id));
      else if (spawned.exitCode !== null || spawned.signalCode !== null) throw diedAtStart(at, id, spawned);
    }
    throw new WorkflowError(
      "INTERNAL",
      `the worker of ${id} did not come up within ${PATIENCE_MS / 1000} s`,
      { hint: `look at ${at.layout.workerLog(id)}` },
    );
  }
  function spawnWorker(at, id) {
    ensureDirectory(at.layout.run), touchPrivate(at.layout.workerLog(id));
    const child = Bun.spawn([...workerCommand(), at.home, id], {
      detached: !0,
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(at.layout.workerLog(id)),
      cwd: import_node_os2.homedir(),
      env: { ...process.env, UV_THREADPOOL_SIZE: SYNCS_AT_ONCE, [EFFECT_MARK]: void 0 },
    });
    return (child.unref(), child);
  }
  function workerCommand() {
    if ("/work/main/packages/workflow/src/control/start-worker.ts".startsWith("/$bunfs/"))
      return [process.execPath, "__worker"];
    const entry =
      DIST_DIR === null
        ? new URL("../worker/entry.ts", "file:///work/main/packages/workflow/src/control/start-worker.ts")
            .pathname
        : `${DIST_DIR}/worker.js`;
    return [process.execPath, ...BUN_FLAGS, entry];
  }
  function diedAtStart(at, id, child) {
    const log = readWhole(at.layout.workerLog(id), 1048576),
      lines =
        log === null
          ? []
          : new TextDecoder()
              .decode(log)
              .trim()
              .split(`
`);
    if (child.exitCode === START_FAILED) {
      const report = reportIn(lines.at(-1) ?? "");
      if (report !== null) return errorFromReport(report);
    }
    const how = child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
    return new WorkflowError(
      "IO_FAILED",
      [`the worker of ${id} ended at start (${how})`, ...lines.slice(-12)]
        .join(`
`)
        .trim(),
      { details: { exitCode: child.exitCode, signal: child.signalCode } },
    );
  }
  function reportIn(line) {
    try {
      return JSON.parse(line).error;
    } catch {
      return null;
    }
  }
  var import_node_os2,
    PATIENCE_MS = 15000,
    BUN_FLAGS,
    SYNCS_AT_ONCE = "16";
  var init_start_worker = __esm(() => {
    init_dist();
    init_effect();
    init_errors();
    init_directory();
    init_whole_file();
    init_worker_client();
    (import_node_os2 = require("os")),
      (BUN_FLAGS = [
        "--no-install",
        "--no-env-file",
        "--config=/dev/null",
        "--disallow-code-generation-from-strings=strict",
      ]);
  });
  function canonicalJson(value, limits = {}) {
    const walk = { bytes: 0, bytesMax: limits.bytes ?? 1 / 0, depthMax: limits.depth ?? 200, open: [] };
    return write(value, "", walk);
  }
  function write(value, path, walk) {
    switch (typeof value) {
      case "string":
        return writeString(value, path, walk);
      case "number":
        return count(writeNumber(value, path), path, walk);
      case "boolean":
        return count(value ? "true" : "false", path, walk);
      case "object":
        return value === null ? count("null", path, walk) : writeObject(value, path, walk);
      case "undefined":
        throw new NonCanonicalValue(path, "is undefined");
      default:
        throw new NonCanonicalValue(path, `is a ${typeof value}, which JSON cannot carry`);
    }
  }
  function writeString(value, path, walk) {
    if (!apply(isWellFormed, value, [])) throw new NonCanonicalValue(path, "holds a lone surrogate");
    if (value.length > walk.bytesMax - walk.bytes) tooLarge(path, walk);
    const text = stringify(value);
    return count(text, path, walk, byteLength(text));
  }
  function writeNumber(value, path) {
    if (!isFiniteNumber(value)) throw new NonCanonicalValue(path, `is ${value}`);
    if (is(value, -0)) throw new NonCanonicalValue(path, "is -0");
    if (isInteger(value) && !isSafeInteger(value))
      throw new NonCanonicalValue(path, "is an integer beyond 2^53");
    return `${value}`;
  }
  function writeObject(value, path, walk) {
    if (import_types.isProxy(value)) throw new NonCanonicalValue(path, "is a Proxy");
    if (apply(includes, walk.open, [value])) throw new NonCanonicalValue(path, "contains itself");
    if (walk.open.length >= walk.depthMax)
      throw new NonCanonicalValue(path, `is nested deeper than ${walk.depthMax}`);
    walk.open[walk.open.length] = value;
    const text = isArray(value) ? writeArray(value, path, walk) : writeRecord(value, path, walk);
    return ((walk.open.length -= 1), text);
  }
  function writeArray(value, path, walk) {
    if (getPrototypeOf(value) !== arrayPrototype) throw new NonCanonicalValue(path, "is not a plain array");
    if (ownKeys(value).length !== value.length + 1)
      throw new NonCanonicalValue(path, "has holes or named members");
    let text = "[";
    for (let index = 0; index < value.length; index++) {
      const member = readMember(value, `${index}`, `${path}[${index}]`);
      text += (index === 0 ? "" : ",") + write(member, `${path}[${index}]`, walk);
    }
    return count(`${text}]`, path, walk, value.length === 0 ? 2 : value.length + 1);
  }
  function writeRecord(value, path, walk) {
    const prototype = getPrototypeOf(value);
    if (prototype !== objectPrototype && prototype !== null)
      throw new NonCanonicalValue(path, `is ${article(prototype)}, not a plain object`);
    const keys = ownKeys(value);
    for (let index = 0; index < keys.length; index++)
      if (typeof keys[index] === "symbol") throw new NonCanonicalValue(path, "has a symbol key");
    apply(sort, keys, []);
    let text = "{";
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index],
        at = path === "" ? key : `${path}.${key}`;
      text += `${index === 0 ? "" : ","}${writeString(key, at, walk)}:${write(readMember(value, key, at), at, walk)}`;
    }
    return count(`${text}}`, path, walk, keys.length === 0 ? 2 : 2 * keys.length + 1);
  }
  function readMember(value, key, path) {
    const member = getOwnPropertyDescriptor(value, key);
    if (member === void 0) throw new NonCanonicalValue(path, "is missing");
    if (!("value" in member)) throw new NonCanonicalValue(path, "is a getter");
    if (!member.enumerable) throw new NonCanonicalValue(path, "is not enumerable");
    return member.value;
  }
  function count(text, path, walk, bytes = text.length) {
    if (((walk.bytes += bytes), walk.bytes > walk.bytesMax)) tooLarge(path, walk);
    return text;
  }
  function tooLarge(path, walk) {
    throw new NonCanonicalValue(path, `takes the value over its limit of ${walk.bytesMax} bytes`, "bytes");
  }
  function article(prototype) {
    if (import_types.isProxy(prototype)) return "an instance of a class";
    const name = getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
    return typeof name === "string" && name !== "" ? `a ${name}` : "an instance of a class";
  }
  var import_types,
    getPrototypeOf,
    getOwnPropertyDescriptor,
    ownKeys,
    apply,
    isArray,
    arrayPrototype,
    objectPrototype,
    stringify,
    sort,
    isSafeInteger,
    isInteger,
    isFiniteNumber,
    isWellFormed,
    includes,
    is,
    byteLength,
    NonCanonicalValue;
  var init_canonical_json = __esm(() => {
    (import_types = require("util/types")),
      ({ getPrototypeOf, getOwnPropertyDescriptor } = Object),
      ({ ownKeys, apply } = Reflect),
      ({ isArray, prototype: arrayPrototype } = Array),
      (objectPrototype = Object.prototype),
      (stringify = JSON.stringify),
      (sort = arrayPrototype.sort),
      (isSafeInteger = Number.isSafeInteger),
      (isInteger = Number.isInteger),
      (isFiniteNumber = Number.isFinite),
      (isWellFormed = String.prototype.isWellFormed),
      (includes = arrayPrototype.includes),
      (is = Object.is),
      (byteLength = Buffer.byteLength);
    NonCanonicalValue = class NonCanonicalValue extends Error {
      path;
      reason;
      kind;
      constructor(path, reason, kind = "value") {
        super(`${path === "" ? "the value" : path} ${reason}`);
        this.path = path;
        this.reason = reason;
        this.kind = kind;
      }
    };
  });
  function chainLine(json, previousSum) {
    const sum = xxh64Text(previousSum + json);
    return { text: `${json.slice(0, -1)},"sum":"${sum}"}`, sum };
  }
  function encodeRecord(record, previousSum) {
    return chainLine(canonicalJson(record), previousSum);
  }
  function sumOfLine(line, previousSum) {
    const bodyEnd = line.length - TAIL_BYTES;
    if (bodyEnd < 1) return null;
    const sum = xxh64Text(preimageOf(line.subarray(0, bodyEnd), previousSum));
    return latin1.decode(line.subarray(bodyEnd)) === `,"sum":"${sum}"}` ? sum : null;
  }
  function jsonOfLine(line) {
    return `${decoder.decode(line.subarray(0, line.length - TAIL_BYTES))}}`;
  }
  function rechainLine(line, previousSum) {
    const sum = xxh64Text(preimageOf(line.subarray(0, line.length - TAIL_BYTES), previousSum)),
      bytes = line.slice();
    return (encoder.encodeInto(sum, bytes.subarray(line.length - 2 - SUM_CHARS)), { bytes, sum });
  }
  function preimageOf(body, previousSum) {
    const length = previousSum.length + body.length + 1;
    if (scratch.length < length) scratch = new Uint8Array(length * 2);
    return (
      encoder.encodeInto(previousSum, scratch),
      scratch.set(body, previousSum.length),
      (scratch[length - 1] = CLOSING_BRACE),
      scratch.subarray(0, length)
    );
  }
  var SUM_CHARS = 13,
    TAIL_BYTES,
    CLOSING_BRACE = 125,
    scratch,
    encoder,
    decoder,
    latin1;
  var init_journal_line = __esm(() => {
    init_canonical_json();
    init_xxh64();
    TAIL_BYTES = 8 + SUM_CHARS + 2;
    scratch = new Uint8Array(65536);
    (encoder = new TextEncoder()),
      (decoder = new TextDecoder("utf-8", { ignoreBOM: !0 })),
      (latin1 = new TextDecoder("latin1"));
  });
  class AppendFile {
    path;
    fd;
    bytes;
    group;
    broken;
    syncedBytes;
    constructor(path, fd, bytes, group) {
      this.path = path;
      this.fd = fd;
      this.bytes = bytes;
      this.group = group;
      (this.syncedBytes = bytes), group.join(this);
    }
    static open(path, group) {
      try {
        const fd = import_node_fs5.openSync(
          path,
          import_node_fs5.constants.O_RDWR |
            import_node_fs5.constants.O_APPEND |
            import_node_fs5.constants.O_NOFOLLOW,
        );
        return new AppendFile(path, fd, import_node_fs5.fstatSync(fd).size, group);
      } catch (error) {
        throw ioFailed("open", path, error);
      }
    }
    get size() {
      return this.bytes;
    }
    append(text) {
      this.assertWhole();
      const data = Buffer.from(text);
      try {
        writeFully(this.fd, data), (this.bytes += data.length);
      } catch (error) {
        throw ((this.broken = error), this.takeBack(this.bytes), ioFailed("append to", this.path, error));
      }
    }
    get isSynced() {
      return this.bytes === this.syncedBytes;
    }
    async sync() {
      this.assertWhole();
      const { bytes } = this;
      try {
        await this.group.sync(this.fd), (this.syncedBytes = Math.max(this.syncedBytes, bytes));
      } catch (error) {
        throw ((this.broken = error), this.takeBack(this.syncedBytes), ioFailed("sync", this.path, error));
      }
    }
    cutTo(bytes) {
      import_node_fs5.ftruncateSync(this.fd, bytes), (this.bytes = bytes), (this.syncedBytes = bytes);
    }
    close() {
      this.group.leave(this), import_node_fs5.closeSync(this.fd);
    }
    takeBack(bytes) {
      try {
        import_node_fs5.ftruncateSync(this.fd, bytes), (this.bytes = bytes);
      } catch {}
    }
    assertWhole() {
      if (this.broken !== void 0) throw ioFailed("append to", this.path, this.broken);
    }
  }
  var import_node_fs5;
  var init_append_file = __esm(() => {
    init_io_error();
    init_whole_file();
    import_node_fs5 = require("fs");
  });
  function readLines(path, range, onLine) {
    const fd = openForRead(path);
    try {
      let carry = EMPTY,
        size = Math.min(
          CHUNK_BYTES,
          Math.max(CHUNK_BYTES_MIN, import_node_fs6.fstatSync(fd).size - range.from),
        );
      for (let position = range.from; position < range.until; ) {
        const chunk = new Uint8Array(size),
          got = import_node_fs6.readSync(
            fd,
            chunk,
            0,
            Math.min(chunk.length, range.until - position),
            position,
          );
        if (got === 0) break;
        (position += got), (carry = splitLines(carry, chunk.subarray(0, got), onLine));
      }
      return carry;
    } finally {
      import_node_fs6.closeSync(fd);
    }
  }
  function splitLines(carry, chunk, onLine) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, end + 1);
      onLine(carry.length === 0 ? piece : joined(carry, piece)), (carry = EMPTY), (from = end + 1);
    }
    return carry.length === 0 ? chunk.subarray(from) : joined(carry, chunk.subarray(from));
  }
  function joined(first, second) {
    const both = new Uint8Array(first.length + second.length);
    return (both.set(first), both.set(second, first.length), both);
  }
  function openForRead(path) {
    try {
      return import_node_fs6.openSync(
        path,
        import_node_fs6.constants.O_RDONLY | import_node_fs6.constants.O_NOFOLLOW,
      );
    } catch (error) {
      throw ioFailed("read", path, error);
    }
  }
  var import_node_fs6,
    CHUNK_BYTES = 1048576,
    CHUNK_BYTES_MIN = 65536,
    NEWLINE = 10,
    EMPTY;
  var init_read_lines = __esm(() => {
    init_io_error();
    (import_node_fs6 = require("fs")), (EMPTY = new Uint8Array(0));
  });
  function recordProblem(value, place) {
    if (!isObject2(value)) return "is not an object";
    if (place.line === 1) return startProblem(value);
    if (!("kind" in value)) return place.ended ? "stands after the result" : roleProblem(value);
    if (place.ended && value.kind !== "seal") return "stands after the result";
    return kindProblem(value);
  }
  function startProblem(value) {
    const parameters = value.parameters;
    if (!isText(value.threadId) || !isText(value.hash) || !isText(value.name) || !isText(value.sha256))
      return "is not a start record (threadId, hash, name, sha256)";
    if (!isObject2(parameters) || !isText(parameters.prompt) || !isObject2(parameters.options))
      return "is not a start record (parameters)";
    return stampProblem(value);
  }
  function roleProblem(value) {
    if (!isText(value.role)) return "is not a role record (role)";
    if (!isText(value.content)) return "is not a role record (content)";
    if (!isObject2(value.meta)) return "is not a role record (meta)";
    return stampProblem(value);
  }
  function kindProblem(value) {
    switch (value.kind) {
      case "control":
        return ACTIONS.has(value.action)
          ? stampProblem(value)
          : `has an unknown control action ${JSON.stringify(value.action)}`;
      case "result":
        return STATUSES.has(value.status) && typeof value.returnCode === "number" && isText(value.summary)
          ? stampProblem(value)
          : "is not a result record";
      case "seal":
        return isText(value.sha256) && isText(value.sig) && isText(value.key)
          ? stampProblem(value)
          : "is not a seal";
      case "intent":
      case "attempt":
      case "receipt":
      case "fault":
      case "reject":
      case "decision":
      case "checkpoint":
      case "annotation":
        return commandProblem(value, value.kind);
      default:
        if (isText(value.kind) && LEGACY_KIND.test(value.kind)) return stampProblem(value);
        return `has an unknown kind ${JSON.stringify(value.kind)}; a newer version may have written it`;
    }
  }
  function commandProblem(value, kind) {
    for (const key of ["n", "index"])
      if (!Number.isSafeInteger(value[key]) || value[key] < 0) return `is not a ${kind} record (${key})`;
    for (const [key, type] of Object.entries(COMMAND_KEYS[kind] ?? {}))
      if (typeof value[key] !== type) return `is not a ${kind} record (${key})`;
    return stampProblem(value);
  }
  function stampProblem(value) {
    return Number.isSafeInteger(value.timestamp) ? null : "has no timestamp";
  }
  function isText(value) {
    return typeof value === "string";
  }
  function isObject2(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  var LEGACY_KIND, COMMAND_KEYS, ACTIONS, STATUSES;
  var init_check_record = __esm(() => {
    (LEGACY_KIND = /^plan_[a-z]+$/),
      (COMMAND_KEYS = {
        intent: { id: "string", do: "string" },
        attempt: { intent: "string", attempt: "number", status: "string" },
        receipt: {
          intent: "string",
          effect: "string",
          executor: "string",
          status: "string",
          attempt: "number",
          sig: "string",
        },
        fault: { intent: "string", effect: "string", code: "string", payloadHash: "string" },
        reject: { code: "string", message: "string" },
        decision: { intent: "string", decision: "string", actor: "string", at: "string" },
        checkpoint: { stateHash: "string", seq: "number" },
        annotation: {},
      });
    (ACTIONS = new Set(["queue", "start", "pause", "resume", "restart", "branch", "cancel", "kill"])),
      (STATUSES = new Set(["completed", "failed", "cancelled", "killed"]));
  });
  class ReadLine {
    text;
    seq;
    sum;
    byte;
    parsed;
    roleStamp;
    roleEndBytes;
    constructor(text, seq, sum, byte) {
      this.text = text;
      this.seq = seq;
      this.sum = sum;
      this.byte = byte;
      const end = roleEndOf(text);
      (this.roleStamp = end === null ? null : Number(end[1])),
        (this.roleEndBytes = end === null ? 0 : end[0].length - 1);
    }
    get isRole() {
      return this.roleStamp !== null;
    }
    get timestamp() {
      return this.roleStamp ?? this.record.timestamp;
    }
    get json() {
      return jsonOfLine(this.text);
    }
    get record() {
      return this.parse() ?? this.refuse();
    }
    get roleBody() {
      return this.text.subarray(0, this.text.length - this.roleEndBytes);
    }
    parse() {
      try {
        return ((this.parsed ??= JSON.parse(this.json)), this.parsed);
      } catch {
        return null;
      }
    }
    refuse() {
      throw new WorkflowError("JOURNAL_CORRUPT", `line ${this.seq} (byte ${this.byte}) is not JSON`, {
        details: { line: this.seq, byte: this.byte },
      });
    }
  }
  function roleEndOf(text) {
    if (text[1] !== QUOTE || text[2] !== LETTER_C) return null;
    return ROLE_END.exec(decoder2.decode(text.subarray(-ROLE_END_BYTES)));
  }
  var QUOTE = 34,
    LETTER_C = 99,
    ROLE_END,
    ROLE_END_BYTES = 64,
    decoder2;
  var init_read_line = __esm(() => {
    init_journal_line();
    init_errors();
    (ROLE_END = /","timestamp":(\d{1,16}),"sum":"[^"]*"\}$/), (decoder2 = new TextDecoder("latin1"));
  });
  function readJournal(path, visit, options = {}) {
    const from = options.from ?? JOURNAL_BEGIN,
      reader = new LineChecker(path, visit, options.onBytes, from),
      range = { from: from.bytes, until: options.until ?? 1 / 0 },
      rest = orNotFound(path, () => readLines(path, range, (line) => reader.add(line)));
    return (reader.checkTail(rest), { ...reader.place, tailBytes: rest.length });
  }
  function orNotFound(path, read) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof WorkflowError) || !isMissing(error.cause)) throw error;
      const threadId = import_node_path6.basename(path, JOURNAL_SUFFIX);
      throw new WorkflowError("NOT_FOUND", `there is no thread ${threadId}`, {
        hint: "uncaged-workflow threads",
      });
    }
  }
  class LineChecker {
    path;
    visit;
    onBytes;
    line;
    byte;
    sum;
    ended;
    constructor(path, visit, onBytes, from) {
      this.path = path;
      this.visit = visit;
      this.onBytes = onBytes;
      (this.line = from.lines), (this.byte = from.bytes), (this.sum = from.sum), (this.ended = from.ended);
    }
    get place() {
      return { lines: this.line, bytes: this.byte, sum: this.sum, ended: this.ended };
    }
    add(bytes) {
      const text = bytes.subarray(0, -1),
        sum = sumOfLine(text, this.sum) ?? this.refuse("does not match its sum"),
        line = new ReadLine(text, this.line + 1, sum, this.byte);
      this.check(line),
        this.onBytes?.(bytes),
        this.visit(line),
        (this.line += 1),
        (this.byte += bytes.length),
        (this.sum = sum);
    }
    check(line) {
      if (line.isRole && line.seq > 1) {
        if (this.ended) this.refuse("stands after the result");
        return;
      }
      const record = line.parse(),
        problem =
          record === null ? "is not JSON" : recordProblem(record, { line: line.seq, ended: this.ended });
      if (problem !== null) this.refuse(problem);
      this.ended ||= record.kind === "result";
    }
    checkTail(tail) {
      const last = tail.at(-1);
      if (last === void 0 || tail.every((byte) => byte === 0)) return;
      if (tail[0] !== OPENING_BRACE) this.refuse("is not a record");
      if (last !== 0 && sumOfLine(tail.subarray(0, -1), this.sum) !== null)
        this.refuse("has a damaged line end");
    }
    refuse(problem) {
      const line = this.line + 1;
      throw new WorkflowError(
        "JOURNAL_CORRUPT",
        `${this.path}: line ${line} (byte ${this.byte}) ${problem}`,
        { hint: "uncaged-workflow fsck", details: { file: this.path, line, byte: this.byte } },
      );
    }
  }
  var import_node_path6,
    JOURNAL_BEGIN,
    OPENING_BRACE = 123;
  var init_read_journal = __esm(() => {
    init_journal_line();
    init_errors();
    init_io_error();
    init_layout();
    init_read_lines();
    init_check_record();
    init_read_line();
    (import_node_path6 = require("path")), (JOURNAL_BEGIN = { lines: 0, bytes: 0, sum: "", ended: !1 });
  });
  class FileJournal {
    file;
    clock;
    hasher;
    place;
    lastStamp;
    constructor(file, clock, hasher, place, lastStamp) {
      this.file = file;
      this.clock = clock;
      this.hasher = hasher;
      this.place = place;
      this.lastStamp = lastStamp;
    }
    static open(path, ports, visit) {
      let hasher = new Bun.CryptoHasher("sha256"),
        lastStamp = 0,
        end = readJournal(
          path,
          (line) => {
            (lastStamp = line.timestamp), visit(line);
          },
          { onBytes: (bytes) => hasher.update(bytes) },
        ),
        file = AppendFile.open(path, ports.group);
      if (end.tailBytes > 0) file.cutTo(end.bytes);
      return { journal: new FileJournal(file, ports.clock, hasher, end, lastStamp), cutBytes: end.tailBytes };
    }
    get bytes() {
      return this.place.bytes;
    }
    get lastSeq() {
      return this.place.lines;
    }
    get lastSum() {
      return this.place.sum;
    }
    appendRole(json) {
      this.appendJson(`${json.slice(0, -1)},"timestamp":${this.stamp()}}`);
    }
    append(record) {
      this.appendJson(canonicalJson({ ...record, timestamp: this.stamp() }));
    }
    appendAll(records) {
      let timestamp = this.stamp(),
        { sum } = this.place,
        lines = records.map((record) => {
          const line = encodeRecord({ ...record, timestamp }, sum);
          return ((sum = line.sum), line);
        });
      return (this.appendLines(lines), timestamp);
    }
    get isSynced() {
      return this.file.isSynced;
    }
    sync() {
      return this.file.sync();
    }
    async seal(sealer) {
      const sha256 = this.hasher.copy().digest("hex");
      this.append({ kind: "seal", sha256, ...(await sealer.sign(sha256)) }), await this.sync();
    }
    async end(result, sealer) {
      const timestamp = this.stamp(),
        ending = chainLine(canonicalJson({ ...result, timestamp }), this.place.sum),
        sha256 = this.hasher
          .copy()
          .update(`${ending.text}
`)
          .digest("hex"),
        seal = { kind: "seal", sha256, ...(await sealer.sign(sha256)), timestamp };
      this.appendLines([ending, encodeRecord(seal, ending.sum)]), await this.sync();
    }
    close() {
      this.file.close();
    }
    appendJson(json) {
      this.appendLines([chainLine(json, this.place.sum)]);
    }
    appendLines(lines) {
      const text = lines
        .map(
          (line) => `${line.text}
`,
        )
        .join("");
      this.file.append(text), this.hasher.update(text);
      const sum = lines.at(-1)?.sum ?? this.place.sum;
      this.place = { ...this.place, lines: this.place.lines + lines.length, bytes: this.file.size, sum };
    }
    stamp() {
      return ((this.lastStamp = Math.max(this.lastStamp, this.clock.now())), this.lastStamp);
    }
  }
  function createJournal(path, start, history = []) {
    let first = encodeRecord(start, ""),
      pieces = [
        Buffer.from(`${first.text}
`),
      ],
      sum = first.sum;
    for (const taken of history) {
      const line = rechainLine(taken, sum);
      pieces.push(line.bytes, NEWLINE2), (sum = line.sum);
    }
    const bytes = Buffer.concat(pieces);
    return (
      ensureDirectory(import_node_path7.dirname(path)),
      replaceWhole(path, bytes),
      { lines: history.length + 1, bytes: bytes.length, sum, ended: !1 }
    );
  }
  var import_node_path7, NEWLINE2;
  var init_file_journal = __esm(() => {
    init_canonical_json();
    init_journal_line();
    init_append_file();
    init_directory();
    init_whole_file();
    init_read_journal();
    import_node_path7 = require("path");
    NEWLINE2 = Buffer.from(`
`);
  });
  function isCommandRecord(record) {
    return "kind" in record && "n" in record;
  }
  function foldYield(current, record, seq) {
    if (record.kind === "reject") return current;
    if (record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation")
      return openLeaf(current, record, seq);
    const leaf = current?.n === record.n ? current.leaves.get(record.index) : void 0;
    if (current === null || leaf === void 0) return current;
    switch (record.kind) {
      case "attempt":
        return (
          (leaf.attempt = record.attempt),
          (leaf.isDispatched = record.status === "started"),
          (leaf.isUnknown = record.status === "unknown"),
          (leaf.lastError = record.error ?? null),
          (leaf.retryAt = record.status === "failed" ? record.timestamp + (record.delayMs ?? 0) : null),
          current
        );
      case "receipt":
        return settle(current, record.index, { by: "receipt", receipt: record });
      case "decision":
        return decide(current, leaf, record);
      case "fault":
        return ((leaf.fault = record), current);
    }
  }
  function isSettled(state) {
    if (state.group?.type === "any") return state.order.length > 0;
    return state.leaves.size === (state.group?.of ?? 1) && state.order.length === state.leaves.size;
  }
  function waitOf(state) {
    if (isSettled(state) || state.leaves.size < (state.group?.of ?? 1)) return null;
    const waits = [...state.leaves.values()].filter((leaf) => leaf.settled === null).map(waitOfLeaf);
    if (waits.length === 0 || waits.includes(null)) return null;
    const known = waits,
      times = known.flatMap(({ wakeAt }) => (wakeAt === null ? [] : [wakeAt]));
    return {
      on: (known.find(({ on }) => on !== "timer") ?? known[0]).on,
      wakeAt: times.length === 0 ? null : Math.min(...times),
    };
  }
  function waitOfLeaf(leaf) {
    const { opening } = leaf;
    if (opening.kind !== "intent") return null;
    switch (opening.do) {
      case "approve":
        return { on: "approval", wakeAt: opening.expiresAt };
      case "input":
        return { on: "input", wakeAt: null };
      case "sleep":
        return { on: "timer", wakeAt: opening.until };
      case "effect":
        if (opening.gate !== void 0 && !leaf.isApproved)
          return { on: "approval", wakeAt: opening.gate.expiresAt };
        if (leaf.isUnknown) return { on: "reconcile", wakeAt: null };
        return leaf.retryAt === null ? null : { on: "timer", wakeAt: leaf.retryAt };
      default:
        return null;
    }
  }
  function openLeaf(current, opening, seq) {
    const { n, index, group } = opening,
      state =
        current !== null && current.n === n
          ? current
          : { n, hash: null, group: group ?? null, leaves: new Map(), order: [] };
    state.hash ??= opening.yield ?? null;
    const leaf = {
      opening,
      seq,
      attempt: "attempt" in opening ? 1 : 0,
      isDispatched: "attempt" in opening,
      retryAt: null,
      lastError: null,
      isUnknown: !1,
      isApproved: !1,
      fault: null,
      settled: null,
    };
    state.leaves.set(index, leaf);
    const value = valueOf(opening);
    return value === null ? state : settle(state, index, value);
  }
  function valueOf(opening) {
    if (opening.kind === "checkpoint") return { by: "value", value: { seq: opening.seq } };
    if (opening.kind === "annotation") return { by: "value", value: void 0 };
    return "answer" in opening ? { by: "value", value: opening.answer } : null;
  }
  function decide(state, leaf, decision) {
    if (leaf.opening.kind === "intent" && leaf.opening.do === "effect" && decision.decision === "approve")
      leaf.isApproved = !0;
    else if (decision.decision === "retry") (leaf.isUnknown = !1), (leaf.isDispatched = !1);
    else return settle(state, decision.index, { by: "decision", decision });
    return state;
  }
  function settle(state, index, settled) {
    const leaf = state.leaves.get(index);
    if (leaf === void 0 || leaf.settled !== null) return state;
    return ((leaf.settled = settled), (leaf.isDispatched = !1), state.order.push(index), state);
  }
  function emptyFold() {
    return {
      start: null,
      steps: 0,
      yields: 0,
      current: null,
      epoch: 0,
      state: void 0,
      epochState: void 0,
      paused: !1,
      queued: !1,
      stopping: null,
      stopReason: void 0,
      result: null,
      seals: 0,
      updatedAt: 0,
      lastSeq: 0,
    };
  }
  function foldLine(fold, line) {
    if (!line.isRole) return foldRecord(fold, line.record, line.seq);
    foldStep(fold, line.timestamp, line.seq);
  }
  function foldStep(fold, timestamp, seq) {
    (fold.lastSeq = seq), (fold.updatedAt = timestamp), foldRole(fold);
  }
  function foldRecord(fold, record, seq) {
    if (((fold.lastSeq = seq), (fold.updatedAt = record.timestamp), "role" in record)) foldRole(fold);
    else if (!("kind" in record)) fold.start = record;
    else if (record.kind === "control") foldControl(fold, record);
    else if (record.kind === "result") fold.result = record;
    else if (record.kind === "seal") fold.seals += 1;
    else if (isCommandRecord(record)) foldCommand(fold, record, seq);
  }
  function foldRole(fold) {
    (fold.steps += 1), (fold.yields += 1), (fold.current = null);
  }
  function foldCommand(fold, record, seq) {
    if (
      ((fold.current = foldYield(fold.current, record, seq)),
      (fold.yields = Math.max(fold.yields, fold.current?.n ?? 0)),
      record.kind !== "checkpoint")
    )
      return;
    if (((fold.state = record.state), record.epoch)) beginEpoch(fold, record.state);
  }
  function beginEpoch(fold, state) {
    (fold.epoch += 1),
      (fold.steps = 0),
      (fold.yields = 0),
      (fold.current = null),
      (fold.state = state),
      (fold.epochState = state);
  }
  function foldControl(fold, record) {
    switch (record.action) {
      case "queue":
        fold.queued = !0;
        return;
      case "start":
        fold.queued = !1;
        return;
      case "pause":
        fold.paused = !0;
        return;
      case "resume":
        fold.paused = !1;
        return;
      case "restart":
        (fold.paused = !1), beginEpoch(fold, void 0);
        return;
      case "branch":
        (fold.steps = record.steps ?? 0), (fold.yields = (record.at ?? 1) - 1), (fold.current = null);
        return;
      case "kill":
      case "cancel":
        (fold.stopping = record.action), (fold.stopReason = record.reason);
    }
  }
  function collectSteps(steps, line, stepOf) {
    if (line.isRole) steps.push(stepOf());
    else steps.length = Math.min(steps.length, stepsLeftBy(line.record));
  }
  function stepOf({ record, seq }) {
    const { role, content, meta, timestamp } = record;
    return { seq, role, content, meta, timestamp };
  }
  function stepsLeftBy(record) {
    if (!("kind" in record)) return 1 / 0;
    if (record.kind === "checkpoint") return record.epoch ? 0 : 1 / 0;
    if (record.kind !== "control") return 1 / 0;
    if (record.action === "restart") return 0;
    return record.action === "branch" ? (record.steps ?? 0) : 1 / 0;
  }
  var init_fold_thread = () => {};
  function deriveStatus(fold, live) {
    if (fold.start === null) return "empty";
    if (fold.result !== null) return fold.result.status;
    if (fold.paused) return "paused";
    if (fold.stopping === null && isWaiting(fold)) return "waiting";
    if (!live) return "interrupted";
    return fold.queued ? "queued" : "running";
  }
  function deriveWait(fold) {
    return fold.result === null && fold.current !== null ? waitOf(fold.current) : null;
  }
  function isWaiting(fold) {
    return deriveWait(fold) !== null;
  }
  var init_derive_status = () => {};
  var exports_follow_thread = {};
  __export(exports_follow_thread, {
    FROM_THE_BEGINNING: () => FROM_THE_BEGINNING,
    followThread: () => followThread,
    watchThread: () => watchThread,
  });
  async function watchThread(house, place) {
    const client = await WorkerClient.connect(house.layout.socket(place.hash));
    if (client === null) return null;
    try {
      return (await client.ask({ op: "follow", threadId: place.threadId }, TIMES.answerMs), client);
    } catch (error) {
      if ((client.close(), error instanceof WorkflowError && error.code !== "STATE_INVALID")) throw error;
      return null;
    }
  }
  async function* followThread(place, client, since = FROM_THE_BEGINNING, signal) {
    let fold = { ...since.fold },
      at = since.at,
      readTo = (bytes) => {
        const lines = [];
        return (
          (at = readJournal(
            place.path,
            (line) => {
              foldLine(fold, line), lines.push(line);
            },
            { from: at, until: bytes },
          )),
          lines
        );
      };
    if (client !== null)
      for await (const bytes of durableBytes(client, place, signal))
        for (const line of readTo(bytes)) yield { type: "line", line };
    if (signal?.aborted) return;
    if (at.bytes < (fileSize(place.path) ?? 0)) syncFile(place.path);
    for (const line of readTo(1 / 0)) yield { type: "line", line };
    const error = client?.noticeOf(place.threadId)?.error ?? null;
    yield { type: "left", status: deriveStatus(fold, !1), error, fold };
  }
  async function* durableBytes(client, place, signal) {
    let news = Promise.withResolvers(),
      over = !1,
      wake = () => {
        news.resolve(), (news = Promise.withResolvers());
      },
      stop = () => {
        (over = !0), wake();
      };
    (client.onNotice = wake), client.closed.then(stop), signal?.addEventListener("abort", stop, { once: !0 });
    for (let told = 0; ; ) {
      const waiting = news.promise,
        notice = client.noticeOf(place.threadId);
      if (notice !== void 0 && notice.bytes > told) (told = notice.bytes), yield told;
      else if (over || notice?.left) return;
      else await waiting;
    }
  }
  var FROM_THE_BEGINNING;
  var init_follow_thread = __esm(() => {
    init_errors();
    init_limits();
    init_worker_client();
    init_whole_file();
    init_read_journal();
    init_derive_status();
    init_fold_thread();
    FROM_THE_BEGINNING = { at: JOURNAL_BEGIN, fold: emptyFold() };
  });
  function readHolder(path) {
    const bytes = readWhole(path, 4096);
    if (bytes === null) return null;
    try {
      const value = JSON.parse(new TextDecoder().decode(bytes));
      return Number.isSafeInteger(value.pid) && typeof value.startedTicks === "string" ? value : null;
    } catch {
      return null;
    }
  }
  var init_holder_file = __esm(() => {
    init_whole_file();
  });
  function tryLock(path, patienceMs = 50) {
    const file = openLockFile(path);
    try {
      return (
        file.run(`PRAGMA busy_timeout = ${patienceMs}`),
        file.run("BEGIN EXCLUSIVE"),
        { release: () => file.close() }
      );
    } catch (error) {
      if ((file.close(), isBusy(error))) return null;
      throw ioFailed("lock", path, error);
    }
  }
  function isLocked(path) {
    if (import_node_fs7.lstatSync(path, { throwIfNoEntry: !1 }) === void 0) return !1;
    const file = openLockFile(path);
    try {
      return (file.query("SELECT 1 FROM sqlite_master").get(), !1);
    } catch (error) {
      if (isBusy(error)) return !0;
      throw ioFailed("look at the lock", path, error);
    } finally {
      file.close();
    }
  }
  function isBusy(error) {
    return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
  }
  function openLockFile(path) {
    if (import_node_fs7.lstatSync(path, { throwIfNoEntry: !1 })?.isSymbolicLink())
      throw new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`);
    try {
      return (touchPrivate(path), new import_bun_sqlite2.Database(path, { readwrite: !0 }));
    } catch (error) {
      throw ioFailed("open the lock", path, error);
    }
  }
  var import_bun_sqlite2, import_node_fs7;
  var init_lock = __esm(() => {
    init_errors();
    init_io_error();
    init_whole_file();
    (import_bun_sqlite2 = require("bun:sqlite")), (import_node_fs7 = require("fs"));
  });
  function isAlive(identity) {
    const ticks = startTicks(identity.pid);
    return ticks !== null && ticks === identity.startedTicks;
  }
  function killExactly(identity) {
    if (!isAlive(identity)) return !1;
    return (process.kill(identity.pid, "SIGKILL"), !0);
  }
  function bootId() {
    if (process.platform === "linux")
      return import_node_fs8.readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return String(Math.round((Date.now() / 1000 - import_node_os3.uptime()) / 60));
  }
  function startTicks(pid) {
    if (process.platform !== "linux") return startByPs(pid);
    try {
      const stat = import_node_fs8.readFileSync(`/proc/${pid}/stat`, "latin1"),
        fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  function startByPs(pid) {
    const text = Bun.spawnSync(["ps", "-o", "lstart=", "-p", String(pid)])
      .stdout.toString()
      .trim();
    return text === "" ? null : text;
  }
  var import_node_fs8, import_node_os3;
  var init_process_identity = __esm(() => {
    (import_node_fs8 = require("fs")), (import_node_os3 = require("os"));
  });
  async function endHungWorker(layout, id) {
    if (!isLocked(layout.lock(id))) return null;
    const holder = readHolder(layout.holder(id));
    if (holder === null || !isAlive(holder))
      throw new WorkflowError("STATE_INVALID", `the lock of ${id} is held by a process we cannot name`, {
        hint: `find it: fuser ${layout.lock(id)}`,
      });
    return (killExactly(holder), await untilUnlocked(layout, id), holder.worker);
  }
  function lockBundle(layout, id) {
    return tryLock(layout.lock(id), 200);
  }
  async function untilUnlocked(layout, id) {
    const deadline = performance.now() + DEATH_PATIENCE_MS;
    while (isLocked(layout.lock(id))) {
      if (performance.now() > deadline)
        throw new WorkflowError("STATE_INVALID", `the worker of ${id} was killed but still holds its lock`);
      await Bun.sleep(2);
    }
  }
  var DEATH_PATIENCE_MS = 5000;
  var init_take_over = __esm(() => {
    init_errors();
    init_holder_file();
    init_lock();
    init_process_identity();
  });
  function putRow(database, row) {
    inTransaction(database, () => insertRow(database, row));
  }
  function replaceRows(database, rows) {
    inTransaction(database, () => {
      database.run("DELETE FROM threads");
      for (const row of rows) insertRow(database, row);
    });
  }
  function rowOf(thread, known, now) {
    return {
      thread_id: thread.threadId,
      hash: thread.hash,
      name: known.start.name,
      prompt: known.start.parameters.prompt,
      started_at: known.start.timestamp,
      fork_from: known.start.forkFrom?.threadId ?? null,
      steps: known.steps,
      updated_at: known.updatedAt,
      waiting_on: known.wait?.on ?? null,
      wake_at: known.wait?.wakeAt ?? null,
      ...now,
    };
  }
  function hasRow(database, threadId) {
    return database.query("SELECT 1 FROM threads WHERE thread_id = ?").get(threadId) !== null;
  }
  function getMark(database, key) {
    return database.query("SELECT value FROM marks WHERE key = ?").get(key)?.value ?? null;
  }
  function putMark(database, key, value) {
    database.query("INSERT OR REPLACE INTO marks (key, value) VALUES (?, ?)").run(key, value);
  }
  function deleteRow(database, threadId) {
    database.query("DELETE FROM threads WHERE thread_id = ?").run(threadId);
  }
  function listRows(database, filter = {}) {
    const wheres = [],
      values = [];
    if (filter.name !== void 0) wheres.push("name = ?") && values.push(filter.name);
    if (filter.hash !== void 0) wheres.push("hash = ?") && values.push(filter.hash);
    const where = wheres.length === 0 ? "" : `WHERE ${wheres.join(" AND ")}`,
      sql = `SELECT ${COLUMNS} FROM threads ${where} ORDER BY thread_id DESC LIMIT ${filter.limit ?? -1}`;
    return database.query(sql).all(...values);
  }
  function findRows(database, prefix) {
    return database
      .query(
        `SELECT ${COLUMNS} FROM threads WHERE thread_id >= ? AND thread_id < ? ORDER BY thread_id LIMIT 20`,
      )
      .all(prefix, `${prefix}~`);
  }
  function forksOf(database, threadId) {
    return database
      .query("SELECT thread_id FROM threads WHERE fork_from = ? ORDER BY thread_id")
      .all(threadId)
      .map((row) => row.thread_id);
  }
  function openRows(database) {
    return database
      .query(
        `SELECT ${COLUMNS} FROM threads WHERE status IN ('running', 'queued', 'interrupted', 'paused', 'waiting') ORDER BY thread_id`,
      )
      .all();
  }
  function insertRow(database, row) {
    database
      .query(`INSERT OR REPLACE INTO threads (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        row.thread_id,
        row.hash,
        row.name,
        row.prompt.slice(0, PROMPT_CHARS_MAX),
        row.started_at,
        row.fork_from,
        row.worker,
        row.status,
        row.steps,
        row.updated_at,
        row.size,
        row.waiting_on,
        row.wake_at,
      );
  }
  var PROMPT_CHARS_MAX = 200,
    COLUMNS =
      "thread_id, hash, name, prompt, started_at, fork_from, worker, status, steps, updated_at, size, waiting_on, wake_at";
  var init_thread_index = __esm(() => {
    init_database();
  });
  async function reviveThreads(house, hash, endedWorker, except) {
    const rows = listRows(databaseOf(house), { hash }).filter(
      (row) => row.worker === endedWorker && row.status === "running" && row.thread_id !== except,
    );
    if (rows.length === 0) return [];
    const client = await reachWorker(house, hash),
      revived = [];
    for (const { thread_id: threadId } of rows)
      try {
        await client.ask({ op: "host", threadId, how: "resume", actor: house.actor }, 1e4),
          revived.push(threadId);
      } catch {}
    return (client.close(), revived);
  }
  var init_revive_threads = __esm(() => {
    init_start_worker();
    init_thread_index();
    init_house_database();
  });
  async function hostThread(house, thread, how, reaching) {
    for (let tries = 1; ; tries++) {
      const client = await (reaching ?? reachWorker(house, thread.hash));
      reaching = void 0;
      try {
        return (
          await client.ask(
            { op: "host", threadId: thread.threadId, how, actor: house.actor },
            HOST_PATIENCE_MS,
          ),
          client
        );
      } catch (error) {
        if (
          (client.close(),
          tries >= TRIES_MAX || !(error instanceof ConnectionLost || error instanceof NoAnswer))
        )
          throw error;
        if (error instanceof NoAnswer) await takeOver(house, thread);
      }
    }
  }
  async function takeOver(house, thread) {
    const ended = await endHungWorker(house.layout, thread.hash);
    if (ended !== null) await reviveThreads(house, thread.hash, ended, thread.threadId);
  }
  var HOST_PATIENCE_MS = 1e4,
    TRIES_MAX = 5;
  var init_host_thread = __esm(() => {
    init_start_worker();
    init_take_over();
    init_worker_client();
    init_revive_threads();
  });
  var exports_find_thread = {};
  __export(exports_find_thread, { findThread: () => findThread, journalPlaces: () => journalPlaces });
  function findThread(house, typed) {
    const prefix = normaliseCrockford(typed);
    if (prefix === null || prefix.length > ID_CHARS || prefix.length === 0)
      throw new WorkflowError("USAGE", `"${typed}" is not a thread id`, { hint: "uncaged-workflow threads" });
    if (prefix.length < PREFIX_CHARS_MIN)
      throw new WorkflowError(
        "USAGE",
        `"${typed}" is too short: give ${PREFIX_CHARS_MIN} characters or more`,
        { hint: "uncaged-workflow threads" },
      );
    const places = house.isEmpty() ? [] : placesOf(house, prefix);
    if (places.length === 1) return places[0];
    if (places.length === 0)
      throw new WorkflowError("NOT_FOUND", `there is no thread ${prefix}`, {
        hint: "uncaged-workflow threads",
      });
    const candidates = places.map((place) => place.threadId);
    throw new WorkflowError("USAGE", `"${typed}" fits ${places.length} threads: ${candidates.join(", ")}`, {
      details: { candidates },
    });
  }
  function placesOf(house, prefix) {
    assertFolder(house.layout.logs);
    const rows = findRows(databaseOf(house), prefix);
    if (rows.length > 0) return rows.map((row) => placeOf(house, row.hash, row.thread_id));
    return [...journalPlaces(house)].filter((place) => place.threadId.startsWith(prefix));
  }
  function* journalPlaces(house) {
    for (const hash of listDirectory(house.layout.logs))
      for (const name of listDirectory(house.layout.threads(hash))) {
        const threadId = name.slice(0, -JOURNAL_SUFFIX.length);
        if (name.endsWith(JOURNAL_SUFFIX) && isUlid(threadId)) yield placeOf(house, hash, threadId);
      }
  }
  function placeOf(house, hash, threadId) {
    return (
      assertFolder(house.layout.threads(hash)), { threadId, hash, path: house.layout.journal(hash, threadId) }
    );
  }
  var PREFIX_CHARS_MIN = 6,
    ID_CHARS = 26;
  var init_find_thread = __esm(() => {
    init_crockford32();
    init_ulid();
    init_errors();
    init_directory();
    init_layout();
    init_thread_index();
    init_house_database();
  });
  function readThread(place) {
    const steps = [],
      { fold, end } = foldThread(place, steps);
    return { fold, steps, end };
  }
  function foldThread(place, steps) {
    const fold = emptyFold(),
      end = readJournal(place.path, (line) => {
        if ((foldLine(fold, line), steps !== void 0)) collectSteps(steps, line, () => stepOf(line));
      });
    return { fold, end };
  }
  var init_read_thread = __esm(() => {
    init_read_journal();
    init_fold_thread();
  });
  function healIndexAfterBoot(house) {
    const boot = bootId();
    if (getMark(databaseOf(house), "boot") === boot) return;
    healIndex(house), putMark(databaseOf(house), "boot", boot);
  }
  function healIndex(house) {
    for (const place of journalPlaces(house))
      if (!hasRow(databaseOf(house), place.threadId)) indexPlace(house, place);
  }
  function indexPlace(house, place) {
    putRow(databaseOf(house), readRow(place));
  }
  function readRow(place) {
    try {
      const { fold, end } = foldThread(place);
      if (fold.start === null) return unreadableRow(place, "empty");
      const known = { start: fold.start, steps: fold.steps, updatedAt: fold.updatedAt };
      return rowOf(place, known, { worker: null, status: deriveStatus(fold, !1), size: end.bytes });
    } catch (error) {
      if (error instanceof WorkflowError) return unreadableRow(place, "corrupt");
      throw error;
    }
  }
  function unreadableRow(place, status) {
    return {
      thread_id: place.threadId,
      hash: place.hash,
      name: "?",
      prompt: "",
      started_at: 0,
      fork_from: null,
      worker: null,
      status,
      steps: 0,
      updated_at: 0,
      size: 0,
    };
  }
  var init_heal_index = __esm(() => {
    init_errors();
    init_process_identity();
    init_derive_status();
    init_thread_index();
    init_find_thread();
    init_house_database();
    init_read_thread();
  });
  var exports_start_thread = {};
  __export(exports_start_thread, {
    checkPrompt: () => checkPrompt,
    launch: () => launch,
    startThread: () => startThread,
  });
  async function indexThread(house, place) {
    await Promise.resolve().then(() => init_heal_index());
    indexPlace(house, place);
  }
  async function startThread(house, request) {
    checkPrompt(request.prompt);
    const entry = await findWorkflow(house, request.name),
      bundle = getBundle(house.layout, entry.hash, entry.sha256),
      reaching = reachWorker(house, bundle.id);
    reaching.catch(() => {});
    const start = {
      name: request.name,
      hash: bundle.id,
      sha256: bundle.sha256,
      threadId: house.newThreadId(),
      parameters: parametersOf(request),
      timestamp: house.clock.now(),
    };
    return launch(house, start, [], reaching);
  }
  async function launch(house, start, history, reaching) {
    const { place, since } = recordStart(house, start, history);
    try {
      return { place, client: await hostThread(house, place, "start", reaching), since };
    } catch (error) {
      throw (await indexThread(house, place), error);
    }
  }
  function recordStart(house, start, history) {
    const { threadId, hash } = start,
      path = house.layout.journal(hash, threadId);
    ensureDirectory(house.layout.root), ensureDirectory(house.layout.logs);
    const at = createJournal(path, start, history),
      place = { threadId, hash, path };
    if (history.length === 0) return { place, since: FROM_THE_BEGINNING };
    const fold = {
      ...emptyFold(),
      start,
      steps: history.length,
      lastSeq: at.lines,
      updatedAt: start.timestamp,
    };
    return { place, since: { at, fold } };
  }
  function parametersOf(request) {
    return {
      prompt: request.prompt,
      options: { isDryRun: request.isDryRun ?? !1, maxRounds: request.maxRounds ?? LIMITS.roundsMax },
      ...(request.variables === void 0 ? {} : { variables: request.variables }),
      ...(request.strictRoles ? { strictRoles: !0 } : {}),
      ...(request.limits === void 0 ? {} : { limits: request.limits }),
    };
  }
  function checkPrompt(prompt) {
    if (Buffer.byteLength(prompt) > LIMITS.promptBytes)
      throw new WorkflowError("USAGE", `the prompt is longer than ${LIMITS.promptBytes} bytes`, {
        hint: "put the bulk into a file and name it in the prompt",
      });
    if (!prompt.isWellFormed())
      throw new WorkflowError("USAGE", "the prompt holds a lone surrogate; it cannot be stored as it is");
  }
  var init_start_thread = __esm(() => {
    init_errors();
    init_limits();
    init_start_worker();
    init_directory();
    init_file_journal();
    init_fold_thread();
    init_bundle_store();
    init_find_workflow();
    init_follow_thread();
    init_host_thread();
  });
  function stepsToKeep(steps, point) {
    if (point.fromRole !== void 0 && point.fromStep !== void 0)
      throw new WorkflowError("USAGE", "--from-role and --from-step exclude each other");
    if (point.fromRole !== void 0) return throughRole(steps, point.fromRole);
    if (point.fromStep !== void 0) return throughStep(steps, point.fromStep);
    return Math.max(0, steps.length - 1);
  }
  function throughRole(steps, role) {
    const index = steps.findIndex((step) => step.role === role);
    if (index !== -1) return index + 1;
    const known = [...new Set(steps.map((step) => step.role))];
    throw new WorkflowError("NOT_FOUND", `the thread has no step of the role "${role}"`, {
      hint: known.length === 0 ? "the thread has no steps yet" : `its roles are: ${known.join(", ")}`,
      details: { roles: known },
    });
  }
  function throughStep(steps, step) {
    if (step <= steps.length) return step;
    throw new WorkflowError("NOT_FOUND", `the thread has ${steps.length} steps, not ${step}`, {
      hint: `--from-step takes 0 to ${steps.length}`,
    });
  }
  var init_choose_steps = __esm(() => {
    init_errors();
  });
  var exports_fork_thread = {};
  __export(exports_fork_thread, { forkThread: () => forkThread });
  async function forkThread(house, request) {
    if (request.prompt !== void 0) checkPrompt(request.prompt);
    const source = findThread(house, request.thread),
      { start, lines } = readSource(source),
      kept = stepsToKeep(lines.map(roleOf), request),
      bundle = getBundle(house.layout, start.hash, start.sha256),
      facts = getFacts(databaseOf(house), bundle),
      forked = {
        name: start.name,
        hash: start.hash,
        sha256: start.sha256,
        threadId: house.newThreadId(),
        parameters: parametersOf2(start, request),
        timestamp: house.clock.now(),
        forkFrom: { threadId: source.threadId, hash: start.hash, steps: kept },
      };
    return {
      ...(await launch(
        house,
        forked,
        lines.slice(0, kept).map((line) => line.text),
      )),
      kept,
      warnings: facts?.readsSteps === !1 && kept > 0 ? [STARTS_OVER] : [],
    };
  }
  function readSource(place) {
    let lines = [],
      start;
    if (
      (readJournal(place.path, (line) => {
        if (line.seq === 1) start = line.record;
        collectSteps(lines, line, () => line);
      }),
      start === void 0)
    )
      throw new WorkflowError(
        "STATE_INVALID",
        `the thread ${place.threadId} has no start line; nothing ever ran`,
      );
    return { start, lines };
  }
  function roleOf(line) {
    return {
      get role() {
        return line.record.role;
      },
    };
  }
  function parametersOf2({ parameters }, request) {
    const { prompt, options } = parameters;
    return {
      ...parameters,
      prompt: request.prompt ?? prompt,
      options: { ...options, maxRounds: request.maxRounds ?? options.maxRounds },
    };
  }
  var STARTS_OVER =
    "this bundle never reads `input.steps`: the fork keeps the steps in its journal, but the code starts from the beginning";
  var init_fork_thread = __esm(() => {
    init_errors();
    init_read_journal();
    init_choose_steps();
    init_fold_thread();
    init_bundle_store();
    init_find_thread();
    init_house_database();
    init_start_thread();
  });
  async function liveThreads(layout) {
    const ids = listDirectory(layout.run)
        .filter((name) => name.endsWith(HOLDER_SUFFIX))
        .map((name) => name.slice(0, -HOLDER_SUFFIX.length)),
      live = { threads: new Map(), silentWorkers: new Set() };
    return (await Promise.all(ids.map((id) => addLive(live, layout, id))), live);
  }
  async function liveThreadsOf(layout, id) {
    const live = { threads: new Map(), silentWorkers: new Set() };
    return (await addLive(live, layout, id), live);
  }
  async function addLive(live, layout, id) {
    const client = await WorkerClient.connect(layout.socket(id));
    if (client === null) return;
    try {
      const answer = await client.ask({ op: "list" }, TIMES.answerMs);
      for (const thread of answer.threads)
        live.threads.set(thread.threadId, { ...thread, hash: id, pid: answer.pid });
    } catch {
      const holder = readHolder(layout.holder(id));
      if (holder !== null && isAlive(holder)) live.silentWorkers.add(holder.worker);
    } finally {
      client.close();
    }
  }
  var HOLDER_SUFFIX = ".json";
  var init_live_threads = __esm(() => {
    init_limits();
    init_directory();
    init_holder_file();
    init_process_identity();
    init_worker_client();
  });
  function checkHeader(start, place) {
    const { threadId, hash, path } = place;
    if (start === null)
      throw new WorkflowError("STATE_INVALID", `the thread ${threadId} has no start line; nothing ever ran`, {
        hint: `uncaged-workflow thread rm ${threadId}`,
        details: { status: "empty" },
      });
    if (start.threadId !== threadId || start.hash !== hash)
      throw new WorkflowError(
        "JOURNAL_CORRUPT",
        `${path}: line 1 belongs to another thread, ${start.threadId} of ${start.hash}`,
        { details: { file: path, line: 1, byte: 0 } },
      );
    return start;
  }
  var init_check_header = __esm(() => {
    init_errors();
  });
  var exports_resume_thread = {};
  __export(exports_resume_thread, { resumeAll: () => resumeAll, resumeThread: () => resumeThread });
  async function resumeThread(house, typed, options = {}) {
    const place = findThread(house, typed),
      { fold, end } = foldThread(place),
      status = deriveStatus(fold, !1);
    if (isTerminal(status) || status === "empty")
      throw new WorkflowError(
        "STATE_INVALID",
        `the thread ${place.threadId} is ${status}; there is nothing to resume`,
        {
          hint:
            status === "empty"
              ? `uncaged-workflow thread rm ${place.threadId}`
              : `uncaged-workflow fork ${place.threadId}`,
          details: { status },
        },
      );
    const start = checkHeader(fold.start, place);
    getBundle(house.layout, start.hash, start.sha256);
    const client = await hostThread(house, place, options.fromStart ? "restart" : "resume");
    return { place, client, since: { at: end, fold } };
  }
  async function resumeAll(house) {
    const answer = { resumed: [], failed: [] };
    if (house.isEmpty()) return answer;
    healIndex(house);
    const live = await liveThreads(house.layout);
    for (const row of openRows(databaseOf(house))) {
      if (live.threads.has(row.thread_id) || live.silentWorkers.has(row.worker ?? "")) continue;
      try {
        const place = findThread(house, row.thread_id);
        if (deriveStatus(foldThread(place).fold, !1) !== "interrupted") continue;
        (await hostThread(house, place, "resume")).close(), answer.resumed.push(row.thread_id);
      } catch (error) {
        if (!(error instanceof WorkflowError)) throw error;
        if (error.code === "NOT_FOUND") continue;
        answer.failed.push({ threadId: row.thread_id, error: { code: error.code, message: error.message } });
      }
    }
    return answer;
  }
  var init_resume_thread = __esm(() => {
    init_errors();
    init_status();
    init_live_threads();
    init_check_header();
    init_derive_status();
    init_bundle_store();
    init_thread_index();
    init_find_thread();
    init_heal_index();
    init_host_thread();
    init_house_database();
    init_read_thread();
  });
  var exports_envelope = {};
  __export(exports_envelope, { envelopeOf: () => envelopeOf, isoOf: () => isoOf, stepIdOf: () => stepIdOf });
  function envelopeOf(place, seen = {}) {
    const { fold, steps } = seen.fold === void 0 ? readThread(place) : { fold: seen.fold, steps: [] },
      thread = deriveStatus(fold, !1),
      { result } = fold,
      last = steps.at(-1);
    return {
      ok: STATUS_OF[thread] !== void 0,
      status: STATUS_OF[thread] ?? "failed",
      executionId: place.threadId,
      sessionId: place.threadId,
      output: {
        ...result?.output,
        returnCode: result?.returnCode ?? null,
        summary: result?.summary ?? null,
        last: last === void 0 ? null : outputOf(last),
        roles: fold.steps,
        ...(result?.reachedMaxRounds ? { reachedMaxRounds: !0 } : {}),
      },
      steps: envelopeSteps(steps, fold.start?.timestamp ?? 0),
      requiresApproval: null,
      requiresInput: null,
      error: result?.error ?? (thread === "interrupted" ? (seen.lost ?? interrupted(place)) : null),
      thread,
    };
  }
  function envelopeSteps(steps, startedAt) {
    return steps.map((step, index) => ({
      stepId: stepIdOf(index + 1),
      status: "completed",
      attempt: 1,
      startedAt: isoOf(Math.min(steps[index - 1]?.timestamp ?? startedAt, step.timestamp)),
      completedAt: isoOf(step.timestamp),
      output: outputOf(step),
    }));
  }
  function stepIdOf(number) {
    return `n${number}`;
  }
  function isoOf(timestamp) {
    return new Date(timestamp).toISOString();
  }
  function outputOf({ role, content, meta }) {
    return { role, content, meta };
  }
  function interrupted(place) {
    return {
      code: "IO_FAILED",
      message: `the worker of ${place.threadId} ended before the thread did; nothing recorded is lost`,
      hint: `uncaged-workflow resume ${place.threadId}`,
    };
  }
  var STATUS_OF;
  var init_envelope = __esm(() => {
    init_derive_status();
    init_read_thread();
    STATUS_OF = { completed: "ok", paused: "waiting", cancelled: "cancelled", killed: "cancelled" };
  });
  class SyncGroup {
    members = new Set();
    join(member) {
      this.members.add(member);
    }
    leave(member) {
      this.members.delete(member);
    }
    sync(fd) {
      if (this.members.size <= 1) return import_node_fs9.fdatasyncSync(fd);
      return new Promise((resolve, reject) => {
        import_node_fs9.fdatasync(fd, (error) => (error ? reject(error) : resolve()));
      });
    }
  }
  var import_node_fs9;
  var init_sync_group = __esm(() => {
    import_node_fs9 = require("fs");
  });
  function openSealer(path) {
    let loading,
      key = () => ((loading ??= loadKey(path)), loading);
    return {
      load: async () => void (await key()),
      async sign(sha256) {
        const pair = await key(),
          sig = await crypto.subtle.sign("Ed25519", pair.secret, signedBytes(DOMAIN, sha256));
        return { key: pair.public, sig: toBase64(sig) };
      },
      async signReceipt(sha256) {
        const pair = await key();
        return toBase64(
          await crypto.subtle.sign("Ed25519", pair.secret, signedBytes(RECEIPT_DOMAIN, sha256)),
        );
      },
    };
  }
  function isSealValid(seal) {
    return isSigned(DOMAIN, seal);
  }
  async function isSigned(domain, { sha256, key, sig }) {
    try {
      const open = await crypto.subtle.importKey("raw", fromBase64(key), "Ed25519", !1, ["verify"]);
      return await crypto.subtle.verify("Ed25519", open, fromBase64(sig), signedBytes(domain, sha256));
    } catch {
      return !1;
    }
  }
  async function readPublicKey(path) {
    const text = readWhole(path, KEY_BYTES_MAX);
    return text === null ? null : (await parseKey(path, text)).public;
  }
  async function loadKey(path) {
    const found = readWhole(path, KEY_BYTES_MAX);
    if (found !== null) return parseKey(path, found);
    return (await makeKey(path), parseKey(path, readWhole(path, KEY_BYTES_MAX) ?? new Uint8Array()));
  }
  async function makeKey(path) {
    const pair = await crypto.subtle.generateKey("Ed25519", !0, ["sign", "verify"]),
      secret = toBase64(await crypto.subtle.exportKey("pkcs8", pair.privateKey)),
      open = toBase64(await crypto.subtle.exportKey("raw", pair.publicKey));
    try {
      writeNew(
        path,
        `${JSON.stringify({ public: open, secret })}
`,
        384,
      );
    } catch (error) {
      if (ioCode(error) !== "EEXIST") throw error;
    }
  }
  async function parseKey(path, bytes) {
    try {
      const { secret, public: open } = JSON.parse(new TextDecoder().decode(bytes));
      return {
        secret: await crypto.subtle.importKey("pkcs8", fromBase64(secret), "Ed25519", !1, ["sign"]),
        public: open,
      };
    } catch (error) {
      throw new WorkflowError("STATE_INVALID", `${path} does not hold the store's key`, {
        cause: error,
        hint: `move it away (old seals then fail to verify) and a new one is made: mv ${path} ${path}.broken`,
      });
    }
  }
  function signedBytes(domain, sha256) {
    return new TextEncoder().encode(domain + sha256);
  }
  function toBase64(bytes) {
    return Buffer.from(bytes).toString("base64url");
  }
  function fromBase64(text) {
    return new Uint8Array(Buffer.from(text, "base64url"));
  }
  var DOMAIN = `uncaged-workflow seal v1
`,
    RECEIPT_DOMAIN = `uncaged-workflow receipt v1
`,
    KEY_BYTES_MAX = 4096;
  var init_sealer = __esm(() => {
    init_errors();
    init_io_error();
    init_whole_file();
  });
  function notRunning(threadId, status) {
    const verb = status === "paused" || status === "interrupted" ? "resume" : "thread";
    return refusal(`the thread ${threadId} is ${status}, not running`, verb, threadId, { status });
  }
  function refusal(message, verb, threadId, details) {
    return new WorkflowError("STATE_INVALID", message, {
      hint: `uncaged-workflow ${verb} ${threadId}`,
      details,
    });
  }
  var init_refusals = __esm(() => {
    init_errors();
  });
  function stoppedBy(action, reason) {
    const how = action === "kill" ? "killed" : "cancelled",
      message = reason === void 0 || reason === "" ? how : `${how}: ${reason}`;
    return {
      status: how,
      returnCode: 1,
      summary: message,
      error: { code: action === "kill" ? "KILLED" : "CANCELLED", message },
    };
  }
  async function stopOnDisk(place, stop, ports) {
    const fold = emptyFold(),
      { journal } = FileJournal.open(place.path, ports, (line) => foldLine(fold, line));
    try {
      const start = checkHeader(fold.start, place),
        status = deriveStatus(fold, !1);
      if (isTerminal(status)) return { status, again: !0 };
      const actor = stop.actor === void 0 ? {} : { actor: stop.actor },
        reason = stop.reason === void 0 ? {} : { reason: stop.reason };
      journal.append({ kind: "control", action: stop.action, ...actor, ...reason });
      const outcome = stoppedBy(stop.action, stop.reason);
      await journal.end({ kind: "result", ...outcome }, ports.sealer);
      const known = { start, steps: fold.steps, updatedAt: ports.clock.now() };
      return (
        putRow(
          ports.database,
          rowOf(place, known, { worker: null, status: outcome.status, size: journal.bytes }),
        ),
        { status: outcome.status, again: !1 }
      );
    } finally {
      journal.close();
    }
  }
  var init_stop_on_disk = __esm(() => {
    init_status();
    init_check_header();
    init_file_journal();
    init_derive_status();
    init_fold_thread();
    init_thread_index();
  });
  var exports_stop_thread = {};
  __export(exports_stop_thread, { pauseThread: () => pauseThread, stopThread: () => stopThread });
  async function stopThread(house, typed, stop) {
    const place = findThread(house, typed),
      byUs = { ...stop, actor: house.actor };
    for (let tries = 1; tries <= TRIES_MAX2; tries++) {
      const answer = (await stopInWorker(house, place, byUs)) ?? (await stopUnderLock(house, place, byUs));
      if (answer === null) {
        await Bun.sleep(25);
        continue;
      }
      const isRepeatedCancel = answer.again && stop.action === "cancel";
      if (answer.status !== STATUS_OF2[stop.action] || isRepeatedCancel)
        throw notRunning(place.threadId, answer.status);
      return { threadId: place.threadId, again: answer.again };
    }
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} changes hands too fast; try again`,
    );
  }
  async function pauseThread(house, typed) {
    const place = findThread(house, typed),
      client = await WorkerClient.connect(house.layout.socket(place.hash));
    try {
      if (client === null) throw notRunning(place.threadId, statusOnDisk(place));
      return (
        await client.ask({ op: "pause", threadId: place.threadId, actor: house.actor }, PAUSE_PATIENCE_MS),
        { threadId: place.threadId, status: "paused" }
      );
    } catch (error) {
      if (error instanceof ConnectionLost || isNotHosted(error))
        throw notRunning(place.threadId, statusOnDisk(place));
      if (error instanceof NoAnswer) throw silent(place);
      throw error;
    } finally {
      client?.close();
    }
  }
  async function stopInWorker(house, place, stop) {
    const client = await WorkerClient.connect(house.layout.socket(place.hash));
    if (client === null) return null;
    try {
      const patience = stop.action === "kill" ? TIMES.answerMs : TIMES.closeMs + 2000;
      return await client.ask({ op: "stop", threadId: place.threadId, ...stop }, patience);
    } catch (error) {
      if (error instanceof ConnectionLost) return null;
      if (!(error instanceof NoAnswer)) throw error;
      if (stop.action === "cancel") throw silent(place);
      return endFromOutside(house, place, stop);
    } finally {
      client.close();
    }
  }
  async function endFromOutside(house, place, stop) {
    const worker = await endHungWorker(house.layout, place.hash),
      answer = await stopUnderLock(house, place, stop);
    if (worker !== null) await reviveThreads(house, place.hash, worker, place.threadId);
    return answer;
  }
  async function stopUnderLock(house, place, stop) {
    const lock = lockBundle(house.layout, place.hash);
    if (lock === null) return null;
    try {
      return await stopOnDisk(place, stop, {
        clock: house.clock,
        group: new SyncGroup(),
        sealer: openSealer(house.layout.sealKey),
        database: databaseOf(house),
      });
    } finally {
      lock.release();
    }
  }
  function statusOnDisk(place) {
    return deriveStatus(foldThread(place).fold, !1);
  }
  function isNotHosted(error) {
    return error instanceof WorkflowError && error.details?.notHosted === !0;
  }
  function silent(place) {
    return new WorkflowError("STATE_INVALID", `the worker of ${place.threadId} does not answer`, {
      hint: `uncaged-workflow kill ${place.threadId}`,
    });
  }
  var TRIES_MAX2 = 20,
    STATUS_OF2,
    PAUSE_PATIENCE_MS = 5000;
  var init_stop_thread = __esm(() => {
    init_errors();
    init_limits();
    init_take_over();
    init_worker_client();
    init_sync_group();
    init_sealer();
    init_derive_status();
    init_refusals();
    init_stop_on_disk();
    init_find_thread();
    init_house_database();
    init_read_thread();
    init_revive_threads();
    STATUS_OF2 = { kill: "killed", cancel: "cancelled" };
  });
  var exports_list_threads = {};
  __export(exports_list_threads, { listRunning: () => listRunning, listThreads: () => listThreads });
  async function listThreads(house, filter) {
    if (house.isEmpty()) return [];
    healIndexAfterBoot(house);
    const live = await liveThreads(house.layout),
      listed = [],
      enough = filter.limit ?? 1 / 0,
      take = filter.status === void 0 ? filter.limit : void 0;
    for (const row of listRows(databaseOf(house), { name: filter.name, limit: take })) {
      const thread = describeRow(house, row, live);
      if (thread === null || (filter.status !== void 0 && thread.status !== filter.status)) continue;
      if ((listed.push(thread), listed.length >= enough)) break;
    }
    return listed;
  }
  async function listRunning(house) {
    const { threads } = await liveThreads(house.layout);
    return [...threads.values()]
      .map(({ threadId, name, hash, status, pid, steps, startedAt }) => ({
        threadId,
        name,
        hash,
        status,
        pid,
        steps,
        startedAt,
      }))
      .sort((a, b) => (a.threadId < b.threadId ? 1 : -1));
  }
  function describeRow(house, row, live) {
    const listed = {
      threadId: row.thread_id,
      name: row.name,
      hash: row.hash,
      status: row.status,
      waitingOn: null,
      steps: row.steps,
      prompt: row.prompt,
      startedAt: row.started_at,
      updatedAt: row.updated_at,
      forkFrom: row.fork_from,
    };
    if (isTerminal(row.status)) return listed;
    const hosted = live.threads.get(row.thread_id);
    if (hosted !== void 0) return { ...listed, status: hosted.status, steps: hosted.steps };
    if (row.worker !== null && live.silentWorkers.has(row.worker) && row.status === "running") return listed;
    const path = house.layout.journal(row.hash, row.thread_id),
      size = fileSize(path);
    if (size === null) return null;
    const isOpen = row.status === "running" || row.status === "queued";
    if (size === row.size) return isOpen ? { ...listed, status: "interrupted" } : listed;
    return correct(listed, { threadId: row.thread_id, hash: row.hash, path });
  }
  function correct(listed, place) {
    try {
      const { fold } = foldThread(place);
      return { ...listed, status: deriveStatus(fold, !1), steps: fold.steps, updatedAt: fold.updatedAt };
    } catch (error) {
      if (error instanceof WorkflowError && error.code === "NOT_FOUND") return null;
      if (error instanceof WorkflowError && error.code === "JOURNAL_CORRUPT")
        return { ...listed, status: "corrupt" };
      throw error;
    }
  }
  var init_list_threads = __esm(() => {
    init_errors();
    init_status();
    init_live_threads();
    init_whole_file();
    init_derive_status();
    init_thread_index();
    init_heal_index();
    init_house_database();
    init_read_thread();
  });
  var exports_view_thread = {};
  __export(exports_view_thread, {
    infoLines: () => infoLines,
    isLive: () => isLive,
    rawJournal: () => rawJournal,
    viewThread: () => viewThread,
  });
  async function viewThread(house, typed) {
    const place = findThread(house, typed),
      { fold, steps } = readThread(place),
      { start, result } = fold;
    if (start === null)
      throw new WorkflowError(
        "STATE_INVALID",
        `the thread ${place.threadId} has no start line; nothing ever ran`,
        { hint: `uncaged-workflow thread rm ${place.threadId}`, details: { status: "empty" } },
      );
    const live = result === null && (await isLive(house, place));
    return {
      threadId: place.threadId,
      name: start.name,
      hash: start.hash,
      sha256: start.sha256,
      status: deriveStatus(fold, live),
      waitingOn: null,
      parameters: start.parameters,
      steps,
      inflight: [],
      result: result === null ? null : withoutKind(result),
      error: result?.error ?? null,
      forkFrom: start.forkFrom ?? null,
      forks: forksOf(databaseOf(house), place.threadId),
      lastSeq: fold.lastSeq,
      startedAt: start.timestamp,
      updatedAt: fold.updatedAt,
    };
  }
  async function isLive(house, place) {
    const live = await liveThreadsOf(house.layout, place.hash);
    if (live.threads.has(place.threadId)) return !0;
    if (live.silentWorkers.size === 0) return !1;
    const row = findRows(databaseOf(house), place.threadId)[0];
    return row?.status === "running" && row.worker !== null && live.silentWorkers.has(row.worker);
  }
  function rawJournal(house, typed) {
    return readWhole(findThread(house, typed).path, 1 / 0) ?? new Uint8Array();
  }
  function infoLines(house, typed) {
    const place = findThread(house, typed),
      path = house.layout.info(place.hash, place.threadId);
    return new TextDecoder()
      .decode(readWhole(path, 1 / 0) ?? new Uint8Array())
      .split(`
`)
      .filter((line) => line !== "")
      .flatMap((line) => {
        try {
          return [JSON.parse(line)];
        } catch {
          return [];
        }
      });
  }
  function withoutKind(result) {
    const { kind: _kind, error: _error, ...rest } = result;
    return rest;
  }
  var init_view_thread = __esm(() => {
    init_errors();
    init_live_threads();
    init_whole_file();
    init_derive_status();
    init_thread_index();
    init_find_thread();
    init_house_database();
    init_read_thread();
  });
  function dropThread(layout, database, hash, threadId) {
    const journal = layout.journal(hash, threadId);
    removeFiles(journal, layout.info(hash, threadId)),
      syncDirectory(import_node_path8.dirname(journal)),
      deleteRow(database, threadId);
  }
  var import_node_path8;
  var init_drop_thread = __esm(() => {
    init_directory();
    init_whole_file();
    init_thread_index();
    import_node_path8 = require("path");
  });
  var exports_remove_thread = {};
  __export(exports_remove_thread, { removeThread: () => removeThread });
  async function removeThread(house, typed) {
    const place = findThread(house, typed);
    for (let tries = 1; tries <= TRIES_MAX3; tries++) {
      if ((await removedByWorker(house, place)) || removedHere(house, place))
        return { threadId: place.threadId, removed: !0 };
      await Bun.sleep(25);
    }
    throw new WorkflowError("STATE_INVALID", `the worker of ${place.threadId} does not answer`, {
      hint: `uncaged-workflow kill ${place.threadId}`,
    });
  }
  async function removedByWorker(house, place) {
    const client = await WorkerClient.connect(house.layout.socket(place.hash));
    if (client === null) return !1;
    try {
      return (await client.ask({ op: "remove", threadId: place.threadId }, TIMES.answerMs), !0);
    } catch (error) {
      if (error instanceof ConnectionLost || error instanceof NoAnswer) return !1;
      throw error;
    } finally {
      client.close();
    }
  }
  function removedHere(house, place) {
    const lock = lockBundle(house.layout, place.hash);
    if (lock === null) return !1;
    try {
      return (dropThread(house.layout, databaseOf(house), place.hash, place.threadId), !0);
    } finally {
      lock.release();
    }
  }
  var TRIES_MAX3 = 20;
  var init_remove_thread = __esm(() => {
    init_errors();
    init_limits();
    init_take_over();
    init_worker_client();
    init_drop_thread();
    init_find_thread();
    init_house_database();
  });
  function compareSteps(a, b) {
    const steps = [];
    for (let index = 0; index < Math.max(a.length, b.length); index++)
      steps.push(compare(a[index], b[index], index + 1));
    const first = steps.find((step) => !step.same)?.step ?? null;
    return { common: first === null ? steps.length : first - 1, steps, firstDifference: first };
  }
  function compare(a, b, step) {
    if (a === void 0 || b === void 0) return { step, same: !1, fields: [], a: bare(a), b: bare(b) };
    const fields = [];
    if (a.role !== b.role) fields.push("role");
    if (a.content !== b.content) fields.push("content");
    if (JSON.stringify(a.meta) !== JSON.stringify(b.meta)) fields.push("meta");
    return { step, same: fields.length === 0, fields, a: bare(a), b: bare(b) };
  }
  function bare(step) {
    return step === void 0 ? null : { role: step.role, content: step.content, meta: step.meta };
  }
  var exports_diff_threads = {};
  __export(exports_diff_threads, { diffThreads: () => diffThreads });
  function diffThreads(house, typedA, typedB) {
    const [placeA, placeB] = [findThread(house, typedA), findThread(house, typedB)],
      [a, b] = [readThread(placeA), readThread(placeB)],
      prompts = { a: a.fold.start?.parameters.prompt ?? "", b: b.fold.start?.parameters.prompt ?? "" };
    return {
      a: placeA.threadId,
      b: placeB.threadId,
      prompts: prompts.a === prompts.b ? null : prompts,
      ...compareSteps(a.steps, b.steps),
    };
  }
  var init_diff_threads = __esm(() => {
    init_find_thread();
    init_read_thread();
  });
  var exports_why_thread = {};
  __export(exports_why_thread, { whyThread: () => whyThread });
  async function whyThread(house, typed) {
    const view = await viewThread(house, typed);
    return { threadId: view.threadId, status: view.status, ...explain(view) };
  }
  function explain(view) {
    const id = view.threadId,
      verb = (name) => `uncaged-workflow ${name} ${id}`;
    switch (view.status) {
      case "running":
        return { cause: `it is working on step ${view.steps.length + 1}`, hint: verb("follow") };
      case "queued":
        return {
          cause: "its bundle limits how many threads run at once, and it waits for its turn",
          hint: verb("follow"),
        };
      case "paused":
        return { cause: `it was paused after step ${view.steps.length}`, hint: verb("resume") };
      case "interrupted":
        return {
          cause: `the process that ran it ended without a result; steps recorded: ${view.steps.length}`,
          hint: verb("resume"),
        };
      case "completed":
        return { cause: view.result?.summary ?? "it completed", hint: verb("thread") };
      default:
        return { cause: failureOf(view), hint: view.error?.hint ?? verb("fork") };
    }
  }
  function failureOf(view) {
    const { error, result } = view;
    if (error === null) return result?.summary ?? view.status;
    const stack = error.details?.stack,
      where = typeof stack === "string" ? authorsLine(stack) : null;
    return `${error.code}: ${error.message}${
      where === null
        ? ""
        : `
${where}`
    }`;
  }
  function authorsLine(stack) {
    return (
      stack
        .split(`
`)
        .find((line) => /^\s+at /.test(line) && !line.includes("(unknown)"))
        ?.trim() ?? null
    );
  }
  var init_why_thread = __esm(() => {
    init_view_thread();
  });
  var exports_verify_thread = {};
  __export(exports_verify_thread, { verifyPlace: () => verifyPlace, verifyThread: () => verifyThread });
  async function verifyThread(house, typed) {
    const place = findThread(house, typed);
    return verifyPlace(house, place);
  }
  async function verifyPlace(house, place) {
    const problems = [],
      { lines, seals, start } = readAll(place, problems);
    for (const { seal, line, actual } of seals)
      problems.push(...(await sealProblems(house, seal, line, actual)));
    if (start !== null) problems.push(...bundleProblems(house, place, start));
    return { threadId: place.threadId, ok: problems.length === 0, lines, seals: seals.length, problems };
  }
  function readAll(place, problems) {
    let hasher = new Bun.CryptoHasher("sha256"),
      seals = [],
      start = null,
      lines = 0,
      sealedAt = 0,
      before = hasher.copy().digest("hex");
    try {
      const end = readJournal(
        place.path,
        (line) => {
          const { record, json, seq, byte } = line;
          lines = seq;
          const problem = recordProblem(record, { line: seq, ended: !1 });
          if (problem !== null)
            problems.push({ code: "JOURNAL_CORRUPT", message: `line ${seq} ${problem}`, line: seq, byte });
          if (seq === 1) start = record;
          if (canonicalJson(record) !== json)
            problems.push({
              code: "JOURNAL_CORRUPT",
              message: `line ${seq} is not canonical JSON`,
              line: seq,
              byte,
            });
          if (!("kind" in record) || record.kind !== "seal") return;
          (sealedAt = seq), seals.push({ seal: record, line: seq, actual: before });
        },
        {
          onBytes: (bytes) => {
            (before = hasher.copy().digest("hex")), hasher.update(bytes);
          },
        },
      );
      if (end.ended && sealedAt < end.lines)
        problems.push({
          code: "UNSEALED",
          message: "the thread ended, but its end is not sealed",
          line: end.lines,
        });
      if (end.tailBytes > 0)
        problems.push({
          code: "TORN_TAIL",
          message: `an incomplete last line of ${end.tailBytes} bytes; resume cuts it`,
          line: end.lines + 1,
          byte: end.bytes,
        });
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      const { line, byte } = error.details ?? {};
      problems.push({
        code: error.code,
        message: error.message,
        ...(line === void 0 ? {} : { line }),
        ...(byte === void 0 ? {} : { byte }),
      });
    }
    return { lines, seals, start };
  }
  async function sealProblems(house, seal, line, actual) {
    const broken = (message) => [{ code: "SEAL_BROKEN", message, line }];
    if (seal.sha256 !== actual)
      return broken(`the seal in line ${line} is over other bytes than those before it`);
    if (!(await isSealValid(seal))) return broken(`the seal in line ${line} has a wrong signature`);
    const own = await readPublicKey(house.layout.sealKey);
    return own === null || own === seal.key
      ? []
      : broken(`the seal in line ${line} was made with another store's key`);
  }
  function bundleProblems(house, place, start) {
    const problems = [];
    if (start.threadId !== place.threadId || start.hash !== place.hash)
      problems.push({
        code: "JOURNAL_CORRUPT",
        message: "the start line belongs to another thread",
        line: 1,
        byte: 0,
      });
    try {
      getBundle(house.layout, start.hash, start.sha256);
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      problems.push({ code: error.code, message: error.message });
    }
    return problems;
  }
  var init_verify_thread = __esm(() => {
    init_canonical_json();
    init_errors();
    init_check_record();
    init_read_journal();
    init_sealer();
    init_bundle_store();
    init_find_thread();
  });
  var exports_fsck = {};
  __export(exports_fsck, { fsck: () => fsck });
  async function fsck(house, options) {
    if (house.isEmpty()) return { ok: !0, threads: 0, problems: [], rebuilt: options.rebuild ? 0 : null };
    let problems = [...(await registryProblems(house)), ...modeProblems(house)],
      threads = 0;
    for (const place of journalPlaces(house)) {
      threads += 1;
      const { problems: found, lines } = await verifyPlace(house, place);
      if (lines === 0 && found.every((one) => one.code === "TORN_TAIL"))
        problems.push(problemAt(place.path, "EMPTY", "it has no start line; nothing ever ran", 1, 0));
      for (const one of found)
        problems.push(problemAt(place.path, one.code, one.message, one.line, one.byte));
    }
    const rebuilt = options.rebuild ? rebuildIndex(house) : null;
    return { ok: problems.length === 0, threads, problems, rebuilt };
  }
  function rebuildIndex(house) {
    const rows = [...journalPlaces(house)].map(readRow);
    try {
      replaceRows(databaseOf(house), rows);
    } catch (error) {
      if (!(error instanceof WorkflowError) || error.code !== "STATE_INVALID") throw error;
      const { database } = house.layout;
      removeFiles(database, `${database}-wal`, `${database}-shm`), replaceRows(databaseOf(house), rows);
    }
    return rows.length;
  }
  async function registryProblems(house) {
    try {
      const { workflows } = await readRegistry(house.layout);
      return Object.values(workflows)
        .flatMap((entry) => [entry, ...entry.history])
        .flatMap((version) => {
          try {
            return (getBundle(house.layout, version.hash, version.sha256), []);
          } catch (error) {
            if (!(error instanceof WorkflowError)) throw error;
            return [problemAt(house.layout.bundle(version.hash), error.code, error.message)];
          }
        });
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      return [problemAt(house.layout.registry, error.code, error.message)];
    }
  }
  function modeProblems(house) {
    const { root, bundles, logs, run, registry, database, sealKey } = house.layout;
    return [
      root,
      bundles,
      logs,
      run,
      registry,
      database,
      sealKey,
      ...listDirectory(logs).map(house.layout.threads),
    ].flatMap((path) => {
      const mode = fileMode(path);
      if (mode === null || (mode & 63) === 0) return [];
      return [problemAt(path, "MODE", `others may read it (mode ${mode.toString(8)}): chmod go-rwx ${path}`)];
    });
  }
  function problemAt(file, code, message, line, byte) {
    return { file, line: line ?? null, byte: byte ?? null, code, message };
  }
  var init_fsck = __esm(() => {
    init_errors();
    init_directory();
    init_whole_file();
    init_bundle_store();
    init_registry();
    init_thread_index();
    init_find_thread();
    init_heal_index();
    init_house_database();
    init_verify_thread();
  });
  var exports_read_config = {};
  __export(exports_read_config, { readConfig: () => readConfig });
  function readConfig(house) {
    const row = (key, value) => ({ key, value, from: "default" });
    return [
      { key: "home", value: house.home, from: house.origins.home },
      { key: "actor", value: house.actor, from: house.origins.actor },
      row("maxRounds", LIMITS.roundsMax),
      row("stepBytes", LIMITS.stepBytes),
      row("journalBytes", LIMITS.journalBytes),
      row("promptBytes", LIMITS.promptBytes),
      row("stepTimeoutMs", TIMES.stepMs),
      row("blockedMs", TIMES.blockedMs),
      row("closeMs", TIMES.closeMs),
      row("idleMs", TIMES.idleMs),
    ];
  }
  var init_read_config = __esm(() => {
    init_limits();
  });
  var verbs;
  var init_host = __esm(() => {
    init_dist();
    init_errors();
    init_limits();
    init_status();
    verbs = {
      house: () => Promise.resolve().then(() => (init_house(), exports_house)),
      add: () => Promise.resolve().then(() => (init_add_workflow(), exports_add_workflow)),
      names: () => Promise.resolve().then(() => (init_name_workflow(), exports_name_workflow)),
      warnings: () => Promise.resolve().then(() => (init_find_workflow(), exports_find_workflow)),
      start: () => Promise.resolve().then(() => (init_start_thread(), exports_start_thread)),
      fork: () => Promise.resolve().then(() => (init_fork_thread(), exports_fork_thread)),
      resume: () => Promise.resolve().then(() => (init_resume_thread(), exports_resume_thread)),
      follow: () => Promise.resolve().then(() => (init_follow_thread(), exports_follow_thread)),
      envelope: () => Promise.resolve().then(() => (init_envelope(), exports_envelope)),
      find: () => Promise.resolve().then(() => (init_find_thread(), exports_find_thread)),
      stop: () => Promise.resolve().then(() => (init_stop_thread(), exports_stop_thread)),
      list: () => Promise.resolve().then(() => (init_list_threads(), exports_list_threads)),
      view: () => Promise.resolve().then(() => (init_view_thread(), exports_view_thread)),
      remove: () => Promise.resolve().then(() => (init_remove_thread(), exports_remove_thread)),
      diff: () => Promise.resolve().then(() => (init_diff_threads(), exports_diff_threads)),
      why: () => Promise.resolve().then(() => (init_why_thread(), exports_why_thread)),
      verify: () => Promise.resolve().then(() => (init_verify_thread(), exports_verify_thread)),
      fsck: () => Promise.resolve().then(() => (init_fsck(), exports_fsck)),
      config: () => Promise.resolve().then(() => (init_read_config(), exports_read_config)),
      userFiles: () => Promise.resolve().then(() => (init_user_file(), exports_user_file)),
    };
  });
  function escapeText(text) {
    return text.replace(CONTROL, (char) => {
      const code = char.charCodeAt(0);
      return code < 256
        ? `\\x${code.toString(16).padStart(2, "0")}`
        : `\\u${code.toString(16).padStart(4, "0")}`;
    });
  }
  function oneLine(text, width) {
    const flat = escapeText(text).replace(/\s+/g, " ").trim();
    return flat.length <= width ? flat : `${flat.slice(0, Math.max(0, width - 1))}\u2026`;
  }
  var CONTROL;
  var init_escape = __esm(() => {
    CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
  });
  function templateFiles(template, name) {
    const folder = import_node_path9.join(FOLDER, template),
      files = import_node_fs10.readdirSync(folder).sort();
    return Object.fromEntries(
      files.map((file) => [
        file === "gitignore" ? ".gitignore" : file,
        import_node_fs10
          .readFileSync(import_node_path9.join(folder, file), "utf8")
          .replaceAll(PLACEHOLDER, name),
      ]),
    );
  }
  var import_node_fs10,
    import_node_path9,
    TEMPLATES,
    FOLDER,
    PLACEHOLDER = "my-workflow";
  var init_templates = __esm(() => {
    init_host();
    (import_node_fs10 = require("fs")),
      (import_node_path9 = require("path")),
      (TEMPLATES = ["yield", "roles", "agent"]),
      (FOLDER = import_node_path9.join(
        DIST_DIR ?? "/work/main/packages/cli-workflow/src",
        "/work/main/packages/cli-workflow/src".startsWith("/$bunfs/") ? "" : "..",
        "templates",
      ));
  });
  var exports_init = {};
  __export(exports_init, { command: () => command });
  function refuseToOverwrite(dir, files) {
    const present = listed(dir).filter((name) => files.includes(name));
    if (present.length === 0) return;
    throw new WorkflowError("USAGE", `${dir} already has ${present.join(", ")}; nothing was written`, {
      hint: "choose another folder: uncaged-workflow init <dir>",
    });
  }
  function listed(dir) {
    try {
      return import_node_fs11.readdirSync(dir);
    } catch {
      return [];
    }
  }
  function nameFor(dir) {
    const name = (
      import_node_path10
        .basename(dir)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    )
      .join("-")
      .replace(/^[0-9-]+/, "");
    return name === "" ? "hello" : name;
  }
  var import_node_fs11, import_node_path10, command;
  var init_init = __esm(() => {
    init_host();
    init_escape();
    init_templates();
    (import_node_fs11 = require("fs")),
      (import_node_path10 = require("path")),
      (command = {
        summary: "Starts a workflow in a folder: source, test and README.",
        args: {
          dir: { type: "positional", required: !1, description: "the folder (default: this one)" },
          template: {
            type: "string",
            valueHint: "name",
            description: `${TEMPLATES.join(", ")} (default yield)`,
          },
        },
        example: "uncaged-workflow init hello --template roles",
        async run({ positionals, flag, paint }) {
          const template = flag("template") ?? "yield";
          if (!TEMPLATES.includes(template))
            throw new WorkflowError("USAGE", `there is no template "${template}"`, {
              hint: `one of ${TEMPLATES.join(", ")}`,
            });
          const dir = import_node_path10.resolve(positionals[0] ?? "."),
            files = templateFiles(template, nameFor(dir)),
            { writeUserFile } = await verbs.userFiles();
          refuseToOverwrite(dir, Object.keys(files));
          for (const [name, text] of Object.entries(files))
            writeUserFile(import_node_path10.join(dir, name), text, "wx");
          const shown = positionals[0] ?? ".",
            lines = Object.keys(files).map(
              (name) => `${paint.green("+")} ${escapeText(import_node_path10.join(shown, name))}`,
            ),
            next = `uncaged-workflow add ${nameFor(dir)} ${escapeText(import_node_path10.join(shown, "flow.ts"))}`;
          return {
            json: { dir, files: Object.keys(files) },
            text: `${lines.join(`
`)}
${paint.cyan("next")} ${next}`,
          };
        },
      });
  });
  var exports_build = {};
  __export(exports_build, { command: () => command2 });
  var command2;
  var init_build = __esm(() => {
    init_host();
    init_escape();
    command2 = {
      summary: "Turns a TypeScript entry into one .esm.js file: the same bytes on every machine.",
      args: {
        entry: { type: "positional", description: "the .ts file whose default export is the workflow" },
        out: {
          type: "string",
          alias: "o",
          valueHint: "file",
          description: "where to write it (default: beside the entry)",
        },
      },
      example: "uncaged-workflow build flow.ts -o flow.esm.js",
      async run({ positionals, flag, paint }) {
        const entry = positionals[0],
          { buildFile } = await verbs.add(),
          built = await buildFile(entry, flag("out") ?? entry.replace(/\.[cm]?[jt]sx?$/, ".esm.js")),
          size = `${(built.bytes / 1024).toFixed(1)} KB`;
        return {
          json: built,
          text: `${paint.green("built")} ${escapeText(built.file)}  ${built.hash}  ${size}`,
        };
      },
    };
  });
  var exports_validate = {};
  __export(exports_validate, { command: () => command3 });
  var command3;
  var init_validate = __esm(() => {
    init_host();
    init_escape();
    command3 = {
      summary: "Checks a bundle from its syntax tree; nothing in it is run.",
      args: {
        file: { type: "positional", description: "a .esm.js file, or a .ts entry that is built first" },
      },
      example: "uncaged-workflow validate flow.esm.js",
      async run({ positionals, paint }) {
        const file = positionals[0],
          { validateFile } = await verbs.add(),
          answer = await validateFile(file);
        if (answer.ok) return { json: answer, text: `${paint.green("valid")} ${answer.bundleId}` };
        const lines = answer.errors.map((problem) => {
          const at = problem.line === void 0 ? file : `${file}:${problem.line}:${problem.column ?? 1}`,
            hint =
              problem.hint === void 0
                ? ""
                : `
  ${paint.cyan("hint")} ${problem.hint}`;
          return `${paint.red(problem.code)} ${escapeText(`${at}: ${problem.message}`)}${hint}`;
        });
        return {
          json: answer,
          text: lines.join(`
`),
          exitCode: EXIT_OF[answer.errors[0]?.code ?? "BUNDLE_INVALID"],
        };
      },
    };
  });
  var exports_add = {};
  __export(exports_add, { command: () => command4 });
  var command4;
  var init_add = __esm(() => {
    init_host();
    command4 = {
      summary: "Checks a bundle without running it, keeps it under its hash, and gives it a name.",
      args: {
        name: { type: "positional", description: "lower-case words joined by dashes: solve-issue" },
        file: { type: "positional", description: "a .esm.js file, or a .ts entry that is built first" },
      },
      example: "uncaged-workflow add solve-issue flow.ts",
      more: "A new file under an old name becomes the current version; the one before stays in `history`.",
      async run({ house, positionals, paint }) {
        const [name, file] = positionals,
          { addWorkflow } = await verbs.add(),
          { warnings, ...added } = await addWorkflow(house, name, file),
          what = added.unchanged ? `${paint.dim("unchanged")}` : paint.green("added"),
          next = paint.dim(`next  uncaged-workflow run ${name} --prompt "..."`);
        return {
          json: added,
          text: `${what} ${paint.bold(name)} ${added.hash}
${next}`,
          notes: warnings,
        };
      },
    };
  });
  function renderTable(head, rows, bold) {
    const widths = head.map((title) => title.length),
      cellWidths = rows.map((row) => row.map((cell, column) => widen(widths, column, Bun.stringWidth(cell)))),
      last = head.length - 1,
      line = (cells, own) => {
        let text = "";
        for (let column = 0; column < last; column++)
          text += `${cells[column]}${" ".repeat((widths[column] ?? 0) - (own[column] ?? 0) + 2)}`;
        return (text + (cells[last] ?? "")).trimEnd();
      },
      titles = head.map((title) => title.length);
    return [bold(line(head, titles)), ...rows.map((row, index) => line(row, cellWidths[index] ?? []))].join(`
`);
  }
  function widen(widths, column, width) {
    if (width > (widths[column] ?? 0)) widths[column] = width;
    return width;
  }
  function ago(timestamp, now) {
    if (timestamp === 0) return "-";
    const seconds = Math.max(0, Math.floor((now - timestamp) / 1000));
    if (seconds < 60) return `${seconds}s ago`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
    if (seconds < 86400) return `${Math.floor(seconds / 3600)}h ago`;
    if (seconds < 604800) return `${Math.floor(seconds / 86400)}d ago`;
    return new Date(timestamp).toISOString().slice(0, 10);
  }
  function clockTime(timestamp) {
    return new Date(timestamp).toISOString().slice(11, 23);
  }
  function duration(ms) {
    if (ms < 1000) return `${Math.max(0, Math.round(ms))}ms`;
    if (ms < 60000) return `${(ms / 1000).toFixed(1)}s`;
    const minutes = Math.floor(ms / 60000);
    if (minutes < 60) return `${minutes}m ${String(Math.floor((ms % 60000) / 1000)).padStart(2, "0")}s`;
    return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
  }
  var exports_list = {};
  __export(exports_list, { command: () => command5 });
  var command5;
  var init_list = __esm(() => {
    init_host();
    init_escape();
    command5 = {
      summary: "The workflows you have, by name.",
      args: {},
      example: "uncaged-workflow list",
      async run({ house, paint, terminal }) {
        const { listWorkflows } = await verbs.names(),
          workflows = await listWorkflows(house);
        if (workflows.length === 0)
          return {
            json: { workflows },
            text: `no workflows yet
${paint.cyan(" hint")} uncaged-workflow init hello, or uncaged-workflow add <name> <file>`,
          };
        const rows = workflows.map((one) => [
          paint.bold(one.name),
          one.hash,
          ago(one.timestamp, house.clock.now()),
          String(one.versions),
          oneLine(one.description ?? "", Math.max(20, terminal.columns - 60)),
        ]);
        return {
          json: { workflows },
          text: renderTable(["NAME", "HASH", "ADDED", "VERSIONS", "DESCRIPTION"], rows, paint.dim),
        };
      },
    };
  });
  var exports_show = {};
  __export(exports_show, { command: () => command6 });
  var command6;
  var init_show = __esm(() => {
    init_host();
    init_escape();
    command6 = {
      summary: "One workflow: its version, its history, what it says about itself.",
      args: { name: { type: "positional", description: "a workflow" } },
      example: "uncaged-workflow show solve-issue",
      async run({ house, positionals, paint }) {
        const { showWorkflow } = await verbs.names(),
          shown = await showWorkflow(house, positionals[0]),
          lines = [
            `${paint.bold(shown.name)}  ${shown.hash}  ${paint.dim(ago(shown.timestamp, house.clock.now()))}`,
            paint.dim(`sha256 ${shown.sha256}`),
          ];
        if (shown.descriptor !== null) {
          lines.push("", escapeText(shown.descriptor.description));
          for (const [role, { description }] of Object.entries(shown.descriptor.roles))
            lines.push(`  ${paint.cyan(escapeText(role))}  ${escapeText(description)}`);
        }
        if (shown.history.length > 0) lines.push("", paint.dim("before:"));
        for (const version of shown.history)
          lines.push(`  ${version.hash}  ${paint.dim(ago(version.timestamp, house.clock.now()))}`);
        return {
          json: shown,
          text: lines.join(`
`),
        };
      },
    };
  });
  var exports_remove = {};
  __export(exports_remove, { command: () => command7 });
  var command7;
  var init_remove = __esm(() => {
    init_host();
    command7 = {
      summary: "Forgets a name. Its bundles and threads stay.",
      args: { name: { type: "positional", description: "a workflow" } },
      example: "uncaged-workflow remove solve-issue",
      async run({ house, positionals, paint }) {
        const { removeWorkflow } = await verbs.names(),
          answer = await removeWorkflow(house, positionals[0]);
        return {
          json: answer,
          text: `${paint.green("removed")} ${answer.name}  ${paint.dim("its threads stay: uncaged-workflow threads")}`,
        };
      },
    };
  });
  var exports_history = {};
  __export(exports_history, { command: () => command8 });
  var command8;
  var init_history = __esm(() => {
    init_host();
    command8 = {
      summary: "The versions of a workflow, newest first.",
      args: { name: { type: "positional", description: "a workflow" } },
      example: "uncaged-workflow history solve-issue",
      async run({ house, positionals, paint }) {
        const { historyOf } = await verbs.names(),
          answer = await historyOf(house, positionals[0]),
          rows = answer.versions.map((one) => [
            one.hash,
            ago(one.timestamp, house.clock.now()),
            one.current ? paint.green("current") : "",
          ]);
        return { json: answer, text: renderTable(["HASH", "SINCE", ""], rows, paint.dim) };
      },
    };
  });
  var exports_rollback = {};
  __export(exports_rollback, { command: () => command9 });
  var command9;
  var init_rollback = __esm(() => {
    init_host();
    command9 = {
      summary: "Points a name at an earlier version. Threads keep the version they started with.",
      args: {
        name: { type: "positional", description: "a workflow" },
        hash: {
          type: "positional",
          required: !1,
          description: "a version from `history` (default: the one before)",
        },
      },
      example: "uncaged-workflow rollback solve-issue",
      async run({ house, positionals, paint }) {
        const { rollbackWorkflow } = await verbs.names(),
          answer = await rollbackWorkflow(house, positionals[0], positionals[1]),
          text = answer.unchanged
            ? `${paint.dim("unchanged")} ${answer.name} is at ${answer.hash}`
            : `${paint.green("rolled back")} ${answer.name} ${answer.previous} \u2192 ${answer.hash}`;
        return { json: answer, text };
      },
    };
  });
  function plural(count, noun) {
    return `${count} ${noun}${count === 1 ? "" : "s"}`;
  }
  function liveView({ terminal, paint }, threadId, known) {
    let steps = known?.steps ?? 0,
      since = Date.now(),
      before = known === void 0 ? 0 : since,
      frame = 0,
      note = "",
      timer,
      spin = () => {
        frame = (frame + 1) % FRAMES.length;
        const text = `${paint.cyan(FRAMES[frame] ?? "")} ${paint.dim(`${note}step ${steps + 1} \xB7 ${duration(Date.now() - since)}`)}`;
        terminal.out(CLEAR_LINE + text);
      },
      print = (text) =>
        terminal.out(`${terminal.isInteractive ? CLEAR_LINE : ""}${text}
`);
    return {
      async begin() {
        if (
          (await print(
            paint.dim(`thread ${threadId}${steps === 0 ? "" : `, after ${plural(steps, "step")}`}`),
          ),
          terminal.isInteractive)
        )
          timer = setInterval(spin, FRAME_MS);
      },
      async line({ record, seq }) {
        const took = before === 0 ? 0 : record.timestamp - before;
        if (((before = record.timestamp), "kind" in record && record.kind === "control")) {
          if (record.action === "queue") note = "waiting for its turn, ";
          if (record.action === "pause") note = "pausing after ";
          if (record.action === "start" || record.action === "resume") note = "";
          if (record.action === "restart") steps = 0;
        }
        if (seq === 1 || !("role" in record)) return;
        (steps += 1), (since = Date.now());
        const head = `${paint.green("\u25CF")} ${paint.bold(oneLine(record.role, 24))} ${paint.dim(duration(took))}`;
        await print(
          `${head}  ${oneLine(record.content, Math.max(20, terminal.columns - record.role.length - 14))}`,
        );
      },
      async end() {
        if ((clearInterval(timer), terminal.isInteractive)) await terminal.out(CLEAR_LINE);
      },
    };
  }
  var FRAMES = "\u280B\u2819\u2839\u2838\u283C\u2834\u2826\u2827\u2807\u280F",
    FRAME_MS = 100,
    CLEAR_LINE = "\r\x1B[K";
  var init_live_view = __esm(() => {
    init_escape();
  });
  function ndjsonView(terminal, threadId, began, known) {
    let steps = known?.steps ?? 0,
      told = steps,
      timer,
      say = (type, timestamp, more = {}) =>
        terminal.err(`${JSON.stringify({ type, executionId: threadId, ts: isoOf2(timestamp), ...more })}
`),
      sayStarted = async (timestamp) => {
        if ((clearTimeout(timer), told > steps)) return;
        (told = steps + 1), await say("step.started", timestamp, { stepId: stepId(told), attempt: 1 });
      },
      expectStep = (timestamp) => {
        clearTimeout(timer), (timer = setTimeout(() => void sayStarted(timestamp), 100));
      };
    return {
      async begin() {
        await say(began, Date.now()), expectStep(Date.now());
      },
      async line({ record, seq, sum }) {
        const isRole = "role" in record,
          isFailure = "kind" in record && record.kind === "result" && isStepFailure(record);
        if (isRole || isFailure) await sayStarted(record.timestamp);
        if ((await say("record.durable", record.timestamp, { seq, sum }), isRole))
          (steps += 1),
            await say("step.completed", record.timestamp, {
              stepId: stepId(steps),
              attempt: 1,
              role: record.role,
            }),
            expectStep(record.timestamp);
        else if (isFailure)
          await say("step.failed", record.timestamp, {
            stepId: stepId(steps + 1),
            attempt: 1,
            error: record.error,
          });
      },
      async end(status) {
        clearTimeout(timer), await say("execution.finished", Date.now(), { status });
      },
    };
  }
  function isStepFailure(result) {
    return result.status === "failed" && result.error?.details?.returnCode === void 0;
  }
  function stepId(number) {
    return `n${number}`;
  }
  function isoOf2(timestamp) {
    return new Date(timestamp).toISOString();
  }
  function paintStatus(status, paint) {
    return paint[COLOR[status] ?? "bold"](status);
  }
  var COLOR;
  var init_status2 = __esm(() => {
    COLOR = {
      running: "cyan",
      queued: "cyan",
      paused: "yellow",
      interrupted: "yellow",
      completed: "green",
      failed: "red",
      corrupt: "red",
      cancelled: "dim",
      killed: "dim",
      empty: "dim",
    };
  });
  function renderEnd(envelope, paint) {
    const { output, error, executionId } = envelope,
      lines = [`${paintStatus(envelope.thread, paint)}  ${escapeText(output.summary ?? "")}`.trimEnd()];
    if (output.reachedMaxRounds)
      lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
    if (error !== null && error.message !== output.summary)
      lines.push(`${paint.red(error.code)} ${escapeText(error.message)}`);
    else if (error !== null) lines.push(paint.red(error.code));
    const stack = error?.details?.stack;
    if (typeof stack === "string") lines.push(paint.dim(authorsPart(escapeText(stack))));
    return (
      lines.push(paint.dim(`next  ${nextFor(envelope.thread, executionId)}`)),
      lines.join(`
`)
    );
  }
  function nextFor(status, id) {
    if (status === "completed") return `uncaged-workflow thread ${id}`;
    if (status === "paused" || status === "interrupted") return `uncaged-workflow resume ${id}`;
    return `uncaged-workflow fork ${id}`;
  }
  function authorsPart(stack) {
    return stack
      .split(`
`)
      .filter((line) => /^\s+at /.test(line) && !/\(unknown\)/.test(line))
      .slice(0, 8)
      .join(`
`);
  }
  var init_render_end = __esm(() => {
    init_escape();
    init_status2();
  });
  async function followAndAnswer(invocation, followed, beginning) {
    const { place, client } = followed;
    if (invocation.isSet("detach")) return (client?.close(), detached(invocation, place.threadId));
    const viewer = invocation.json
        ? ndjsonView(invocation.terminal, place.threadId, beginning.began, followed.since?.fold)
        : liveView(invocation, place.threadId, followed.since?.fold),
      leaving = new AbortController(),
      leave = () => leaving.abort();
    process.once("SIGINT", leave);
    let { followThread } = await verbs.follow(),
      end;
    await viewer.begin();
    for await (const event of followThread(place, client, followed.since, leaving.signal))
      if (event.type === "line") await viewer.line(event.line);
      else end = event;
    if ((process.off("SIGINT", leave), client?.close(), leaving.signal.aborted))
      return (
        await viewer.end("running"),
        detached(invocation, place.threadId, "the thread goes on; watch it again:")
      );
    const { envelopeOf } = await verbs.envelope(),
      envelope = envelopeOf(place, { fold: invocation.json ? void 0 : end?.fold, lost: end?.error ?? null });
    return (await viewer.end(envelope.status), answerOf(envelope, invocation));
  }
  function answerOf(envelope, invocation) {
    const { thread: _thread, ...document } = envelope;
    return { json: document, text: renderEnd(envelope, invocation.paint), exitCode: exitOf(envelope) };
  }
  function exitOf(envelope) {
    if (envelope.status !== "failed") return 0;
    const code = envelope.error?.code;
    if (!isErrorCode(code)) return 1;
    return EXIT_OF[code];
  }
  function detached({ paint }, threadId, note = "watch it:") {
    return {
      json: { executionId: threadId, status: "running" },
      text: `${threadId}
${paint.dim(`${note} uncaged-workflow follow ${threadId}`)}`,
    };
  }
  var init_follow_and_answer = __esm(() => {
    init_host();
    init_live_view();
    init_render_end();
  });
  function readNumber({ flag }, name, min) {
    const text = flag(name);
    if (text === void 0) return;
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw new WorkflowError(
      "USAGE",
      `--${name} takes a whole number${min > 0 ? ` from ${min} on` : ""}, not "${text}"`,
      { details: { flag: `--${name}` } },
    );
  }
  function readVariables({ flags }) {
    const given = flags("var");
    if (given.length === 0) return;
    const variables = {};
    for (const pair of given) {
      const at = pair.indexOf("="),
        key = pair.slice(0, at);
      if (at < 1 || !/^[A-Za-z][A-Za-z0-9_.-]*$/.test(key))
        throw new WorkflowError("USAGE", `--var takes name=value, not "${pair}"`);
      if (Object.hasOwn(variables, key)) throw new WorkflowError("USAGE", `--var ${key} is given twice`);
      variables[key] = pair.slice(at + 1);
    }
    return variables;
  }
  var init_read_flags = __esm(() => {
    init_host();
  });
  async function readPrompt(invocation, input) {
    if (input !== void 0 && input !== "-")
      throw new WorkflowError("USAGE", `"run" does not take "${input}"`, { hint: `--prompt "${input}"` });
    const fromFlags = await readOptionalPrompt(invocation);
    if (fromFlags !== void 0 && input === "-")
      throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
    if (input === "-") return decode(await invocation.terminal.readInput(), "standard input");
    return fromFlags ?? "";
  }
  async function readOptionalPrompt({ flag }) {
    const [prompt, file] = [flag("prompt"), flag("prompt-file")];
    if (prompt !== void 0 && file !== void 0)
      throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
    if (file === void 0) return prompt;
    const { readUserFile } = await verbs.userFiles();
    return decode(readUserFile(file, LIMITS.promptBytes), file);
  }
  function decode(bytes, source) {
    try {
      return new TextDecoder("utf-8", { fatal: !0, ignoreBOM: !0 }).decode(bytes);
    } catch {
      throw new WorkflowError("USAGE", `${source} is not UTF-8 text`);
    }
  }
  var init_read_prompt = __esm(() => {
    init_host();
  });
  var exports_run = {};
  __export(exports_run, { command: () => command10 });
  function limitsOf(timeoutMs, maxSteps) {
    if (timeoutMs === void 0 && maxSteps === void 0) return;
    return { ...(timeoutMs === void 0 ? {} : { timeoutMs }), ...(maxSteps === void 0 ? {} : { maxSteps }) };
  }
  var command10;
  var init_run = __esm(() => {
    init_host();
    init_follow_and_answer();
    init_read_flags();
    init_read_prompt();
    init_escape();
    command10 = {
      summary: "Starts a thread and watches it. Ctrl-C only stops watching; the thread goes on.",
      args: {
        name: { type: "positional", description: "a workflow" },
        input: { type: "positional", required: !1, description: "- reads the prompt from standard input" },
        prompt: { type: "string", valueHint: "text", description: "what the workflow is asked to do" },
        "prompt-file": {
          type: "string",
          valueHint: "file",
          description: "the prompt, exactly as in this file",
        },
        "dry-run": { type: "boolean", description: "tells the workflow that nothing shall really happen" },
        "max-rounds": {
          type: "string",
          valueHint: "n",
          description: "stop after this many role outputs (default 50)",
        },
        "max-steps": { type: "string", valueHint: "n", description: "fail beyond this many steps" },
        "timeout-ms": {
          type: "string",
          valueHint: "ms",
          description: "fail when the thread runs longer than this",
        },
        var: {
          type: "string",
          valueHint: "k=v",
          multiple: !0,
          description: "a variable for the workflow (may be repeated)",
        },
        "strict-roles": {
          type: "boolean",
          description: "fail when a role's meta does not fit the descriptor's schema",
        },
        detach: { type: "boolean", description: "print the thread's id and do not watch" },
      },
      example: `uncaged-workflow run solve-issue --prompt "Fix the login redirect"
git log -1 | uncaged-workflow run review -`,
      async run(invocation) {
        const { house, positionals, isSet } = invocation,
          { startThread } = await verbs.start(),
          started = await startThread(house, {
            name: positionals[0],
            prompt: await readPrompt(invocation, positionals[1]),
            isDryRun: isSet("dry-run"),
            maxRounds: readNumber(invocation, "max-rounds", 0),
            variables: readVariables(invocation),
            strictRoles: isSet("strict-roles"),
            limits: limitsOf(readNumber(invocation, "timeout-ms", 1), readNumber(invocation, "max-steps", 1)),
          }),
          answer = await followAndAnswer(invocation, started, { began: "execution.started" }),
          { registryWarnings } = await verbs.warnings();
        return { ...answer, notes: (await registryWarnings(house)).map(escapeText) };
      },
    };
  });
  var exports_threads = {};
  __export(exports_threads, { command: () => command11 });
  function rowOf2(thread, paint, columns, now) {
    return [
      thread.threadId,
      thread.name,
      paintStatus(thread.status, paint),
      String(thread.steps),
      ago(thread.startedAt, now),
      oneLine(thread.prompt, Math.max(16, columns - 84)),
    ];
  }
  function readStatus({ flag }) {
    const status = flag("status");
    if (status === void 0 || THREAD_STATUSES.includes(status)) return status;
    throw new WorkflowError("USAGE", `"${status}" is not a status`, {
      hint: `one of ${THREAD_STATUSES.join(", ")}`,
    });
  }
  var PAGE = 50,
    command11;
  var init_threads = __esm(() => {
    init_host();
    init_read_flags();
    init_escape();
    init_status2();
    command11 = {
      summary: "All threads, newest first.",
      args: {
        name: { type: "positional", required: !1, description: "only threads of this workflow" },
        status: { type: "string", valueHint: "status", description: `one of ${THREAD_STATUSES.join(", ")}` },
        limit: { type: "string", valueHint: "n", description: `how many (default ${PAGE})` },
        all: { type: "boolean", description: "no limit" },
      },
      example: "uncaged-workflow threads solve-issue --status interrupted",
      async run(invocation) {
        const { house, positionals, isSet, paint, terminal } = invocation,
          { listThreads } = await verbs.list(),
          limit = isSet("all") ? void 0 : (readNumber(invocation, "limit", 1) ?? PAGE),
          threads = await listThreads(house, { name: positionals[0], status: readStatus(invocation), limit });
        if (threads.length === 0)
          return {
            json: { threads },
            text: positionals[0] === void 0 ? "no threads" : `no threads of "${positionals[0]}"`,
          };
        const text = renderTable(
            ["THREAD", "WORKFLOW", "STATUS", "STEPS", "STARTED", "PROMPT"],
            threads.map((thread) => rowOf2(thread, paint, terminal.columns, house.clock.now())),
            paint.dim,
          ),
          more =
            threads.length === limit
              ? `
${paint.dim(`the newest ${limit}; --all shows every one`)}`
              : "";
        return { json: { threads }, text: text + more };
      },
    };
  });
  function renderThread(view, paint, columns) {
    let lines = [
        `${paint.bold(view.threadId)}  ${view.name}  ${paintStatus(view.status, paint)}`,
        paint.dim(`bundle ${view.hash}, started ${new Date(view.startedAt).toISOString()}${forkNote(view)}`),
        "",
        `${paint.dim("prompt")}  ${view.parameters.prompt === "" ? paint.dim("(none)") : oneLine(view.parameters.prompt, columns - 8)}`,
        "",
      ],
      before = view.startedAt;
    if (
      (view.steps.forEach((step, index) => {
        lines.push(...stepLines(index + 1, step, step.timestamp - before, paint)), (before = step.timestamp);
      }),
      view.steps.length === 0)
    )
      lines.push(paint.dim("no steps yet"));
    if ((lines.push("", ...endLines(view, paint)), view.forks.length > 0))
      lines.push(paint.dim(`forks: ${view.forks.join(", ")}`));
    return lines.join(`
`);
  }
  function stepLines(number, step, tookMs, paint) {
    const head = `${paint.dim(String(number).padStart(3))} ${paint.cyan(paint.bold(escapeText(step.role)))} ${paint.dim(`+${duration(tookMs)}`)}`,
      body = escapeText(step.content)
        .split(`
`)
        .map((line) => `    ${line}`),
      meta =
        Object.keys(step.meta).length === 0
          ? []
          : [paint.dim(`    ${escapeText(JSON.stringify(step.meta))}`)];
    return [head, ...body, ...meta];
  }
  function endLines(view, paint) {
    if (view.result === null)
      return [`${paintStatus(view.status, paint)}  ${paint.dim(`uncaged-workflow why ${view.threadId}`)}`];
    const took = duration(view.result.timestamp - view.startedAt),
      lines = [
        `${paintStatus(view.status, paint)} ${paint.dim(`after ${took}`)}  ${escapeText(view.result.summary)}`,
      ];
    if (view.result.reachedMaxRounds)
      lines.push(paint.yellow("the round limit was reached; --max-rounds raises it"));
    const stack = view.error?.details?.stack;
    if (typeof stack === "string") lines.push(paint.dim(escapeText(stack)));
    return lines;
  }
  function forkNote(view) {
    return view.forkFrom === null
      ? ""
      : `, forked from ${view.forkFrom.threadId} after ${plural(view.forkFrom.steps, "step")}`;
  }
  var init_thread = __esm(() => {
    init_escape();
    init_status2();
  });
  var exports_thread = {};
  __export(exports_thread, { command: () => command12 });
  var command12;
  var init_thread2 = __esm(() => {
    init_host();
    init_thread();
    command12 = {
      summary: "One thread as a timeline: its prompt, its steps, how it ended.",
      args: {
        thread: { type: "positional", description: "a thread id, or the first 6 characters or more" },
        raw: { type: "boolean", description: "print the journal as it is on disk" },
      },
      example: `uncaged-workflow thread 01KQXKW1
uncaged-workflow thread 01KQXKW1 --raw`,
      async run({ house, positionals, isSet, paint, terminal }) {
        const typed = positionals[0],
          { rawJournal, viewThread } = await verbs.view();
        if (isSet("raw")) {
          const raw = new TextDecoder().decode(rawJournal(house, typed));
          return { json: { raw }, text: raw };
        }
        const view = await viewThread(house, typed);
        return { json: view, text: renderThread(view, paint, terminal.columns) };
      },
    };
  });
  var exports_thread_rm = {};
  __export(exports_thread_rm, { command: () => command13 });
  var command13;
  var init_thread_rm = __esm(() => {
    init_host();
    command13 = {
      summary: "Deletes a thread's journal and debug log. Refused while it runs.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow thread rm 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { removeThread } = await verbs.remove(),
          answer = await removeThread(house, positionals[0]);
        return { json: answer, text: `${paint.green("removed")} ${answer.threadId}` };
      },
    };
  });
  var exports_ps = {};
  __export(exports_ps, { command: () => command14 });
  var command14;
  var init_ps = __esm(() => {
    init_host();
    init_status2();
    command14 = {
      summary: "Threads that a worker has right now.",
      args: {},
      example: "uncaged-workflow ps",
      async run({ house, paint }) {
        const { listRunning } = await verbs.list(),
          threads = await listRunning(house);
        if (threads.length === 0) return { json: { threads }, text: "nothing is running" };
        const rows = threads.map((one) => [
          one.threadId,
          one.name,
          paintStatus(one.status, paint),
          String(one.steps),
          duration(house.clock.now() - one.startedAt),
          String(one.pid),
        ]);
        return {
          json: { threads },
          text: renderTable(["THREAD", "WORKFLOW", "STATUS", "STEPS", "FOR", "PID"], rows, paint.dim),
        };
      },
    };
  });
  var exports_kill = {};
  __export(exports_kill, { command: () => command15 });
  var command15;
  var init_kill = __esm(() => {
    init_host();
    command15 = {
      summary: "Stops a thread at once, even one that hangs. What it has recorded stays.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow kill 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { stopThread } = await verbs.stop(),
          { threadId, again } = await stopThread(house, positionals[0], { action: "kill" }),
          killed = again ? [] : [threadId],
          text = again ? `${threadId} was killed before` : `${paint.green("killed")} ${threadId}`;
        return { json: { threadId, status: "killed", killed }, text };
      },
    };
  });
  var exports_cancel = {};
  __export(exports_cancel, { command: () => command16 });
  var command16;
  var init_cancel = __esm(() => {
    init_host();
    command16 = {
      summary:
        "Stops a thread politely: its running step may end and its `finally` blocks run, for at most 10 s.",
      args: {
        thread: { type: "positional", description: "a thread id, or the first 6 characters or more" },
        reason: { type: "string", valueHint: "text", description: "why, for the record" },
      },
      example: 'uncaged-workflow cancel 01KQXKW1 --reason "wrong branch"',
      async run({ house, positionals, flag, paint }) {
        const { stopThread } = await verbs.stop(),
          { threadId } = await stopThread(house, positionals[0], {
            action: "cancel",
            reason: flag("reason"),
          });
        return { json: { threadId, status: "cancelled" }, text: `${paint.green("cancelled")} ${threadId}` };
      },
    };
  });
  var exports_pause = {};
  __export(exports_pause, { command: () => command17 });
  var command17;
  var init_pause = __esm(() => {
    init_host();
    command17 = {
      summary: "Holds a thread after its running step. It stays paused until `resume`, over restarts too.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow pause 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { pauseThread } = await verbs.stop(),
          answer = await pauseThread(house, positionals[0]);
        return {
          json: answer,
          text: `${paint.green("paused")} ${answer.threadId}
${paint.dim(`next  uncaged-workflow resume ${answer.threadId}`)}`,
        };
      },
    };
  });
  var exports_resume = {};
  __export(exports_resume, { command: () => command18 });
  async function resumeEvery({ house, paint }, thread) {
    if (thread !== void 0) throw new WorkflowError("USAGE", "give a thread or --all, not both");
    const { resumeAll } = await verbs.resume(),
      answer = await resumeAll(house),
      lines = [
        ...answer.resumed.map((id) => `${paint.green("resumed")} ${id}`),
        ...answer.failed.map(
          ({ threadId, error }) => `${paint.red(error.code)} ${threadId} ${escapeText(error.message)}`,
        ),
      ];
    return {
      json: answer,
      text:
        lines.length === 0
          ? "nothing is interrupted"
          : lines.join(`
`),
    };
  }
  var command18;
  var init_resume = __esm(() => {
    init_host();
    init_follow_and_answer();
    init_escape();
    command18 = {
      summary: "Goes on with a paused or interrupted thread; its finished steps are not repeated.",
      args: {
        thread: {
          type: "positional",
          required: !1,
          description: "a thread id, or the first 6 characters or more",
        },
        all: { type: "boolean", description: "every interrupted thread (paused ones stay paused)" },
        "from-start": { type: "boolean", description: "run the thread again from its beginning" },
        detach: { type: "boolean", description: "do not watch" },
      },
      example: `uncaged-workflow resume 01KQXKW1
uncaged-workflow resume --all`,
      async run(invocation) {
        const [thread] = invocation.positionals;
        if (invocation.isSet("all")) return resumeEvery(invocation, thread);
        if (thread === void 0)
          throw new WorkflowError("USAGE", '"resume" needs <thread>, or --all', {
            hint: "uncaged-workflow threads",
          });
        const { resumeThread } = await verbs.resume(),
          started = await resumeThread(invocation.house, thread, {
            fromStart: invocation.isSet("from-start"),
          });
        return followAndAnswer(invocation, started, { began: "execution.resumed" });
      },
    };
  });
  var exports_fork = {};
  __export(exports_fork, { command: () => command19 });
  var command19;
  var init_fork = __esm(() => {
    init_host();
    init_follow_and_answer();
    init_read_flags();
    init_read_prompt();
    command19 = {
      summary: "Starts a new thread from an earlier step of another. The old one is not touched.",
      args: {
        thread: { type: "positional", description: "a thread id, or the first 6 characters or more" },
        "from-role": {
          type: "string",
          valueHint: "role",
          description: "keep the steps through the first one of this role",
        },
        "from-step": { type: "string", valueHint: "n", description: "keep the first n steps" },
        prompt: { type: "string", valueHint: "text", description: "another prompt" },
        "prompt-file": {
          type: "string",
          valueHint: "file",
          description: "another prompt, exactly as in this file",
        },
        "max-rounds": {
          type: "string",
          valueHint: "n",
          description: "another limit of role outputs, those kept included",
        },
        detach: { type: "boolean", description: "print the new thread's id and do not watch" },
      },
      more: "Without --from-role and --from-step the last step is dropped and tried again.",
      example: 'uncaged-workflow fork 01KQXKW1 --from-role planner --prompt "Try it without a cache"',
      async run(invocation) {
        const { house, positionals, flag } = invocation,
          { forkThread } = await verbs.fork(),
          forked = await forkThread(house, {
            thread: positionals[0],
            fromRole: flag("from-role"),
            maxRounds: readNumber(invocation, "max-rounds", 0),
            fromStep: readNumber(invocation, "from-step", 0),
            prompt: await readOptionalPrompt(invocation),
          }),
          answer = await followAndAnswer(invocation, forked, { began: "execution.started" });
        return { ...answer, notes: [...forked.warnings, ...(answer.notes ?? [])] };
      },
    };
  });
  var exports_follow = {};
  __export(exports_follow, { command: () => command20 });
  var command20;
  var init_follow = __esm(() => {
    init_host();
    init_follow_and_answer();
    command20 = {
      summary: "Watches a thread from its first line until it ends, parks or is interrupted.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow follow 01KQXKW1",
      async run(invocation) {
        const { house, positionals } = invocation,
          { findThread } = await verbs.find(),
          { watchThread } = await verbs.follow(),
          place = findThread(house, positionals[0]),
          client = await watchThread(house, place);
        return followAndAnswer(invocation, { place, client }, { began: "execution.started" });
      },
    };
  });
  var exports_logs = {};
  __export(exports_logs, { command: () => command21 });
  var command21;
  var init_logs = __esm(() => {
    init_host();
    init_escape();
    command21 = {
      summary: "The debug lines of a thread: what the engine noted and what the bundle printed.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow logs 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { infoLines } = await verbs.view(),
          lines = infoLines(house, positionals[0]),
          text = lines.map(
            (line) => `${paint.dim(`${clockTime(line.timestamp)} ${line.tag}`)} ${escapeText(line.content)}`,
          );
        return {
          json: { lines },
          text:
            text.length === 0
              ? "no lines"
              : text.join(`
`),
        };
      },
    };
  });
  var exports_why = {};
  __export(exports_why, { command: () => command22 });
  var command22;
  var init_why = __esm(() => {
    init_host();
    init_escape();
    init_status2();
    command22 = {
      summary: "What a thread waits for, or why it failed, and what to type next.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow why 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { whyThread } = await verbs.why(),
          why = await whyThread(house, positionals[0]),
          text = `${paintStatus(why.status, paint)}: ${escapeText(why.cause)}
${paint.cyan(" hint")} ${escapeText(why.hint)}`;
        return { json: why, text };
      },
    };
  });
  var exports_diff = {};
  __export(exports_diff, { command: () => command23 });
  function renderDiff(diff, paint, columns) {
    if (diff.firstDifference === null && diff.prompts === null)
      return `no difference in ${plural(diff.common, "step")}`;
    const width = Math.max(20, columns - 8),
      lines = [];
    if (diff.prompts !== null)
      lines.push(
        paint.dim("prompt"),
        paint.red(`- ${oneLine(diff.prompts.a, width)}`),
        paint.green(`+ ${oneLine(diff.prompts.b, width)}`),
      );
    lines.push(paint.dim(`${plural(diff.common, "step")} in common`));
    const show = (side) => (side === null ? "(nothing)" : oneLine(`${side.role}: ${side.content}`, width));
    for (const step of diff.steps) {
      if (step.same) continue;
      const fields = step.fields.length === 0 ? "" : paint.dim(` (${step.fields.join(", ")})`);
      if (
        (lines.push(`${paint.bold(`step ${step.step}`)}${fields}`),
        lines.push(paint.red(`- ${show(step.a)}`), paint.green(`+ ${show(step.b)}`)),
        step.fields.includes("meta"))
      )
        lines.push(paint.red(`- meta ${oneLine(JSON.stringify(step.a?.meta), width)}`)),
          lines.push(paint.green(`+ meta ${oneLine(JSON.stringify(step.b?.meta), width)}`));
    }
    return lines.join(`
`);
  }
  var command23;
  var init_diff = __esm(() => {
    init_host();
    init_escape();
    command23 = {
      summary: "Two threads side by side, step by step.",
      args: {
        a: { type: "positional", description: "a thread" },
        b: { type: "positional", description: "another" },
      },
      example: "uncaged-workflow diff 01KQXKW1 01KQXM22",
      async run({ house, positionals, paint, terminal }) {
        const { diffThreads } = await verbs.diff(),
          [a, b] = positionals,
          diff = diffThreads(house, a, b);
        return { json: diff, text: renderDiff(diff, paint, terminal.columns) };
      },
    };
  });
  var exports_verify = {};
  __export(exports_verify, { command: () => command24 });
  var command24;
  var init_verify = __esm(() => {
    init_host();
    init_escape();
    command24 = {
      summary: "Checks a thread: the sum of every line, every seal, and the bundle it ran.",
      args: { thread: { type: "positional", description: "a thread id, or the first 6 characters or more" } },
      example: "uncaged-workflow verify 01KQXKW1",
      async run({ house, positionals, paint }) {
        const { verifyThread } = await verbs.verify(),
          answer = await verifyThread(house, positionals[0]);
        if (answer.ok)
          return {
            json: answer,
            text: `${paint.green("ok")} ${plural(answer.lines, "line")}, ${plural(answer.seals, "seal")}`,
          };
        const first = answer.problems[0]?.code;
        return {
          json: answer,
          text: answer.problems
            .map((problem) => `${paint.red(problem.code)} ${escapeText(problem.message)}`)
            .join(`
`),
          exitCode: isErrorCode(first) ? EXIT_OF[first] : EXIT_OF.JOURNAL_CORRUPT,
        };
      },
    };
  });
  var exports_fsck2 = {};
  __export(exports_fsck2, { command: () => command25 });
  var command25, HARMLESS;
  var init_fsck2 = __esm(() => {
    init_host();
    init_escape();
    (command25 = {
      summary: "Checks the whole store: registry, bundles, every journal. Changes nothing unless told to.",
      args: { rebuild: { type: "boolean", description: "make the thread index again from the journals" } },
      example: `uncaged-workflow fsck
uncaged-workflow fsck --rebuild`,
      async run({ house, isSet, paint }) {
        const { fsck } = await verbs.fsck(),
          report = await fsck(house, { rebuild: isSet("rebuild") }),
          lines = report.problems.map(({ code, file, line, byte, message }) => {
            const at = line === null ? file : `${file}:${line}${byte === null ? "" : ` (byte ${byte})`}`;
            return `${paint.red(code)} ${escapeText(`${at}: ${message}`)}`;
          });
        if (report.rebuilt !== null)
          lines.push(`${paint.green("rebuilt")} the index of ${plural(report.rebuilt, "thread")}`);
        if (report.ok) lines.push(`${paint.green("ok")} ${plural(report.threads, "thread")}`);
        const damaged = report.problems.some((problem) => !HARMLESS.has(problem.code));
        return {
          json: report,
          text: lines.join(`
`),
          exitCode: damaged ? EXIT_OF.JOURNAL_CORRUPT : 0,
        };
      },
    }),
      (HARMLESS = new Set(["TORN_TAIL", "EMPTY", "MODE", "UNSEALED"]));
  });
  var exports_config = {};
  __export(exports_config, { command: () => command26 });
  var command26;
  var init_config = __esm(() => {
    init_host();
    init_escape();
    command26 = {
      summary: "The settings in force and where each comes from.",
      args: {},
      example: "uncaged-workflow config",
      async run({ house, paint }) {
        const { readConfig } = await verbs.config(),
          settings = readConfig(house),
          rows = settings.map(({ key, value, from }) => [key, escapeText(String(value)), paint.dim(from)]);
        return { json: { settings }, text: renderTable(["KEY", "VALUE", "FROM"], rows, paint.dim) };
      },
    };
  });
  function parseArgs(verb, args, argv) {
    const flags = { ...GLOBAL_FLAGS, ...flagsOf(args) },
      positionals = [],
      values = new Map();
    for (let index = 0; index < argv.length; index++) {
      const word = argv[index];
      if (word === "--") {
        positionals.push(...argv.slice(index + 1));
        break;
      }
      if (!word.startsWith("-") || word === "-") {
        positionals.push(word);
        continue;
      }
      const { name, arg, inline } = findFlag(verb, flags, word);
      if (arg.type === "boolean") addValue(values, name, arg, booleanValue(name, inline));
      else addValue(values, name, arg, inline ?? argv[++index] ?? noValue(name));
    }
    if (!values.has("help")) checkPositionals(verb, args, positionals);
    return { positionals, values };
  }
  function positionalsOf(args) {
    return Object.entries(args).filter(([, arg]) => arg.type === "positional");
  }
  function flagsOf(args) {
    return Object.fromEntries(Object.entries(args).filter(([, arg]) => arg.type !== "positional"));
  }
  function wantsJson(args, argv) {
    const flags = { ...GLOBAL_FLAGS, ...flagsOf(args) };
    for (let index = 0; index < argv.length; index++) {
      const word = argv[index];
      if (word === "--") return !1;
      if (word === "--json" || word === "--json=true") return !0;
      const named = Object.entries(flags).find(([name, arg]) => isNamed(word, name, arg));
      if (named !== void 0 && named[1].type !== "boolean") index += 1;
    }
    return !1;
  }
  function isNamed(typed, name, arg) {
    return typed === `--${name}` || ("alias" in arg && arg.alias !== void 0 && typed === `-${arg.alias}`);
  }
  function findFlag(verb, flags, word) {
    const [typed = "", ...rest] = word.split("="),
      inline = rest.length === 0 ? void 0 : rest.join("=");
    for (const [name, arg] of Object.entries(flags))
      if (isNamed(typed, name, arg)) return { name, arg, inline };
    const close = nearest(
      typed,
      Object.keys(flags).map((name) => `--${name}`),
    );
    throw new WorkflowError("USAGE", `"${verb}" has no flag ${typed}`, {
      hint: close === null ? `uncaged-workflow ${verb} --help` : `did you mean ${close}?`,
      details: { flag: typed },
    });
  }
  function addValue(values, name, arg, value) {
    const present = values.get(name);
    if (present === void 0) values.set(name, [value]);
    else if (arg.multiple) present.push(value);
    else throw new WorkflowError("USAGE", `--${name} is given twice`);
  }
  function booleanValue(name, inline) {
    if (inline === void 0 || inline === "true") return "true";
    throw new WorkflowError("USAGE", `--${name} takes no value`);
  }
  function noValue(name) {
    throw new WorkflowError("USAGE", `--${name} needs a value`);
  }
  function checkPositionals(verb, args, given) {
    const known = positionalsOf(args),
      missing = known.find(([, arg], index) => arg.required !== !1 && given[index] === void 0);
    if (missing !== void 0)
      throw new WorkflowError("USAGE", `"${verb}" needs <${missing[0]}>`, {
        hint: `uncaged-workflow ${verb} --help`,
      });
    if (given.length > known.length)
      throw new WorkflowError("USAGE", `"${verb}" does not take "${given[known.length]}"`, {
        hint: `uncaged-workflow ${verb} --help`,
      });
  }
  var GLOBAL_FLAGS;
  var init_parse_args = __esm(() => {
    init_host();
    GLOBAL_FLAGS = {
      json: { type: "boolean", description: "one JSON document on stdout" },
      home: {
        type: "string",
        valueHint: "dir",
        description: "the store's home (UNCAGED_HOME, default ~/.uncaged)",
      },
      help: { type: "boolean", alias: "h", description: "this text" },
    };
  });
  function completionScript(shell, verbs) {
    if (shell === "fish") return fish(verbs);
    if (shell === "zsh")
      return `autoload -U +X bashcompinit && bashcompinit
${bash(verbs)}`;
    return bash(verbs);
  }
  function bash(verbs) {
    const cases = verbs.map((verb) => {
      const flags = flagNames(verb).map((flag) => `--${flag}`);
      return `    ${JSON.stringify(verb.name)}) flags=${JSON.stringify(flags.join(" "))}; values=${valuesOf(verb)} ;;`;
    });
    return `_uncaged_workflow() {
  local word="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" flags="" values=""
  [ "$verb" = thread ] && [ "\${COMP_WORDS[2]}" = rm ] && verb="thread rm"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${JSON.stringify(
      verbs
        .map((verb) => verb.name)
        .filter((name) => !name.includes(" "))
        .join(" "),
    )} -- "$word"))
    return
  fi
  case "$verb" in
${cases.join(`
`)}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) if [ "$values" = threads ]; then COMPREPLY=($(compgen -W "$(${THREAD_IDS})" -- "$word"))
       elif [ "$values" = names ]; then COMPREPLY=($(compgen -W "$(${NAMES})" -- "$word"))
       else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -F _uncaged_workflow ${PROGRAM}
`;
  }
  function fish(verbs) {
    const lines = [`complete -c ${PROGRAM} -f`];
    for (const verb of verbs) {
      if (verb.name.includes(" ")) continue;
      const seen = `__fish_seen_subcommand_from ${verb.name}`;
      lines.push(
        `complete -c ${PROGRAM} -n __fish_use_subcommand -a ${verb.name} -d ${JSON.stringify(verb.summary)}`,
      );
      for (const flag of flagNames(verb)) lines.push(`complete -c ${PROGRAM} -n "${seen}" -l ${flag}`);
      const values = valuesOf(verb);
      if (values === "threads")
        lines.push(`complete -c ${PROGRAM} -n "${seen}" -a "(${THREAD_IDS.replaceAll('"', '\\"')})"`);
      else if (values === "names")
        lines.push(`complete -c ${PROGRAM} -n "${seen}" -a "(${NAMES.replaceAll('"', '\\"')})"`);
      else if (values === "files") lines.push(`complete -c ${PROGRAM} -n "${seen}" -F`);
    }
    return `${lines.join(`
`)}
`;
  }
  function flagNames(verb) {
    return Object.keys({ ...flagsOf(verb.args), ...GLOBAL_FLAGS });
  }
  function valuesOf(verb) {
    const first = positionalsOf(verb.args)[0]?.[0];
    if (first === "thread" || first === "a") return "threads";
    return first === "name" && verb.name !== "add" ? "names" : "files";
  }
  var SHELLS,
    PROGRAM = "uncaged-workflow",
    THREAD_IDS,
    NAMES;
  var init_completion = __esm(() => {
    init_parse_args();
    SHELLS = ["bash", "zsh", "fish"];
    (THREAD_IDS = `${PROGRAM} threads --json 2>/dev/null | tr '{' '\\n' | sed -n 's/.*"threadId":"\\([^"]*\\)".*/\\1/p'`),
      (NAMES = `${PROGRAM} list --json 2>/dev/null | tr '{' '\\n' | sed -n 's/.*"name":"\\([^"]*\\)".*/\\1/p'`);
  });
  var exports_completion = {};
  __export(exports_completion, { command: () => command27 });
  var command27;
  var init_completion2 = __esm(() => {
    init_host();
    init_catalogue();
    init_completion();
    command27 = {
      summary: "Prints a completion script for your shell.",
      args: { shell: { type: "positional", description: SHELLS.join(", ") } },
      example: 'eval "$(uncaged-workflow completion bash)"',
      async run({ positionals }) {
        const shell = positionals[0];
        if (!SHELLS.includes(shell))
          throw new WorkflowError("USAGE", `there is no completion for "${shell}"`, {
            hint: nearest(shell, SHELLS) ?? `one of ${SHELLS.join(", ")}`,
          });
        const verbs = GROUPS.flatMap((group) => Object.entries(group.verbs)),
          described = await Promise.all(
            verbs.map(async ([name, verb]) => ({
              name,
              summary: verb.summary,
              args: (await verb.load()).command.args,
            })),
          ),
          script = completionScript(shell, described);
        return { json: { shell, script }, text: script };
      },
    };
  });
  var GROUPS, VERBS;
  var init_catalogue = __esm(() => {
    (GROUPS = [
      {
        title: "Author",
        verbs: {
          init: {
            summary: "start a workflow in a folder",
            load: () => Promise.resolve().then(() => (init_init(), exports_init)),
          },
          build: {
            summary: "turn a TypeScript entry into a bundle",
            load: () => Promise.resolve().then(() => (init_build(), exports_build)),
          },
          validate: {
            summary: "check a bundle without running it",
            load: () => Promise.resolve().then(() => (init_validate(), exports_validate)),
          },
        },
      },
      {
        title: "Registry",
        verbs: {
          add: {
            summary: "check a bundle, keep it, give it a name",
            load: () => Promise.resolve().then(() => (init_add(), exports_add)),
          },
          list: {
            summary: "the workflows you have",
            load: () => Promise.resolve().then(() => (init_list(), exports_list)),
          },
          show: {
            summary: "one workflow: version, history, roles",
            load: () => Promise.resolve().then(() => (init_show(), exports_show)),
          },
          remove: {
            summary: "forget a name (bundles and threads stay)",
            load: () => Promise.resolve().then(() => (init_remove(), exports_remove)),
          },
          history: {
            summary: "the versions of a workflow",
            load: () => Promise.resolve().then(() => (init_history(), exports_history)),
          },
          rollback: {
            summary: "point a name at an earlier version",
            load: () => Promise.resolve().then(() => (init_rollback(), exports_rollback)),
          },
        },
      },
      {
        title: "Threads",
        verbs: {
          run: {
            summary: "start a thread and watch it",
            load: () => Promise.resolve().then(() => (init_run(), exports_run)),
          },
          threads: {
            summary: "all threads, newest first",
            load: () => Promise.resolve().then(() => (init_threads(), exports_threads)),
          },
          thread: {
            summary: "one thread as a timeline",
            load: () => Promise.resolve().then(() => (init_thread2(), exports_thread)),
          },
          "thread rm": {
            summary: "delete a thread",
            load: () => Promise.resolve().then(() => (init_thread_rm(), exports_thread_rm)),
          },
          ps: {
            summary: "threads running right now",
            load: () => Promise.resolve().then(() => (init_ps(), exports_ps)),
          },
          kill: {
            summary: "stop a thread at once",
            load: () => Promise.resolve().then(() => (init_kill(), exports_kill)),
          },
          cancel: {
            summary: "stop a thread politely: `finally` runs",
            load: () => Promise.resolve().then(() => (init_cancel(), exports_cancel)),
          },
          pause: {
            summary: "hold a thread after its running step",
            load: () => Promise.resolve().then(() => (init_pause(), exports_pause)),
          },
          resume: {
            summary: "go on with a paused or interrupted thread",
            load: () => Promise.resolve().then(() => (init_resume(), exports_resume)),
          },
          fork: {
            summary: "a new thread from an earlier step",
            load: () => Promise.resolve().then(() => (init_fork(), exports_fork)),
          },
          follow: {
            summary: "watch a thread",
            load: () => Promise.resolve().then(() => (init_follow(), exports_follow)),
          },
          logs: {
            summary: "the debug lines of a thread",
            load: () => Promise.resolve().then(() => (init_logs(), exports_logs)),
          },
          why: {
            summary: "what a thread waits for, or why it failed",
            load: () => Promise.resolve().then(() => (init_why(), exports_why)),
          },
          diff: {
            summary: "two threads, step by step",
            load: () => Promise.resolve().then(() => (init_diff(), exports_diff)),
          },
          verify: {
            summary: "check a thread's sums, seals and bundle",
            load: () => Promise.resolve().then(() => (init_verify(), exports_verify)),
          },
        },
      },
      {
        title: "House",
        verbs: {
          fsck: {
            summary: "check the whole store",
            load: () => Promise.resolve().then(() => (init_fsck2(), exports_fsck2)),
          },
          config: {
            summary: "settings in force",
            load: () => Promise.resolve().then(() => (init_config(), exports_config)),
          },
          completion: {
            summary: "completion for your shell",
            load: () => Promise.resolve().then(() => (init_completion2(), exports_completion)),
          },
        },
      },
    ]),
      (VERBS = new Map(GROUPS.flatMap((group) => Object.entries(group.verbs))));
  });
  init_host();
  init_catalogue();
  init_parse_args();
  init_escape();
  function renderError(error, paint) {
    const lines = [
      `${paint.red(paint.bold("error"))} ${paint.bold(error.code)} ${escapeText(error.message)}`,
    ];
    if (error.hint !== void 0) lines.push(`${paint.cyan(" hint")} ${escapeText(error.hint)}`);
    const stack = error.details?.stack;
    if (error.code === "INTERNAL" && typeof stack === "string") lines.push(paint.dim(escapeText(stack)));
    return `${lines.join(`
`)}
`;
  }
  init_catalogue();
  init_parse_args();
  function helpOfProgram(paint) {
    const lines = [
      paint.bold("Start here:"),
      `  uncaged-workflow init hello && cd hello        ${paint.dim("a workflow in one file")}`,
      `  uncaged-workflow add hello flow.ts             ${paint.dim("check it, keep it by hash, name it")}`,
      `  uncaged-workflow run hello --prompt "Hi"       ${paint.dim("every yield becomes a line you can read, fork and resume")}`,
      "",
      `${paint.bold("Usage:")} uncaged-workflow <verb> [arguments] [flags]`,
    ];
    for (const group of GROUPS) {
      lines.push("", paint.bold(group.title));
      for (const [name, verb] of Object.entries(group.verbs))
        lines.push(`  ${name.padEnd(12)} ${verb.summary}`);
    }
    return (
      lines.push("", paint.bold("Flags of every verb"), ...flagLines(GLOBAL_FLAGS)),
      lines.push(
        "",
        paint.dim("Exit codes: 0 done, 1 the workflow failed, 10 usage, 20 contract, 30 limit, 40 our bug."),
      ),
      `${lines.join(`
`)}
`
    );
  }
  function helpOfVerb(verb, command, paint) {
    const positionals = positionalsOf(command.args),
      shape = positionals.map(([name, arg]) => (arg.required === !1 ? `[${name}]` : `<${name}>`)).join(" "),
      flags = flagsOf(command.args),
      lines = [
        command.summary,
        "",
        `${paint.bold("Usage:")} uncaged-workflow ${verb}${shape === "" ? "" : ` ${shape}`} [flags]`,
      ];
    if (positionals.length > 0) {
      lines.push("", paint.bold("Arguments"));
      for (const [name, arg] of positionals) lines.push(`  ${name.padEnd(20)} ${arg.description ?? ""}`);
    }
    if (Object.keys(flags).length > 0) lines.push("", paint.bold("Flags"), ...flagLines(flags));
    if (
      (lines.push("", paint.bold("Flags of every verb"), ...flagLines(GLOBAL_FLAGS)), command.more !== void 0)
    )
      lines.push("", command.more);
    return (
      lines.push(
        "",
        paint.bold("Example"),
        ...command.example
          .split(`
`)
          .map((line) => `  ${line}`),
      ),
      `${lines.join(`
`)}
`
    );
  }
  function flagLines(flags) {
    return Object.entries(flags).map(([name, arg]) => {
      const alias = "alias" in arg && arg.alias !== void 0 ? `-${arg.alias}, ` : "",
        value = arg.type === "boolean" ? "" : ` <${("valueHint" in arg && arg.valueHint) || "text"}>`;
      return `  ${`${alias}--${name}${value}`.padEnd(20)} ${arg.description ?? ""}`;
    });
  }
  async function page(text, terminal) {
    const isLong =
        terminal.isInteractive &&
        text.split(`
`).length > terminal.rows,
      command = terminal.env.PAGER ?? "less -FRX";
    if (!isLong || command === "" || command === "cat") return terminal.out(text);
    try {
      await Bun.spawn(command.split(" "), { stdin: new Blob([text]), stdout: "inherit", stderr: "inherit" })
        .exited;
    } catch {
      await terminal.out(text);
    }
  }
  var CODES = {
    bold: [1, 22],
    dim: [2, 22],
    red: [31, 39],
    green: [32, 39],
    yellow: [33, 39],
    cyan: [36, 39],
  };
  function paintFor(terminal) {
    const painter =
      ([on, off]) =>
      (text) =>
        terminal.hasColor ? `\x1B[${on}m${text}\x1B[${off}m` : text;
    return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, painter(code)]));
  }
  var VERSION = "0.1.0";
  async function runCli(home, argv, terminal) {
    const reading = { json: wantsJson({}, argv) };
    try {
      return await dispatch(home, argv, terminal, reading);
    } catch (error) {
      const failure = asFailure(error);
      if (reading.json)
        await terminal.out(`${JSON.stringify({ ok: !1, error: failure.toReport() })}
`);
      else await terminal.err(renderError(failure, paintFor(terminal)));
      return EXIT_OF[failure.code];
    }
  }
  async function dispatch(home, argv, terminal, reading) {
    const { verb, rest } = splitVerb(argv);
    if (verb === void 0) return withoutVerb(argv, terminal);
    const { command } = await findVerb(verb).load();
    reading.json = wantsJson(command.args, rest);
    const parsed = parseArgs(verb, command.args, rest),
      paint = paintFor(terminal);
    if (parsed.values.has("help")) return (await terminal.out(helpOfVerb(verb, command, paint)), 0);
    const json = parsed.values.has("json"),
      { openHouse } = await verbs.house(),
      invocation = {
        house: openHouse({ home: homeOf(parsed.values.get("home")?.[0] ?? home), env: terminal.env }),
        terminal,
        paint,
        json,
        positionals: parsed.positionals,
        flag: (name) => parsed.values.get(name)?.[0],
        flags: (name) => parsed.values.get(name) ?? [],
        isSet: (name) => parsed.values.has(name),
      };
    return print(await command.run(invocation), invocation);
  }
  function homeOf(given) {
    if (given === "")
      throw new WorkflowError("USAGE", "--home needs a folder", { details: { flag: "--home" } });
    return given;
  }
  async function print(answer, { terminal, json, paint }) {
    if (json)
      await terminal.out(`${JSON.stringify(answer.json)}
`);
    else {
      for (const note of answer.notes ?? [])
        await terminal.err(`${paint.yellow("note")} ${note}
`);
      if (answer.text !== "")
        await page(
          answer.text.endsWith(`
`)
            ? answer.text
            : `${answer.text}
`,
          terminal,
        );
    }
    return answer.exitCode ?? 0;
  }
  async function withoutVerb(argv, terminal) {
    if (argv.includes("--version") || argv.includes("-v")) {
      const version = { version: VERSION, bun: Bun.version };
      return (
        await terminal.out(
          argv.includes("--json")
            ? `${JSON.stringify(version)}
`
            : `uncaged-workflow ${VERSION}
`,
        ),
        0
      );
    }
    if (!(argv.length === 0 || argv.some((word) => word === "--help" || word === "-h" || word === "help")))
      throw new WorkflowError("USAGE", "which verb? The first word says what to do", {
        hint: "uncaged-workflow --help",
      });
    return (await page(helpOfProgram(paintFor(terminal)), terminal), 0);
  }
  function splitVerb(argv) {
    const at = indexOfVerb(argv);
    if (at === -1) return { verb: void 0, rest: [] };
    const verb = argv[at],
      before = argv.slice(0, at),
      after = argv.slice(at + 1);
    if (verb === "help") {
      const asked = splitVerb(after);
      return asked.verb === void 0 ? asked : { verb: asked.verb, rest: [...asked.rest, "--help"] };
    }
    if (verb === "thread" && after[0] === "rm")
      return { verb: "thread rm", rest: [...before, ...after.slice(1)] };
    return { verb, rest: [...before, ...after] };
  }
  function indexOfVerb(argv) {
    for (let index = 0; index < argv.length; index++) {
      const word = argv[index];
      if (word === "--home") index += 1;
      else if (!word.startsWith("-")) return index;
    }
    return -1;
  }
  function findVerb(verb) {
    const found = VERBS.get(verb);
    if (found !== void 0) return found;
    const close = nearest(verb, [...VERBS.keys()]);
    throw new WorkflowError("USAGE", `there is no verb "${verb}"`, {
      hint: close === null ? "uncaged-workflow --help" : `did you mean "${close}"?`,
    });
  }
  function asFailure(error) {
    if (error instanceof WorkflowError) return error;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack = error instanceof Error ? error.stack : void 0;
    return new WorkflowError("INTERNAL", `this is a bug of ours: ${message}`, {
      cause: error,
      details: stack === void 0 ? void 0 : { stack },
    });
  }
  var import_node_fs12 = require("fs");
  function processTerminal() {
    const isInteractive = isTty(1);
    return {
      out: (text) => write2(Bun.stdout, text),
      err: (text) => write2(Bun.stderr, text),
      readInput: () => Bun.stdin.bytes(),
      isInteractive,
      hasColor: isInteractive && !process.env.NO_COLOR && process.env.TERM !== "dumb",
      get columns() {
        return isInteractive ? process.stdout.columns || 80 : 80;
      },
      get rows() {
        return isInteractive ? process.stdout.rows || 24 : 24;
      },
      env: process.env,
    };
  }
  async function write2(file, text) {
    try {
      await Bun.write(file, text);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EPIPE") process.exit(0);
      throw error;
    }
  }
  function isTty(fd) {
    try {
      const stat = import_node_fs12.fstatSync(fd);
      if (!stat.isCharacterDevice() || stat.rdev === import_node_fs12.statSync("/dev/null").rdev) return !1;
    } catch {
      return !1;
    }
    return require("tty").isatty(fd);
  }
  runCli(void 0, process.argv.slice(2), processTerminal()).then((code) => process.exit(code));
};
