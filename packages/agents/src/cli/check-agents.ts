// `agents` in config.yaml, held against its words before an agent is started.
import { invalid, readMap, readStrings } from "@uncaged/workflow/executor";
import { PRESET_KEYS, PRESET_LISTS, SECRET_NAME } from "../definitions/open-presets.ts";
import { PRESETS } from "../definitions/presets.ts";

const FILE = "config.yaml";

export function checkAgent(name: string, written: unknown): void {
  if (written === undefined || written === null) return;
  const all = readMap(written, FILE, "agents");
  if (!Object.hasOwn(all, name)) return;
  const path = `agents.${name}`;
  const map = readMap(all[name], FILE, path, [...PRESET_KEYS, "acp"]);
  if (!Object.hasOwn(PRESETS, name) && map.argv === undefined)
    throw invalid(FILE, `${path}.argv`, "must say how it is started");
  for (const key of PRESET_LISTS) if (map[key] !== undefined) readStrings(map[key], FILE, `${path}.${key}`);
  for (const key of ["prices", "install"])
    if (map[key] !== undefined && typeof map[key] !== "string")
      throw invalid(FILE, `${path}.${key}`, "must be a text");
  for (const key of ["set", "setRead"]) checkTexts(map[key], `${path}.${key}`);
  checkRules(map.rules, `${path}.rules`);
  checkQuote(map.quote, `${path}.quote`);
}

/** Values of settings. A key does not stand in config.yaml: `env` names the variable that has it. */
function checkTexts(value: unknown, path: string): void {
  if (value === undefined) return;
  for (const [name, text] of Object.entries(readMap(value, FILE, path))) {
    if (typeof text !== "string") throw invalid(FILE, `${path}.${name}`, "must be a text");
    if (SECRET_NAME.test(name))
      throw invalid(
        FILE,
        `${path}.${name}`,
        "looks like a secret; name it in `env`, and keep its value in `secrets`",
      );
  }
}

const RULE_KEYS = [
  "when",
  "text",
  "delta",
  "anew",
  "session",
  "model",
  "perModel",
  "costUsd",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "totalTokens",
  "counts",
  "call",
  "failed",
  "denied",
];

function checkRules(value: unknown, path: string): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) throw invalid(FILE, path, "must be a list of rules");
  for (const [at, rule] of value.entries()) readMap(rule, FILE, `${path}[${at}]`, RULE_KEYS);
}

function checkQuote(value: unknown, path: string): void {
  if (value === undefined) return;
  const { start = "", mentions = false } = readMap(value, FILE, path, ["start", "mentions"]);
  if (typeof start !== "string") throw invalid(FILE, `${path}.start`, "must be a text");
  if (typeof mentions !== "boolean") throw invalid(FILE, `${path}.mentions`, "must be true or false");
}
