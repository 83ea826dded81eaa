// Programs from npm in a cache folder, one folder each, by the version that is tried.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const VERSIONS: Record<string, { pack: string; version: string }> = {
  aimock: { pack: "@copilotkit/aimock", version: "1.43.0" },
  claude: { pack: "@anthropic-ai/claude-code", version: "2.1.326" },
  codex: { pack: "@openai/codex", version: "0.169.0" },
  gemini: { pack: "@google/gemini-cli", version: "0.61.0" },
  opencode: { pack: "opencode-ai", version: "1.18.33" },
  qwen: { pack: "@qwen-code/qwen-code", version: "0.24.4" },
  copilot: { pack: "@github/copilot", version: "1.0.102" },
};

const INSTALL_MS = 900_000;

export function cacheFolder(): string {
  return process.env.UNCAGED_AGENTS_CACHE ?? join(tmpdir(), "uw-agents-real");
}

export function binFolder(name: string): string {
  return join(cacheFolder(), name, "node_modules", ".bin");
}

export async function install(name: string): Promise<string> {
  const { pack, version } = VERSIONS[name] as { pack: string; version: string };
  const folder = join(cacheFolder(), name);
  const manifest = join(folder, "node_modules", pack, "package.json");
  const present = existsSync(manifest)
    ? ((await Bun.file(manifest).json()) as { version: string }).version
    : null;
  if (present === version) return `have  ${name} ${version}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const npm = Bun.spawn(
    ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", `${pack}@${version}`],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: INSTALL_MS,
    },
  );
  const said = await new Response(npm.stderr).text();
  if ((await npm.exited) !== 0) throw new Error(`npm install ${pack}@${version} failed: ${said.slice(-500)}`);
  return `got   ${name} ${version}`;
}
