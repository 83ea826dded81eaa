// Typed builders for effects: what a workflow asks to be done in the world. The descriptor must declare each by name.
import type { EffectCommand, Json } from "#contract/command.ts";
import type { Receipt, ReceiptStatus } from "#contract/effect.ts";
import { Ask } from "./ask.ts";
import { type Loose, withoutUndefined } from "./without-undefined.ts";

/** A receipt that is `ok` has its payload: testing `status` tells. */
export type ReceiptOf<P> = Receipt<P> &
  ({ status: "ok"; payload: P } | { status: Exclude<ReceiptStatus, "ok"> });

export type EffectAsk<P> = Ask<ReceiptOf<P>, EffectCommand>;

export type EffectOptions = Loose<Omit<EffectCommand, "do" | "effect" | "params">>;

/** Any effect, by name. P is the payload its receipt schema promises. */
export function effect<P = Json>(name: string, params: Json, options: EffectOptions = {}): EffectAsk<P> {
  return new Ask({ do: "effect", effect: name, params, ...withoutUndefined(options) });
}

/** Runs a program, without a shell. An exit code other than 0 is an `error`, with the payload. */
export function exec(argv: readonly string[], options: ExecOptions & EffectOptions = {}): EffectAsk<Exec> {
  const { cwd, env, stdin, ...rest } = options;
  return effect("sys/exec@1", withoutUndefined({ argv: [...argv], cwd, env, stdin }), rest);
}
export type ExecOptions = {
  /** Relative to the workspace, which is also the default. */
  cwd?: string | undefined;
  env?: { [name: string]: string | Secret } | undefined;
  stdin?: string | undefined;
};
export type Exec = { exitCode: number; stdout: string; stderr: string };

/** GET unless `method` says otherwise. */
export function http(request: HttpRequest, options?: EffectOptions): EffectAsk<HttpResponse> {
  const { method = "GET", ...rest } = request;
  return effect("sys/http.request@1", withoutUndefined({ method, ...rest }), options);
}
export type HttpRequest = {
  method?: string | undefined;
  url: string;
  headers?: { [name: string]: string | Secret } | undefined;
  body?: Json | undefined;
};
export type HttpResponse = { status: number; headers: { [name: string]: string }; body: string };

export function readFile(path: string, options?: EffectOptions): EffectAsk<{ content: string }> {
  return effect("sys/fs.read@1", { path }, options);
}

export function writeFile(
  path: string,
  content: string,
  options?: EffectOptions,
): EffectAsk<{ bytes: number }> {
  return effect("sys/fs.write@1", { path, content }, options);
}

/** Keeps text under its sha256, outside the journal. */
export function putBlob(content: string, options?: EffectOptions): EffectAsk<{ sha256: string }> {
  return effect("sys/blob.put@1", { content }, options);
}

export function getBlob(sha256: string, options?: EffectOptions): EffectAsk<{ content: string }> {
  return effect("sys/blob.get@1", { sha256 }, options);
}

/** Stands for a value the journal must not hold. The executor puts it in. */
export function secret(name: string): Secret {
  return { $secret: name };
}
export type Secret = { $secret: string };
