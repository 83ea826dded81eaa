// What is attacked: a copy of a small, healthy store, with a file beside it that must neither change nor leak.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, TempHome } from "../../tests/support/temp-home.ts";
import { killWorkers } from "../lib/home.ts";
import { PACED_BUNDLE } from "../lib/paced-bundle.ts";

/** `answers` is what must not succeed; a problem is a way in which it did. */
export type Attack = { name: string; run(target: Target): Promise<string[]> };

export type Base = {
  home: TempHome;
  hash: string;
  sha256: string;
  finished: string;
  interrupted: string;
  /** A thread that waits for a yes, its token, and that of another one. */
  waiting: string;
  token: string;
  otherToken: string;
  waitsHash: string;
};

const WAITS = `export const descriptor = { description: "", roles: {}, determinism: "strict" };
export default async function* () {
  yield { do: "approve", prompt: "well?" };
  return { returnCode: 0, summary: "" };
}
`;

const CANARY = "CANARY-5f1d0c";

/** A workflow "flow", a thread of it that ended, one that lost its worker after two steps; and two that wait for a yes. */
export async function makeBase(home: TempHome): Promise<Base> {
  const gate = join(home.dir, "gate");
  const hash = await home.add("flow", PACED_BUNDLE);
  const finished = (await home.uw(["run", "flow", "--prompt", "3|1", "--json"])).json.executionId;
  const interrupted = await home.start("flow", "--prompt", `4|1|${gate}`);
  await home.untilSteps(interrupted, 2);
  await killWorkers(home);
  await home.untilQuiet();
  writeFileSync(gate, "");
  const { sha256 } = (await home.uw(["show", "flow", "--json"])).json;
  const waitsHash = await home.add("waits", WAITS);
  const asked = [];
  for (let count = 0; count < 2; count++) asked.push((await home.uw(["run", "waits", "--json"])).json);
  await home.untilQuiet();
  const [waiting, other] = asked;
  return {
    home,
    hash,
    sha256,
    finished,
    interrupted,
    waiting: waiting.executionId,
    token: waiting.requiresApproval.resumeToken,
    otherToken: other.requiresApproval.resumeToken,
    waitsHash,
  };
}

export class Target {
  private readonly said: string[] = [];
  private constructor(
    readonly home: TempHome,
    readonly base: Base,
  ) {}

  static async from(base: Base): Promise<Target> {
    const home = await TempHome.create();
    Bun.spawnSync(["cp", "-a", base.home.home, home.home]);
    mkdirSync(join(home.dir, "outside"));
    writeFileSync(join(home.dir, "outside/secret.txt"), CANARY);
    return new Target(home, base);
  }

  /** A file that must stay as it is. */
  get secret(): string {
    return join(this.home.dir, "outside/secret.txt");
  }

  /** Hostile code leaves this file when it runs. */
  get mark(): string {
    return join(this.home.dir, "mark");
  }

  get hostileCode(): string {
    return `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(this.mark)}, "ran");\n${PACED_BUNDLE}`;
  }

  get journal(): string {
    return this.home.layout.journal(this.base.hash, this.base.interrupted);
  }

  get finishedJournal(): string {
    return this.home.layout.journal(this.base.hash, this.base.finished);
  }

  get waitingJournal(): string {
    return this.home.layout.journal(this.base.waitsHash, this.base.waiting);
  }

  get bundle(): string {
    return this.home.layout.bundle(this.base.hash);
  }

  async uw(...args: string[]): Promise<Ran> {
    // Before the verb: after a `--` it would be taken for an argument, and refused for the wrong reason.
    const ran = await this.home.uw(["--json", ...args]);
    this.said.push(ran.stdout, ran.stderr);
    return ran;
  }

  /** Tries a command that must be refused with one of these exit codes. */
  async refuses(codes: readonly number[], ...args: string[]): Promise<string[]> {
    const ran = await this.uw(...args);
    const words = args.map((word) => JSON.stringify(word.slice(0, 60))).join(" ");
    if (codes.includes(ran.exitCode)) return [];
    return [
      `${words}: exit ${ran.exitCode}, wanted ${codes.join(" or ")}: ${ran.stdout.trim().slice(0, 300)}`,
    ];
  }

  /** Changes a file of the store, whatever its mode. */
  change(path: string, bytes: string | Uint8Array): void {
    if (existsSync(path)) chmodSync(path, 0o600);
    writeFileSync(path, bytes);
  }

  /** What the attack moved, leaked or ran. */
  damage(): string[] {
    const problems: string[] = [];
    if (existsSync(this.mark)) problems.push("foreign code ran");
    if (readFileSync(this.secret, "utf8") !== CANARY) problems.push("a file outside the store was changed");
    const beside = readdirSync(join(this.home.dir, "outside"));
    if (beside.length !== 1) problems.push(`files were made outside the store: ${beside.join(" ")}`);
    if (this.said.some((text) => text.includes(CANARY))) problems.push("a file outside the store was shown");
    return problems;
  }
}
