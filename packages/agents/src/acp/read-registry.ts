// `agents.<name>.acp` of config.yaml, checked where it enters.
import { invalid, readMap, readStrings } from "@uncaged/workflow/executor";

const FILE = "config.yaml";
const KEYS = [
  "argv",
  "edit",
  "read",
  "model",
  "readsItself",
  "usage",
  "cost",
  "prices",
  "env",
  "install",
  "tried",
];
const START_KEYS = ["argv", "env", "mode", "options"];

/** Throws what is wrong with it. */
export function parseAcpEntry(agents: unknown, name: string): void {
  if (agents === undefined || agents === null) return;
  const all = readMap(agents, FILE, "agents");
  const entry = all[name];
  if (entry === undefined || entry === null) return;
  const { acp } = readMap(entry, FILE, `agents.${name}`);
  if (acp === undefined) return;
  const at = `agents.${name}.acp`;
  const map = readMap(acp, FILE, at, KEYS);
  for (const key of ["argv", "model", "env"])
    if (map[key] !== undefined) readStrings(map[key], FILE, `${at}.${key}`);
  for (const key of ["edit", "read"])
    if (map[key] !== undefined && map[key] !== null) checkStart(map[key], `${at}.${key}`);
  if (map.usage !== undefined && map.usage !== "turn" && map.usage !== "last-call")
    throw invalid(FILE, `${at}.usage`, "must be turn or last-call");
  if (map.cost !== undefined && map.cost !== "session" && map.cost !== "process")
    throw invalid(FILE, `${at}.cost`, "must be session or process");
  if (map.prices !== undefined && typeof map.prices !== "string")
    throw invalid(FILE, `${at}.prices`, "must be a text");
}

function checkStart(value: unknown, at: string): void {
  const { argv, env, mode, options } = readMap(value, FILE, at, START_KEYS);
  if (argv !== undefined) readStrings(argv, FILE, `${at}.argv`);
  if (mode !== undefined && typeof mode !== "string") throw invalid(FILE, `${at}.mode`, "must be a text");
  for (const [key, map] of Object.entries({ env, options }))
    for (const [name, text] of Object.entries(map === undefined ? {} : readMap(map, FILE, `${at}.${key}`)))
      if (typeof text !== "string") throw invalid(FILE, `${at}.${key}.${name}`, "must be a text");
}
