// Somebody who reads a document and types what it says: a folder, a home, the program on the PATH, and a shell that
// remembers where it is and what was exported.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY, type Ran, TempHome } from "./temp-home.ts";

export class Reader implements AsyncDisposable {
  private constructor(
    readonly home: TempHome,
    readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  static async create(env: Record<string, string> = {}): Promise<Reader> {
    const home = await TempHome.create();
    const [folder, own, bin] = ["work", "me", "bin"].map((name) => join(home.dir, name)) as [
      string,
      string,
      string,
    ];
    for (const made of [folder, own, bin, home.home]) mkdirSync(made);
    symlinkSync(home.home, join(own, ".uncaged"));
    symlinkSync(BINARY, join(bin, "uncaged-workflow"));
    symlinkSync(process.execPath, join(bin, "bun"));
    const path = [bin, ...(process.env.PATH ?? "").split(":").filter((at) => !at.includes("node_modules"))];
    const given = { HOME: own, PATH: path.join(":"), UNCAGED_HOME: home.home, UNCAGED_ACTOR: "ann", ...env };
    return new Reader(home, folder, given);
  }

  /** What the document has the reader write. */
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** One command, in the shell in which the ones before were typed. */
  async type(command: string): Promise<Pick<Ran, "exitCode" | "stdout" | "stderr">> {
    const [at, exported] = [join(this.home.dir, "at"), join(this.home.dir, "exported")];
    const script = `${existsSync(exported) ? `. ${exported}; cd "$(cat ${at})"` : ""}
${command}
code=$?; pwd > ${at}; export -p > ${exported}; exit $code`;
    const child = Bun.spawn(["sh", "-c", script], {
      cwd: this.folder,
      env: this.env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { stdout, stderr, exitCode };
  }

  /** Threads, newest first. */
  async threads(): Promise<{ threadId: string; hash: string; status: string; forkFrom: string | null }[]> {
    return (await this.home.uw(["threads", "--all", "--json"])).json.threads;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }
}
