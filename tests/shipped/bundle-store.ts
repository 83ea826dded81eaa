// A home with one of the bundles we ship, a model that answers from a script, and perhaps a repository to work in.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type ScriptedReply, scriptedModel } from "@uncaged/workflow-agents/testing";
import { makeRepository, type Scene } from "../../scripts/scene.ts";
import { type Ran, REPO, TempHome } from "../support/temp-home.ts";

/** Planted: it must be in no file, no argument and no error. */
export const KEY = "sk-planted-0123456789abcdef0123456789";

export class BundleStore implements AsyncDisposable {
  readonly env: Record<string, string>;
  readonly work: string;
  private constructor(
    readonly name: string,
    readonly home: TempHome,
    readonly model: ScriptedModel,
  ) {
    this.env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.baseUrl };
    this.work = join(home.dir, "work");
  }

  static async create(
    name: string,
    replies: (string | ScriptedReply)[],
    repository?: NonNullable<Scene["repository"]>,
  ): Promise<BundleStore> {
    const store = new BundleStore(name, await TempHome.create(), scriptedModel({ replies }));
    if (repository !== undefined) makeRepository(store.work, repository);
    const added = await store.uw("add", name, join(REPO, "bundles", name, "flow.ts"));
    if (added.exitCode !== 0) throw new Error(added.stdout + added.stderr);
    return store;
  }

  /** Any verb, as JSON. */
  uw(...args: string[]): Promise<Ran> {
    return this.home.uw([...args, "--json"], { env: this.env });
  }

  /** In the repository, if there is one. */
  run(prompt: string, ...flags: string[]): Promise<Ran> {
    return this.uw("run", this.name, "--prompt", prompt, "--workspace", this.work, ...flags);
  }

  git(...args: string[]): string {
    return Bun.spawnSync(["git", ...args], { cwd: this.work })
      .stdout.toString()
      .trim();
  }

  /** A program on the PATH of what is run from now on. */
  program(name: string, script: string): void {
    const bin = join(this.home.dir, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
    this.env.PATH = `${bin}:${process.env.PATH}`;
  }

  /** How often the model was asked with this text in its messages. */
  asked(text: string): number {
    return this.model.requests.filter(({ prompt }) => prompt.includes(text)).length;
  }

  /** Files under the home that hold the planted key, once nobody writes any more. */
  async filesWithKey(): Promise<string[]> {
    await this.home.untilQuiet();
    const files = readdirSync(this.home.home, { recursive: true, encoding: "utf8" }).filter((path) =>
      // A lock that is just being given back may be gone by now.
      statSync(join(this.home.home, path), { throwIfNoEntry: false })?.isFile(),
    );
    if (files.length < 5) throw new Error(`only ${files.length} files were looked at`);
    return files.filter((path) => readFileSync(join(this.home.home, path)).includes(KEY));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
    await this.model.close();
  }
}
