// Secrets are named in params, `{"$secret": "NAME"}`, and looked up only where the effect is performed.
//
// SECRET-1. A value that was looked up, or that config.yaml declares, is replaced by `[NAME]` in whatever an executor
//     tells: payloads, errors, progress. No journal ever holds it.
// SECRET-2. It reaches a program by its environment or its standard input, never by argv, which every user of the
//     machine sees.
import { readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isSecretReference, type SecretReference } from "#codec/secret-reference.ts";
import type { Json } from "#contract/command.ts";
import { invalid, readMap } from "./read-yaml.ts";
import { PieceRedactor, Redactor } from "./redactor.ts";
import { Refusal } from "./refusal.ts";
import { formsOf, SECRET_CHARS_MIN } from "./secret-forms.ts";

export type SecretSource = { env: string } | { file: string };

export type Secrets = {
  /** Null when nobody knows it. */
  get(name: string): string | null;
  /** Names instead of values, for every value looked up so far or declared. */
  redact(text: string): string;
  /** The same for a text that was cut at its end. */
  redactCut(text: string): string;
  /** The same for a text that comes in pieces. `holds`: nothing is told before it is known to be no secret. */
  inPieces(holds: boolean): PieceRedactor;
};

const SECRET_BYTES_MAX = 64 * 1024;

export function openSecrets(
  sources: Record<string, SecretSource>,
  env: Record<string, string | undefined>,
): Secrets {
  const declared = new Map(Object.entries(sources));
  const known = new Map<string, string>();
  let redactor: Redactor | null = null;

  const get = (name: string): string | null => {
    const present = known.get(name);
    if (present !== undefined) return present;
    const value = lookUp(name, declared.get(name) ?? { env: name }, env);
    if (value === null) return null;
    known.set(name, value);
    redactor = null;
    return value;
  };
  const theRedactor = (): Redactor => {
    if (redactor !== null) return redactor;
    // One that cannot be read now was not read before either, so there is nothing to hide.
    for (const name of declared.keys()) if (!known.has(name)) readQuietly(get, name);
    redactor = new Redactor([...known].flatMap(([name, value]) => formsOf(name, value)));
    return redactor;
  };
  return {
    get,
    redact: (text) => theRedactor().redact(text),
    redactCut: (text) => theRedactor().redactCut(text),
    inPieces: (holds) => new PieceRedactor(theRedactor, holds),
  };
}

/** `secrets` of config.yaml, as it was parsed. */
export function parseSecretSources(value: unknown): Record<string, SecretSource> {
  if (value === undefined || value === null) return {};
  const file = "config.yaml";
  return Object.fromEntries(
    Object.entries(readMap(value, file, "secrets")).map(([name, entry]) => {
      const path = `secrets.${name}`;
      const source = readMap(entry, file, path, ["env", "file"]);
      const [[kind, at] = [], ...more] = Object.entries(source);
      if (typeof at !== "string" || at === "" || more.length > 0)
        throw invalid(file, path, "must name one source", {
          hint: `write ${name}: { env: OTHER_NAME } or { file: /path }`,
        });
      if (kind === "file" && !isAbsolute(at)) throw invalid(file, `${path}.file`, "must be an absolute path");
      return [name, source as SecretSource];
    }),
  );
}

/** Throws SECRET_UNKNOWN. The value given is not changed. */
export function resolveSecrets(value: Json, secrets: Secrets): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolveSecrets(item, secrets));
  if (isSecretReference(value)) return secretText(value, secrets);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveSecrets(item, secrets)]));
}

/** A text as it stands, or what a reference stands for. */
export function secretText(value: string | SecretReference, secrets: Secrets): string {
  if (typeof value === "string") return value;
  const found = secrets.get(value.$secret);
  if (found === null)
    throw new Refusal(
      "SECRET_UNKNOWN",
      `there is no secret ${value.$secret}: no environment variable of that name, no such entry under secrets in config.yaml`,
      { details: { secret: value.$secret } },
    );
  if (found.length < SECRET_CHARS_MIN)
    throw new Refusal(
      "SECRET_TOO_SHORT",
      `the secret ${value.$secret} has less than ${SECRET_CHARS_MIN} characters: nobody could tell it from ordinary text and keep it out of the journal`,
      { details: { secret: value.$secret } },
    );
  return (value.prefix ?? "") + found;
}

function lookUp(name: string, source: SecretSource, env: Record<string, string | undefined>): string | null {
  if ("env" in source) return Object.hasOwn(env, source.env) ? env[source.env] || null : null;
  try {
    if (statSync(source.file).size > SECRET_BYTES_MAX) throw new Error(`more than ${SECRET_BYTES_MAX} bytes`);
    // Editors close a file with a line end that is no part of the secret.
    return readFileSync(source.file, "utf8").replace(/\r?\n$/, "") || null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Refusal("SECRET_UNKNOWN", `the secret ${name} cannot be read: ${said}`, {
      details: { secret: name },
    });
  }
}

function readQuietly(get: Secrets["get"], name: string): void {
  try {
    get(name);
  } catch {}
}
