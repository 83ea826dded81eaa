// A home of its own for every test, the real binary, and nothing left running afterwards.
import { Database } from "bun:sqlite";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Layout, layoutOf } from "../../packages/workflow/src/disk/layout.ts";
import { readHolder } from "../../packages/workflow/src/disk/process/holder-file.ts";
import { isAlive, killExactly } from "../../packages/workflow/src/disk/process/process-identity.ts";

export const REPO = resolve(import.meta.dir, "../..");
/** The launcher of the command line. */
export const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

export type Ran = {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** stdout as the one JSON document it must be. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
  json: any;
  /** stderr as NDJSON. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  events: any[];
};

export type RunOptions = {
  stdin?: string | Uint8Array<ArrayBuffer>;
  env?: Record<string, string>;
  cwd?: string;
  /** What is started instead of the launcher of this checkout. */
  program?: string[];
};

export class TempHome implements AsyncDisposable {
  readonly layout: Layout;
  private constructor(
    readonly dir: string,
    readonly home: string,
  ) {
    this.layout = layoutOf(home);
  }

  static async create(): Promise<TempHome> {
    const dir = await mkdtemp(join(tmpdir(), "uw-"));
    return new TempHome(dir, join(dir, "home"));
  }

  /** Runs the binary to its end. */
  async uw(args: string[], options: RunOptions = {}): Promise<Ran> {
    const child = this.spawn(args, options);
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return {
      exitCode,
      stdout,
      stderr,
      get json() {
        return JSON.parse(stdout);
      },
      get events() {
        return stderr
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line));
      },
    };
  }

  /** Starts the binary and leaves it running. */
  spawn(args: string[], options: RunOptions = {}): Bun.Subprocess<Blob | "ignore", "pipe", "pipe"> {
    return Bun.spawn([...(options.program ?? [BINARY]), ...args], {
      cwd: options.cwd ?? this.dir,
      env: { ...cleanEnv(), UNCAGED_HOME: this.home, ...options.env },
      stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
      stdout: "pipe",
      stderr: "pipe",
    });
  }

  /** Writes a bundle file and answers its path. */
  async bundle(name: string, source: string): Promise<string> {
    const path = join(this.dir, `${name}.esm.js`);
    await writeFile(path, source);
    return path;
  }

  /** Writes any other file beside the home and answers its path. */
  async file(name: string, text: string | Uint8Array): Promise<string> {
    const path = join(this.dir, name);
    await writeFile(path, text);
    return path;
  }

  /** Lets the given steps of `gated` bundles (see bundles.ts) go on. */
  async open(...steps: number[]): Promise<void> {
    for (const step of steps) await this.file(`open-${step}`, "");
  }

  /** Adds a workflow from source text; answers its hash. */
  async add(name: string, source: string): Promise<string> {
    const ran = await this.uw(["add", name, await this.bundle(name, source), "--json"]);
    if (ran.exitCode !== 0) throw new Error(`add failed: ${ran.stdout}${ran.stderr}`);
    return ran.json.hash;
  }

  /** Starts a thread and does not wait; answers its id. */
  async start(name: string, ...flags: string[]): Promise<string> {
    const ran = await this.uw(["run", name, "--detach", "--json", ...flags]);
    if (ran.exitCode !== 0) throw new Error(`run failed: ${ran.stdout}${ran.stderr}`);
    return ran.json.executionId;
  }

  async journalPath(threadId: string): Promise<string> {
    for (const hash of await readdir(this.layout.logs)) {
      const path = this.layout.journal(hash, threadId);
      if (await Bun.file(path).exists()) return path;
    }
    throw new Error(`no journal of ${threadId}`);
  }

  /** The records of a thread's whole lines. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async records(threadId: string): Promise<any[]> {
    const text = await readFile(await this.journalPath(threadId), "utf8");
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  async roles(threadId: string): Promise<string[]> {
    return (await this.records(threadId)).filter((record) => "role" in record).map((record) => record.role);
  }

  async status(threadId: string): Promise<string> {
    return (await this.uw(["thread", threadId, "--json"])).json.status;
  }

  /** Waits until the thread has this status, or fails saying which it has. */
  async untilStatus(threadId: string, ...wanted: string[]): Promise<string> {
    return until(
      async () => {
        const status = await this.status(threadId);
        return wanted.includes(status) ? status : null;
      },
      `${threadId} to be ${wanted.join(" or ")}`,
    );
  }

  /** Waits until the thread has at least this many steps on disk. */
  async untilSteps(threadId: string, count: number): Promise<void> {
    await until(async () => ((await this.roles(threadId)).length >= count ? true : null), `${count} steps`);
  }

  /** The pids of live workers. */
  async workers(): Promise<number[]> {
    const names = await readdir(this.layout.run).catch(() => [] as string[]);
    const holders = names
      .filter((name) => name.endsWith(".json"))
      .map((name) => readHolder(join(this.layout.run, name)));
    return holders.flatMap((holder) => (holder !== null && isAlive(holder) ? [holder.pid] : []));
  }

  /** Waits until no worker is left. */
  async untilQuiet(): Promise<void> {
    await until(async () => ((await this.workers()).length === 0 ? true : null), "the workers to leave");
  }

  /** The store's index, beside workers that may be closing theirs: it waits for them instead of failing. */
  openIndex({ readonly = false } = {}): Database {
    const database = new Database(this.layout.database, { readonly, readwrite: !readonly });
    database.run("PRAGMA busy_timeout = 10000");
    return database;
  }

  /** kill -9 for every worker; answers when they are gone. */
  async crash(): Promise<void> {
    await this.killWorkers();
    await this.untilQuiet();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killWorkers();
    await rm(this.dir, { recursive: true, force: true });
  }

  private async killWorkers(): Promise<void> {
    const names = await readdir(this.layout.run).catch(() => [] as string[]);
    for (const name of names) {
      if (!name.endsWith(".json")) continue;
      const holder = readHolder(join(this.layout.run, name));
      if (holder !== null) killExactly(holder);
    }
  }
}

/** Polls until there is an answer. The limit only ends a test that would hang; no time is asserted. */
export async function until<T>(look: () => Promise<T | null>, what: string, limitMs = 30_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await Bun.sleep(10);
  }
}

function cleanEnv(): Record<string, string> {
  const { UNCAGED_HOME: _home, UNCAGED_ACTOR: _actor, FORCE_COLOR: _force, ...env } = process.env;
  return env as Record<string, string>;
}
