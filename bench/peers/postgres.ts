// A PostgreSQL cluster of our own, in a temp folder, on a loopback port: started, stopped and removed by the bench.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dropFolder, runChild, startChild, stopChild, temporaryFolder } from "./children.ts";
import { freePort } from "./free-port.ts";
import type { Server } from "./peer.ts";

const START_MS = 30_000;
const DEBIAN = "/usr/lib/postgresql";

export async function startPostgres(): Promise<Server> {
  const bin = (await findPrograms()) ?? (await installFromDebian());
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? "postgres" : undefined;
  const folder = await temporaryFolder("postgres");
  if (user !== undefined) await mustRun(["chown", user, folder]);
  const data = join(folder, "data");
  await mustRun(
    [join(bin, "initdb"), "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C"],
    user,
    folder,
  );
  const port = freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "unix_socket_directories=",
    "max_connections=50",
  ];
  const server = startChild(
    [join(bin, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    {
      user,
      cwd: folder,
    },
  );
  const url = `postgresql://bench@127.0.0.1:${port}`;
  const stop = async () => {
    await stopChild(server, "SIGINT");
    dropFolder(folder);
  };
  try {
    await untilReady([join(bin, "pg_isready"), "-h", "127.0.0.1", "-p", String(port)]);
    const { stdout } = await mustRun([join(bin, "postgres"), "--version"]);
    return {
      env: { BENCH_DATABASE: url, BENCH_SERVER_PID: String(server.pid) },
      version: stdout.trim(),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findPrograms(): Promise<string | null> {
  const onPath = Bun.which("pg_config");
  const places = [
    ...debianVersions(),
    ...(onPath === null ? [] : [(await mustRun([onPath, "--bindir"])).stdout.trim()]),
  ];
  for (const bin of places)
    if ((await Bun.file(join(bin, "initdb")).exists()) && (await Bun.file(join(bin, "postgres")).exists()))
      return bin;
  return null;
}

function debianVersions(): string[] {
  try {
    const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN, version, "bin"));
  } catch {
    return [];
  }
}

const INSTALL_MS = 300_000;

async function installFromDebian(): Promise<string> {
  if (process.getuid?.() !== 0 || Bun.which("apt-get") === null)
    throw new Error("PostgreSQL is not installed; needs root and apt-get to install it");
  // With this runlevel the package does not start a server of its own.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "postgresql"]]) {
    const ran = await runChild(["apt-get", ...args], INSTALL_MS, { env });
    if (ran.exitCode !== 0) throw new Error(`apt-get ${args[0]} failed: ${lastLine(ran.stderr)}`);
  }
  const bin = await findPrograms();
  if (bin === null) throw new Error("Debian's postgresql package brought no server");
  return bin;
}

async function mustRun(argv: string[], user?: string, cwd?: string): Promise<{ stdout: string }> {
  const ran = await runChild(argv, START_MS, { user, ...(cwd === undefined ? {} : { cwd }) });
  if (ran.exitCode !== 0) throw new Error(`${argv[0]} failed: ${lastLine(ran.stderr)}`);
  return ran;
}

async function untilReady(argv: string[]): Promise<void> {
  const end = Date.now() + START_MS;
  while ((await runChild(argv, START_MS)).exitCode !== 0) {
    if (Date.now() > end) throw new Error("PostgreSQL did not start");
    await Bun.sleep(50);
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
