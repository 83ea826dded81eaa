// Restate's server from its npm package, on loopback ports, with a temp folder for its data.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dropFolder, runChild, startChild, stopChild, temporaryFolder } from "./children.ts";
import { freePort } from "./free-port.ts";
import type { Server } from "./peer.ts";

const START_MS = 60_000;

export async function startRestate(): Promise<Server> {
  const program = findProgram();
  const folder = await temporaryFolder("restate");
  const [ingress, admin, node, service] = [freePort(), freePort(), freePort(), freePort()];
  const server = startChild([program, "--no-logo"], {
    cwd: folder,
    env: {
      RESTATE_BASE_DIR: join(folder, "data"),
      RESTATE_NODE_NAME: "bench",
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_BIND_IP: "127.0.0.1",
      RESTATE_BIND_PORT: String(node),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LOG_FILTER: "error",
    },
  });
  const stop = async () => {
    await stopChild(server, "SIGTERM");
    dropFolder(folder);
  };
  try {
    await untilHealthy(`http://127.0.0.1:${admin}/health`);
    await untilHealthy(`http://127.0.0.1:${ingress}/restate/health`);
    const { stdout } = await runChild([program, "--version"], START_MS);
    return {
      env: {
        BENCH_INGRESS: `http://127.0.0.1:${ingress}`,
        BENCH_ADMIN: `http://127.0.0.1:${admin}`,
        BENCH_SERVICE_PORT: String(service),
        BENCH_SERVER_PID: String(server.pid),
      },
      version: stdout.trim(),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The program itself, not the script that starts it, so that its process is the one we hold. */
function findProgram(): string {
  const packages = join(import.meta.dir, "restate/node_modules/@restatedev");
  const found = readdirSync(packages).find((name) => name.startsWith("restate-server-"));
  if (found === undefined) throw new Error("there is no Restate server for this platform");
  return join(packages, found, "bin/restate-server");
}

async function untilHealthy(url: string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    const isHealthy = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isHealthy) return;
    if (Date.now() > end) throw new Error(`Restate did not start: nothing at ${url}`);
    await Bun.sleep(50);
  }
}
