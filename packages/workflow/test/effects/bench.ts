// A workspace, ports and one call of an effect, for the tests of this folder.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../../../tests/support/temp-home.ts";
import { sha256Hex } from "../../src/codec/sha256.ts";
import type { Json } from "../../src/contract/command.ts";
import type { Executed, ExecutorCall } from "../../src/contract/effect.ts";
import type { Blobs } from "../../src/contract/ports.ts";
import { openCatalogue } from "../../src/effects/catalogue.ts";
import { check, normalise } from "../../src/effects/check-schema.ts";
import { createExecutors, type ExecutorPorts } from "../../src/effects/executors.ts";
import { openSecrets, type SecretSource } from "../../src/effects/secrets.ts";

export type BenchOptions = Partial<ExecutorPorts> & {
  effectsYaml?: string;
  secretSources?: Record<string, SecretSource>;
};

export class Bench implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "effects-test-")));
  readonly workspace = join(this.folder, "workspace");
  readonly frames: Json[] = [];
  readonly intent = sha256Hex(this.folder);

  constructor(private readonly options: BenchOptions = {}) {
    Bun.spawnSync(["mkdir", this.workspace]);
  }

  /** Params as the engine would hand them on; the payload of an `ok` is held against its schema. */
  async call(effect: string, params: Json, more: Partial<ExecutorCall> = {}): Promise<Executed> {
    const { effectsYaml = null, secretSources = {}, ...ports } = this.options;
    const env = ports.env ?? process.env;
    const catalogue = openCatalogue(effectsYaml);
    const definition = catalogue.get(effect);
    if (definition === null) throw new Error(`no effect ${effect}`);
    const normal = normalise(definition.params, params);
    if ("problem" in normal) throw new Error(`${normal.problem.path}: ${normal.problem.message}`);
    const executor = createExecutors({
      blobs: memoryBlobs(),
      secrets: openSecrets(secretSources, env),
      misuse: () => null,
      scratch: () => this.folder,
      net: { allow: [], allowPrivate: false },
      programs: catalogue.program,
      graceMs: 300,
      ...ports,
      env,
    })(definition);
    const executed = await executor({
      intent: this.intent,
      effect,
      params: normal.value,
      idempotencyKey: this.intent,
      attempt: 1,
      timeoutMs: 20_000,
      maxOutputBytes: 256 * 1024,
      workspace: () => this.workspace,
      signal: new AbortController().signal,
      progress: (frame) => this.frames.push(frame),
      ...more,
    });
    const problem = executed.status === "ok" ? check(definition.receipt, executed.payload) : null;
    if (problem !== null) throw new Error(`payload ${problem.path}: ${problem.message}`);
    return executed;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function memoryBlobs(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    put(bytes) {
      kept.set(sha256Hex(bytes), bytes);
      return sha256Hex(bytes);
    },
    get: (sha256) => kept.get(sha256) ?? null,
  };
}

/** The code of an error receipt, or the status of any other. */
export function codeOf(executed: Executed): string {
  return executed.status === "error" ? executed.error.code : executed.status;
}

/** The payload of an `ok`. */
export function payloadOf<T = { [key: string]: Json }>(executed: Executed): T {
  if (executed.status !== "ok") throw new Error(JSON.stringify(executed));
  return executed.payload as T;
}

/** Waits until there are as many such processes; they may be slow to start. */
export async function untilProcesses(text: string, count: number): Promise<void> {
  await until(async () => (processesWith(text).length >= count ? true : null), `${count} of ${text}`);
}

/** Living processes whose command line has this text in it. */
export function processesWith(text: string): string[] {
  const { stdout } = Bun.spawnSync(["ps", "-eo", "stat=,pid=,args="]);
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes(text) && !line.startsWith("Z"));
}
