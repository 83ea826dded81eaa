// Programs a mode needs. Where the machine allows, they are installed; else the mode is skipped and says why.

const INSTALL_MS_MAX = 180_000;
const answers = new Map<string, string | null>();

/** Null when the program can be used, else why not. It is asked once. */
export function missingTool(program: string, debianPackage: string): string | null {
  if (Bun.which(program) !== null) return null;
  const known = answers.get(program);
  if (known !== undefined) return known;
  const answer = install(program, debianPackage);
  answers.set(program, answer);
  return answer;
}

function install(program: string, debianPackage: string): string | null {
  if (process.platform !== "linux") return `${program} is for Linux, this is ${process.platform}`;
  if (Bun.which("apt-get") === null) return `${program} is not installed, and there is no apt-get to get it`;
  if (process.getuid?.() !== 0)
    return `${program} is not installed, and only root may: apt-get install ${debianPackage}`;
  console.error(`installing ${debianPackage}`);
  for (const words of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", debianPackage],
  ])
    Bun.spawnSync(["apt-get", ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdout: "ignore",
      stderr: "ignore",
      timeout: INSTALL_MS_MAX,
    });
  return Bun.which(program) === null ? `${program} could not be installed by apt-get` : null;
}
