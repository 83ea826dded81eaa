// effects.yaml: effects that are programs of the user.
//
//   effects:
//     "mail/send@1":
//       command: [bun, /opt/effects/send-mail.ts]
//       class: once
//       risk: write
import {
  EFFECT_CLASSES,
  EFFECT_NAME,
  type EffectDefinition,
  type JsonSchema,
  RISKS,
} from "#contract/effect.ts";
import { MODEL_EFFECTS } from "#contract/model-effects.ts";
import { assertSchema } from "./check-schema.ts";
import {
  invalid,
  readBoolean,
  readChoice,
  readMap,
  readStrings,
  readYaml,
  type YamlMap,
} from "./read-yaml.ts";

/** `env`: names of variables it gets besides the few that every program gets. */
export type Program = { command: string[]; env: string[] };
export type OwnEffect = { definition: EffectDefinition; program: Program };

const FILE = "effects.yaml";
const KEYS = ["command", "class", "risk", "params", "receipt", "timeoutMs", "acceptsKey", "env", "secrets"];
/** setTimeout counts in 32 bits. */
const TIMEOUT_MS_MAX = 2_147_483_647;

export function parseEffects(text: string): OwnEffect[] {
  const file = readYaml(text, FILE);
  if (file === null) return [];
  const { effects } = readMap(file, FILE, "", ["effects"]);
  if (effects === undefined || effects === null) return [];
  return Object.entries(readMap(effects, FILE, "effects")).map(([name, entry]) => readEffect(name, entry));
}

function readEffect(name: string, entry: unknown): OwnEffect {
  const path = `effects["${name}"]`;
  if (!EFFECT_NAME.test(name))
    throw invalid(FILE, path, "is not an effect name", { hint: 'write it as "mail/send@1", in quotes' });
  if (name.startsWith("sys/") && !MODEL_EFFECTS.has(name))
    throw invalid(FILE, path, "is in the namespace sys/, which is the engine's", {
      hint: `choose another: "my-${name.slice(4)}" under a namespace of yours`,
    });
  const map = readMap(entry, FILE, path, KEYS);
  return {
    definition: {
      name,
      class: readChoice(map.class, FILE, `${path}.class`, EFFECT_CLASSES),
      risk: readChoice(map.risk, FILE, `${path}.risk`, RISKS),
      params: readSchema(map, "params", path),
      receipt: readSchema(map, "receipt", path),
      executor: `program:${name}`,
      acceptsKey:
        map.acceptsKey === undefined ? false : readBoolean(map.acceptsKey, FILE, `${path}.acceptsKey`),
      ...(map.secrets === undefined
        ? {}
        : { secrets: { places: readPlaces(map.secrets, `${path}.secrets`) } }),
      ...(map.timeoutMs === undefined ? {} : { timeoutMs: readTimeout(map.timeoutMs, `${path}.timeoutMs`) }),
    },
    program: { command: readCommand(map.command, `${path}.command`), env: readNames(map.env, `${path}.env`) },
  };
}

function readCommand(value: unknown, path: string): string[] {
  const command = readStrings(value, FILE, path);
  const [program] = command;
  if (program === undefined)
    throw invalid(FILE, path, "must not be empty", { hint: `write ${path}: [program, argument]` });
  // It starts in the workspace, whose files must not decide what runs.
  if (program.includes("/") && !program.startsWith("/"))
    throw invalid(FILE, `${path}[0]`, "must be an absolute path or a name found in PATH");
  return command;
}

function readNames(value: unknown, path: string): string[] {
  const names = value === undefined ? [] : readStrings(value, FILE, path);
  for (const [index, name] of names.entries())
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw invalid(FILE, `${path}[${index}]`, "must be the name of an environment variable", {
        hint: "a value does not belong here: set the variable where the worker starts, and name it here",
      });
  return names;
}

function readPlaces(value: unknown, path: string): string[] {
  const places = readStrings(value, FILE, path);
  for (const [index, place] of places.entries())
    if (!/^([^.*]+|\*)(\.([^.*]+|\*))*(\.\*\*)?$/.test(place))
      throw invalid(FILE, `${path}[${index}]`, "is not a place in the params", {
        hint: 'write "token", "auth.*" for each member of auth, or "auth.**" for everything in it',
      });
  return places;
}

function readTimeout(value: unknown, path: string): number {
  if (Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= TIMEOUT_MS_MAX)
    return value as number;
  throw invalid(FILE, path, "must be a whole number of milliseconds, more than 0");
}

/** Anything goes where no schema is given. */
function readSchema(map: YamlMap, key: "params" | "receipt", path: string): JsonSchema {
  if (map[key] === undefined) return {};
  const schema = readMap(map[key], FILE, `${path}.${key}`) as JsonSchema;
  try {
    assertSchema(schema);
    return schema;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw invalid(FILE, `${path}.${key}`, `is not a JSON Schema we can use: ${said}`, { cause: error });
  }
}
