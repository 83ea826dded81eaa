// P11: who else is on this machine cannot speak to a worker, nor pass for one.
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { counting, gated } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const uid = process.getuid?.() ?? 0;

test("P11: a folder for sockets that others may write to is not used", async () => {
  await using home = await TempHome.create();
  // Too deep for a socket address, so its sockets would lie in the temp directory.
  const deep = join(home.dir, "d".repeat(100));
  const temp = join(home.dir, "tmp");
  const shared = join(temp, `uncaged-${uid}`);
  mkdirSync(shared, { recursive: true });
  chmodSync(shared, 0o777);
  const env = { UNCAGED_HOME: deep, TMPDIR: temp };
  await home.uw(["add", "flow", await home.bundle("flow", counting(1))], { env });
  const refused = await home.uw(["run", "flow", "--json"], { env });
  expect(refused.json.error).toMatchObject({ code: "IO_FAILED", message: expect.stringContaining(shared) });
  chmodSync(shared, 0o700);
  expect((await home.uw(["run", "flow", "--json"], { env })).json.status).toBe("ok");
});

// Only root can become somebody else.
test.skipIf(uid !== 0 || Bun.which("setpriv") === null)("P11: another user cannot connect", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("flow", gated(1));
  const id = await home.start("flow", "--prompt", home.dir);
  for (const folder of [home.dir, home.home]) chmodSync(folder, 0o755);
  const connect = (words: string[]) =>
    Bun.spawnSync(
      [
        ...words,
        process.execPath,
        "-e",
        `await Bun.connect({ unix: ${JSON.stringify(home.layout.socket(hash))}, socket: { data() {} } }); process.exit(0)`,
      ],
      {
        env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent" },
        cwd: "/",
      },
    ).exitCode;
  expect(connect([])).toBe(0);
  expect(connect(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"])).not.toBe(0);
  await home.open(1);
  await home.untilStatus(id, "completed");
});
