// Programs from npm in a cache folder, by the version that is tried: one folder each, and one for those that speak the protocol.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Pack = { pack: string; version: string };

export const VERSIONS: Record<string, Pack> = {
  aimock: { pack: "@copilotkit/aimock", version: "1.43.0" },
  claude: { pack: "@anthropic-ai/claude-code", version: "2.1.326" },
  codex: { pack: "@openai/codex", version: "0.169.0" },
  gemini: { pack: "@google/gemini-cli", version: "0.61.0" },
  opencode: { pack: "opencode-ai", version: "1.18.33" },
  qwen: { pack: "@qwen-code/qwen-code", version: "0.24.4" },
  copilot: { pack: "@github/copilot", version: "1.0.102" },
};

const ACP: Pack[] = [
  { pack: "@agentclientprotocol/claude-agent-acp", version: "0.49.0" },
  { pack: "@agentclientprotocol/codex-acp", version: "2.6.0" },
  { pack: "opencode-ai", version: "1.18.33" },
  { pack: "@google/gemini-cli", version: "0.61.0" },
  { pack: "@qwen-code/qwen-code", version: "0.15.10" },
  { pack: "@github/copilot", version: "1.0.102" },
];

const INSTALL_MS = 900_000;

export function cacheFolder(): string {
  return process.env.UNCAGED_AGENTS_CACHE ?? join(tmpdir(), "uw-agents-real");
}

export function binFolder(name: string): string {
  return join(cacheFolder(), name, "node_modules", ".bin");
}

/** `name`: a program, or `acp` for all that speak the protocol. */
export async function install(name: string): Promise<string> {
  const packs = name === "acp" ? ACP : [VERSIONS[name] as Pack];
  const folder = join(cacheFolder(), name);
  const told = `${name} ${packs.map(({ version }) => version).join(", ")}`;
  if (packs.every((one) => isPresent(folder, one))) return `have  ${told}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const wanted = packs.map(({ pack, version }) => `${pack}@${version}`);
  const npm = Bun.spawn(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: INSTALL_MS,
  });
  const said = await new Response(npm.stderr).text();
  if ((await npm.exited) !== 0)
    throw new Error(`npm install ${wanted.join(" ")} failed: ${said.slice(-500)}`);
  return `got   ${told}`;
}

function isPresent(folder: string, { pack, version }: Pack): boolean {
  const manifest = join(folder, "node_modules", pack, "package.json");
  if (!existsSync(manifest)) return false;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version === version;
}
