// `agents` in config.yaml: more for an agent we know, or another one in the same words. What does not fit is passed over
// here, where a command is admitted; who starts the agent refuses it (cli/check-agents.ts).
//
//   agents:
//     claude: { env: [CORP_GATEWAY] }
//     mine: { argv: [my-agent, run], session: [--resume, "{session}"], rules: [{ text: answer }] }
import type { Preset } from "./known/preset.ts";
import { PRESETS } from "./presets.ts";

export const PRESET_LISTS = [
  "argv",
  "read",
  "edit",
  "model",
  "session",
  "branch",
  "cap",
  "last",
  "env",
] as const;
export const PRESET_KEYS: readonly string[] = [
  ...PRESET_LISTS,
  "rules",
  "set",
  "setRead",
  "quote",
  "prices",
  "install",
];

/** Variables whose value is looked up like any secret, so that it is redacted. */
export const SECRET_NAME = /KEY|TOKEN|SECRET|CREDENTIAL|PASSWORD/;

/** What an own agent is where it says nothing: it reads standard input and prints its answer. */
const PLAIN: Preset = {
  argv: [],
  read: [],
  edit: [],
  model: [],
  session: [],
  branch: [],
  cap: [],
  last: [],
  rules: [],
  env: [],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!", mentions: true },
  prices: null,
  install: "",
  tried: [],
};

/** Null: nobody knows an agent of that name. */
export function presetOf(name: string, written: unknown): Preset | null {
  const known = Object.hasOwn(PRESETS, name) ? (PRESETS[name] as Preset) : null;
  const all = mapOf(written);
  const own = Object.hasOwn(all, name) ? mapOf(all[name]) : null;
  if (own === null) return known;
  const base = known ?? PLAIN;
  const given = Object.entries(own).filter(([key, value]) => isOfKind(key, value));
  const { env = [], set = {}, setRead = {}, ...rest } = Object.fromEntries(given) as Partial<Preset>;
  // One more is what is mostly asked for; none is taken away by that.
  return {
    ...base,
    ...rest,
    env: [...base.env, ...env],
    set: { ...base.set, ...set },
    setRead: { ...base.setRead, ...setRead },
  };
}

export function agentNames(written: unknown): string[] {
  return [...new Set([...Object.keys(PRESETS), ...Object.keys(mapOf(written))])];
}

function isOfKind(key: string, value: unknown): boolean {
  if ((PRESET_LISTS as readonly string[]).includes(key))
    return Array.isArray(value) && value.every((word) => typeof word === "string");
  if (key === "rules") return Array.isArray(value);
  if (key === "prices" || key === "install") return typeof value === "string";
  return PRESET_KEYS.includes(key) && value === mapOf(value);
}

function mapOf(value: unknown): { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { [key: string]: unknown })
    : {};
}
