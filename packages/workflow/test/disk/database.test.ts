import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, inTransaction, openDatabase, tryNow } from "#disk/database.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const DATABASE = join(import.meta.dir, "../../src/disk/database.ts");

/** Opens one new database after the other, each at an instant that the others know. */
const OPENER = `
import { openDatabase } from ${JSON.stringify(DATABASE)};
const [folder, rounds, begin] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round++) {
  while (Date.now() < Number(begin) + round * 10);
  openDatabase(folder + "/" + round + ".db").close();
}
`;

test("P1: processes that make the database at the same instant all get it", async () => {
  await using home = await TempHome.create();
  const script = await home.file("open.ts", OPENER);
  const begin = Date.now() + 1_000;
  const openers = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, script, home.dir, "200", String(begin)], { stderr: "pipe" }),
  );
  const said = await Promise.all(openers.map((opener) => opener.stderr.text()));
  expect(said).toEqual(["", "", ""]);
});

test("the log is emptied by the last to close, and what stands in it is left beside others", async () => {
  await using home = await TempHome.create();
  const path = join(home.dir, "state.db");
  const mark = "INSERT INTO marks (key, value) VALUES (?, 'here')";
  const logBytes = () => statSync(`${path}-wal`).size;
  const [writer, reader] = [openDatabase(path), openDatabase(path)];
  reader.run("BEGIN");
  reader.query("SELECT * FROM marks").all();
  writer.query(mark).run("a");
  closeDatabase(writer);
  expect(logBytes()).toBeGreaterThan(0);
  reader.run("COMMIT");
  expect(reader.query("SELECT key FROM marks").all()).toEqual([{ key: "a" }]);
  closeDatabase(reader);
  expect(logBytes()).toBe(0);
});

test("H5: a database that another process holds is an error with a hint, and no bug of ours", async () => {
  await using home = await TempHome.create();
  const path = join(home.dir, "state.db");
  const [holder, writer] = [openDatabase(path), openDatabase(path, { waitMs: 20 })];
  holder.run("BEGIN IMMEDIATE");
  expect(() => inTransaction(writer, () => {})).toThrow(
    expect.objectContaining({ code: "IO_FAILED", hint: expect.stringContaining("fuser") }),
  );
  expect(tryNow(writer, () => {})?.message).toContain("locked");
  holder.run("COMMIT");
  expect(tryNow(writer, () => {})).toBeNull();
  holder.close();
  writer.close();
});
