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

/** Runs a program, without a shell. Any exit code is an answer: a receipt is `ok` with an `exitCode` of 1, too. */
export function exec(argv: readonly string[], options: ExecOptions & EffectOptions = {}): EffectAsk<Exec> {
  const { cwd, env, stdin, ...rest } = options;
  return effect("sys/exec@1", withoutUndefined({ argv: [...argv], cwd, env, stdin }), rest);
}
export type ExecOptions = Loose<{
  /** Relative to the workspace, which is also the default. */
  cwd?: string;
  env?: { [name: string]: string | Secret };
  stdin?: string | Secret;
}>;
export type Exec = { exitCode: number; stdout: string; stderr: string };

/** GET unless `method` says otherwise. A status of 400 or more is an `error` receipt, with the payload. */
export function http(request: HttpRequest, options?: EffectOptions): EffectAsk<HttpResponse> {
  return effect("sys/http.request@1", withoutUndefined<{ [key: string]: Json }>(request), options);
}
export type HttpRequest = Loose<{
  method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: { [name: string]: string | Secret };
  /** A string is sent as it is, anything else as JSON. */
  body?: Json;
  /** Of the body in the receipt. */
  encoding?: Encoding;
}> & { url: string };
export type HttpResponse = { status: number; headers: { [name: string]: string | string[] }; body: string };

/** Paths are relative to the workspace. */
export function readFile(path: string, options: Encoded & EffectOptions = {}): EffectAsk<Content> {
  const { encoding, ...rest } = options;
  return effect("sys/fs.read@1", withoutUndefined({ path, encoding }), rest);
}

/** `mode` in octal, as chmod takes it. `allowGit`: the path may be git's own, where policy.yaml allows it. */
export function writeFile(
  path: string,
  content: string | Secret,
  options: Encoded & Loose<{ mode?: string; allowGit?: boolean }> & EffectOptions = {},
): EffectAsk<{ path: string; bytes: number; sha256: string }> {
  const { encoding, mode, allowGit, ...rest } = options;
  return effect("sys/fs.write@1", withoutUndefined({ path, content, encoding, mode, allowGit }), rest);
}

/** Keeps bulk under its sha256, outside the journal. */
export function putBlob(
  content: string,
  options: Encoded & EffectOptions = {},
): EffectAsk<{ sha256: string; bytes: number }> {
  const { encoding, ...rest } = options;
  return effect("sys/blob.put@1", withoutUndefined({ content, encoding }), rest);
}

export function getBlob(sha256: string, options: Encoded & EffectOptions = {}): EffectAsk<Content> {
  const { encoding, ...rest } = options;
  return effect("sys/blob.get@1", withoutUndefined({ sha256, encoding }), rest);
}

export type Encoding = "utf8" | "base64";
type Encoded = Loose<{ encoding?: Encoding }>;
export type Content = { content: string; bytes: number };

/** Stands for a value the journal must not hold; the executor puts it in, after `prefix`. */
export function secret(name: string, { prefix }: { prefix?: string } = {}): Secret {
  return prefix === undefined ? { $secret: name } : { $secret: name, prefix };
}
export type Secret = { $secret: string } | { $secret: string; prefix: string };
