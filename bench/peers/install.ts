// A peer is installed in its own folder, from its own lockfile: nothing of it reaches the workspace.
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runChild } from "./children.ts";
import type { Peer } from "./peer.ts";

/** better-sqlite3 may have to be compiled. */
const INSTALL_MS = 480_000;

export const folderOf = (peer: Peer) => join(import.meta.dir, peer.name);

/** Does nothing when the last install was of the same lockfile. Throws when it cannot be installed. */
export async function installPeer(peer: Peer): Promise<void> {
  const folder = folderOf(peer);
  const stamp = join(folder, "node_modules", ".installed");
  const wanted = `${peer.runtime} ${Bun.hash(readFileSync(join(folder, "bun.lock")))}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error(`installing ${peer.label}`);
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  const ran = await runChild([process.execPath, "install", "--frozen-lockfile"], INSTALL_MS, {
    cwd: folder,
    env: nodeHeaders(),
  });
  if (ran.timedOut) throw new Error(`not installed within ${INSTALL_MS / 60_000} minutes`);
  if (ran.exitCode !== 0) throw new Error(`not installed: ${errorLine(ran.stderr)}`);
  await writeFile(stamp, wanted);
}

export function versionsOf(peer: Peer): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const name of peer.packages) {
    const path = join(folderOf(peer), "node_modules", name, "package.json");
    if (existsSync(path)) versions[name] = JSON.parse(readFileSync(path, "utf8")).version;
  }
  return versions;
}

/** Headers that came with Node serve for compiling; otherwise they would be fetched from the network. */
function nodeHeaders(): Record<string, string> {
  const node = Bun.which("node");
  const prefix = node === null ? "" : dirname(dirname(node));
  return existsSync(join(prefix, "include/node/node.h")) ? { npm_config_nodedir: prefix } : {};
}

function errorLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => line.startsWith("error")) ?? lines.at(-1) ?? "";
}
