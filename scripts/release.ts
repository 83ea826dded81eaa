// bun run release [--anyway]: checks the repository, builds the packages, installs them from their tarballs, and prints what
// to publish. It never publishes. With --anyway it builds though a check failed, to show what else is wrong, and still fails.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Check, publicPackages, readiness, versionOf } from "./release-ready.ts";

const REPO = resolve(import.meta.dir, "..");
const OUT = join(REPO, "dist/packages");

async function main(isAnyway: boolean): Promise<number> {
  const ready = readiness(REPO);
  for (const check of ready) tell(check);
  const isReady = ready.every(({ problem }) => problem === null);
  if (!isReady && !isAnyway) return refuse("nothing was built");

  const { packAll } = await import("./pack.ts");
  const tarballs = await packAll(OUT);
  const { lintTarball, shippedFiles } = await import("./release-tarball.ts");
  const built: Check[] = [];
  for (const [name, path] of tarballs) {
    built.push({ name: `${name}: publint finds nothing`, problem: await lintTarball(path) });
    built.push({ name: `${name}: licences are in it`, problem: shippedFiles(path) });
  }
  built.push({
    name: "the tarballs install with scripts off, and the program runs",
    problem: await tryInstall(tarballs),
  });
  for (const check of built) tell(check);
  if (!isReady || built.some(({ problem }) => problem !== null))
    return refuse("do not publish these tarballs");

  console.log("\nTo publish, in this order:");
  for (const { name } of publicPackages(REPO))
    console.log(`  npm publish --access public ${tarballs.get(name)}`);
  const version = versionOf(REPO);
  console.log(`  git tag v${version} && git push origin v${version}`);
  return 0;
}

function tell({ name, problem }: Check): void {
  console.log(`${problem === null ? "ok    " : "failed"} ${name}${problem === null ? "" : `: ${problem}`}`);
}

function refuse(consequence: string): number {
  console.log(`\nnot ready: ${consequence}`);
  return 1;
}

/** By npm, into an empty folder, as a user does. */
async function tryInstall(tarballs: ReadonlyMap<string, string>): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "uncaged-release-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const installed = await run(folder, ["npm", "install", ...flags, ...tarballs.values()]);
    if (installed !== null) return installed;
    const program = join(folder, "node_modules/.bin/uncaged-workflow");
    const home = { UNCAGED_HOME: join(folder, "home") };
    return (
      (await run(folder, [program, "--version"], home)) ??
      (await run(folder, [program, "init", "hello"], home)) ??
      (await run(folder, [program, "add", "hello", "hello/flow.ts"], home)) ??
      (await run(folder, [program, "run", "hello", "--prompt", "a release"], home))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Null, or what it printed when it failed. */
async function run(cwd: string, command: string[], env: Record<string, string> = {}): Promise<string | null> {
  const child = Bun.spawn(command, {
    cwd,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return code === 0 ? null : `"${command.slice(0, 3).join(" ")} ..." ended with ${code}\n${out}${err}`.trim();
}

if (import.meta.main) process.exit(await main(process.argv.includes("--anyway")));
