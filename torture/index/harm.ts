// What may become of state.db while threads wait: by hand, by a crash, by a backup of another day.
import { Database } from "bun:sqlite";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import type { Random } from "../lib/random.ts";

export type Harm = {
  name: string;
  /** `copies`: of the database, from earlier in the same home. */
  do(home: TempHome, random: Random, copies: readonly string[]): Promise<void>;
};

const lose: Harm = {
  name: "rows are lost",
  do: async (home, random) =>
    sql(home, "DELETE FROM threads WHERE (abs(random()) % 100) < ?", random.int(30, 101)),
};

const rollBack: Harm = {
  name: "rows are of before",
  do: async (home, random) =>
    sql(
      home,
      "UPDATE threads SET status = ?, waiting_on = NULL, wake_at = NULL, size = max(1, size - ?)",
      random.pick(["running", "interrupted", "paused"]),
      random.int(1, 400),
    ),
};

const runAhead: Harm = {
  name: "rows are of later",
  do: async (home, random) =>
    sql(
      home,
      "UPDATE threads SET status = ?, wake_at = NULL, size = size + ?",
      random.pick(["completed", "killed", "failed"]),
      random.int(1, 4_000),
    ),
};

const garble: Harm = {
  name: "rows are nonsense",
  do: async (home, random) =>
    sql(
      home,
      "UPDATE threads SET status = ?, size = ?, wake_at = ?, worker = ?, steps = 99",
      random.pick(["waiting", "corrupt", "empty", "queued"]),
      random.int(0, 50),
      random.pick([8e15, 0, -1]),
      random.pick(["nobody", ""]),
    ),
};

const restore: Harm = {
  name: "an old copy is put back",
  async do(home, random, copies) {
    const { database } = home.layout;
    const copy = `${database}.restored`;
    copyFileSync(random.pick(copies), copy);
    for (const end of ["-wal", "-shm"]) rmSync(database + end, { force: true });
    renameSync(copy, database);
  },
};

const remove: Harm = {
  name: "it is gone",
  async do(home) {
    for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
  },
};

const rebuild: Harm = {
  name: "it is rebuilt beside live threads",
  async do(home, random, copies) {
    await random.pick([lose, rollBack, runAhead, garble]).do(home, random, copies);
    const ran = await home.uw(["fsck", "--rebuild", "--json"]);
    if (ran.exitCode !== 0) throw new Error(`fsck --rebuild: ${ran.exitCode} ${ran.stdout}`);
  },
};

export const HARMS: readonly Harm[] = [lose, rollBack, runAhead, garble, restore, remove, rebuild];

/** A copy as docs/operations.md says how to make one. */
export function backUp(home: TempHome, name: string): string {
  const copy = join(home.dir, name);
  sql(home, "VACUUM INTO ?", copy);
  return copy;
}

/** Another process writes and does not end; or every write of a row fails, as on a full disk. Answers how to end it. */
export function obstruct(home: TempHome, how: "held" | "full"): () => void {
  if (how === "full") {
    sql(
      home,
      "CREATE TRIGGER full BEFORE INSERT ON threads BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
    );
    return () => sql(home, "DROP TRIGGER IF EXISTS full");
  }
  const database = open(home);
  database.run("BEGIN IMMEDIATE");
  return () => {
    database.run("ROLLBACK");
    database.close();
  };
}

function sql(home: TempHome, statement: string, ...values: (string | number)[]): void {
  const database = open(home);
  try {
    database.run(statement, values);
  } finally {
    database.close();
  }
}

function open(home: TempHome): Database {
  const database = new Database(home.layout.database, { readwrite: true });
  database.run("PRAGMA busy_timeout = 10000");
  return database;
}
