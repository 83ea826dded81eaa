// node scripts/with-bun.mjs demo | test | <a script of package.json>: runs it with the platform's Bun, on a machine that
// has nothing but Node and npm.
//
// The npm package `bun` needs its install script, which npm 12 and `ignore-scripts=true` do not run; what is left is a stub.
// The platform's own package holds the program itself. When it is not installed yet, npm fetches it into node_modules.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPO = join(dirname(fileURLToPath(import.meta.url)), "..");
const FETCHED = join(REPO, "node_modules/.with-bun");

const [name, version] = platformPackage();
run(findBun() ?? fetchBun(), process.argv.slice(2));

/** What the command line depends on, for this platform. */
function platformPackage() {
  const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
  const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  const name = `@oven/bun-${process.platform}-${cpu}${isMusl ? "-musl" : ""}`;
  const manifest = JSON.parse(readFileSync(join(REPO, "packages/cli-workflow/package.json"), "utf8"));
  const version = manifest.optionalDependencies[name];
  if (version === undefined) fail(`there is no ${name} for this platform`);
  return [name, version];
}

function findBun() {
  const places = [join(REPO, "packages/cli-workflow/node_modules"), join(FETCHED, "node_modules")];
  return places.map((folder) => join(folder, name, "bin/bun")).find(isRight);
}

function fetchBun() {
  mkdirSync(FETCHED, { recursive: true });
  writeFileSync(join(FETCHED, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  const args = ["install", "--prefix", FETCHED, ...flags, `${name}@${version}`];
  console.error(`fetching ${name}@${version}`);
  const { status, error } = spawnSync("npm", args, { cwd: FETCHED, stdio: ["ignore", "ignore", "inherit"] });
  if (error !== undefined) fail(`npm does not start: ${error.message}`);
  const bun = join(FETCHED, "node_modules", name, "bin/bun");
  if (status !== 0 || !isRight(bun)) fail(`npm could not install ${name}@${version}`);
  return bun;
}

function isRight(bun) {
  if (!existsSync(bun)) return false;
  const { stdout } = spawnSync(bun, ["--version"], { encoding: "utf8" });
  return stdout?.trim() === version;
}

function run(bun, args) {
  const env = { ...process.env, PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(bun, ["run", ...args], { cwd: REPO, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => signal === "SIGINT" || child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal === null ? code : 1));
}

function fail(why) {
  console.error(`with-bun: ${why}. With Bun ${version ?? ""} on the PATH, use \`bun run ...\`.`);
  process.exit(1);
}
