// Which secrets an effect of a bundle may use. Asked when a command is admitted, and again when it is about to be performed.
//
// SECRET-RULE-1. A reference stands where the effect's definition has a place for secrets, and nowhere else.
// SECRET-RULE-2. The bundle's descriptor declares the secret for this effect, and for the host, program or file it goes
//     to.
// SECRET-RULE-3. config.yaml names the secret: a bundle cannot reach other variables of the environment.
import { posix } from "node:path";
import { isSecretReference, pathText, referencesIn } from "#codec/secret-reference.ts";
import type { Json } from "#contract/command.ts";
import type { SecretUse } from "#contract/descriptor.ts";
import type { EffectDefinition, SecretPlaces } from "#contract/effect.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import { bareHost, kindOf, parseAddress } from "./net-rules.ts";

export type SecretGrants = {
  declared: readonly SecretUse[];
  /** Whether config.yaml names it. Read when it is asked: it may have changed. */
  isAllowed(name: string): boolean;
};

/** Null when the params refer to no secret, or only to those the bundle may use. */
export function secretMisuse(
  definition: EffectDefinition,
  params: Json,
  grants: SecretGrants,
): ErrorReport | null {
  for (const { path, value } of referencesIn(params)) {
    const report = misuse({ definition, params, path, value }, grants);
    if (report !== null) return report;
  }
  return null;
}

type Use = {
  definition: EffectDefinition;
  params: Json;
  path: readonly (string | number)[];
  value: { [key: string]: Json };
};

function misuse(use: Use, { declared, isAllowed }: SecretGrants): ErrorReport | null {
  const { definition, params, path, value } = use;
  const { places = [], named = [], target } = definition.secrets ?? {};
  if (!isSecretReference(value)) return misplaced(use, 'is no reference to a secret: {"$secret": "NAME"} is');
  if (!isAt(path, places)) return misplaced(use, "refers to a secret, and this is no place for one");
  const name = value.$secret;
  const mine = declared.filter((one) => one.name === name && one.effects.includes(definition.name));
  if (mine.length === 0) return notDeclared(use, name, `did not declare the secret ${name} for this effect`);
  const here = mine.filter((one) => (one.places === undefined ? !isAt(path, named) : isAt(path, one.places)));
  if (here.length === 0) return notDeclared(use, name, `did not declare the secret ${name} for this place`);
  const to = target?.of(params);
  if (
    target !== undefined &&
    !here.some((one) => one[target.list]?.some((item) => FITS[target.list](item, to ?? "")))
  )
    return notDeclared(use, name, `did not declare the secret ${name} for ${shown(target, to ?? "")}`);
  return isAllowedHere(name, isAllowed) ?? null;
}

function isAllowedHere(name: string, isAllowed: SecretGrants["isAllowed"]): ErrorReport | null {
  try {
    if (isAllowed(name)) return null;
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return error.toReport();
  }
  return {
    code: "SECRET_NOT_ALLOWED",
    message: `config.yaml does not name the secret ${name}, so no bundle may use it`,
    hint: `add to config.yaml: ${configLine(name)}`,
    details: { secret: name, field: `secrets.${name}` },
  };
}

export function configLine(name: string): string {
  return `secrets: { ${name}: { env: ${name} } }`;
}

function misplaced({ definition, path }: Use, problem: string): ErrorReport {
  const field = fieldOf(path);
  const { places = [] } = definition.secrets ?? {};
  const own = definition.executor.startsWith("program:");
  const hint =
    places.length > 0
      ? `secrets of ${definition.name} may stand in ${places.map((place) => `params.${place}`).join(", ")}`
      : own
        ? `name the place in effects.yaml: secrets: ["${placeOf(path)}"]`
        : `${definition.name} takes no secrets`;
  return {
    code: "SECRET_MISPLACED",
    message: `\`${field}\` of ${definition.name} ${problem}`,
    hint,
    details: { effect: definition.name, field },
  };
}

/** The hint has the very lines to add. */
function notDeclared(use: Use, name: string, problem: string): ErrorReport {
  const { definition, params, path } = use;
  const { named = [], target } = definition.secrets ?? {};
  const line = [
    `name: ${JSON.stringify(name)}`,
    `effects: [${JSON.stringify(definition.name)}]`,
    ...(target === undefined
      ? []
      : [`${target.list}: [${JSON.stringify(shown(target, target.of(params)))}]`]),
    ...(isAt(path, named) ? [`places: [${JSON.stringify(placeOf(path))}]`] : []),
  ].join(", ");
  return {
    code: "SECRET_NOT_DECLARED",
    message: `\`${fieldOf(path)}\` of ${definition.name}: the bundle ${problem}`,
    hint: `add to the descriptor: secrets: [{ ${line} }], and to config.yaml: ${configLine(name)}`,
    details: { effect: definition.name, secret: name, field: fieldOf(path) },
  };
}

function fieldOf(path: readonly (string | number)[]): string {
  return path.length === 0 ? "params" : `params.${pathText(path)}`;
}

/** Items of a list are not told apart. */
function placeOf(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "number" ? "*" : part)).join(".");
}

/** Names of members are compared as headers are: without regard to case. */
function isAt(path: readonly (string | number)[], places: readonly string[]): boolean {
  return places.some((place) => {
    const parts = place.split(".");
    const isDeep = parts.at(-1) === "**";
    const fixed = isDeep ? parts.slice(0, -1) : parts;
    if (isDeep ? path.length < fixed.length : path.length !== fixed.length) return false;
    return fixed.every(
      (part, index) => part === "*" || part.toLowerCase() === String(path[index]).toLowerCase(),
    );
  });
}

const FITS = {
  hosts: matchesHost,
  programs: (item: string, program: string) => item === program,
  files: (item: string, path: string) => posix.normalize(item) === posix.normalize(path),
};

/**
 * `api.example.com` is its usual port, `host:8443` that port, `*.example.com` every name below it. Without `http://` before
 * it, only https is meant: in plain text everybody on the way reads the secret. The machine itself is no such way.
 */
export function matchesHost(item: string, address: string): boolean {
  const url = URL.parse(address);
  const match = /^(http:\/\/)?(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/i.exec(item);
  if (url === null || match === null) return false;
  const [, plain, star, host = "", port] = match;
  const name = bareHost(url.hostname);
  if (
    url.protocol !== "https:" &&
    !(url.protocol === "http:" && (plain !== undefined || isThisMachine(name)))
  )
    return false;
  const usual = url.protocol === "https:" ? "443" : "80";
  if ((url.port === "" ? usual : url.port) !== (port ?? usual)) return false;
  const wanted = bareHost(host);
  return star === undefined ? name === wanted : name.endsWith(`.${wanted}`);
}

function isThisMachine(host: string): boolean {
  const address = parseAddress(host);
  return host === "localhost" || (address !== null && kindOf(address) === "loopback");
}

function shown({ list }: NonNullable<SecretPlaces["target"]>, to: string): string {
  const url = list === "hosts" ? URL.parse(to) : null;
  if (url === null) return to;
  const isPlain = url.protocol === "http:" && !isThisMachine(bareHost(url.hostname));
  return `${isPlain ? "http://" : ""}${url.host}`;
}
