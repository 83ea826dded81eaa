// policy.yaml: what needs a person's yes, and which addresses a request may reach.
//
//   risks: { destructive: approve, financial: deny }
//   default: deny                  # a risk without a rule; allowed where nobody says so
//   http: { allow: ["127.0.0.1:8080", "*.corp.example"], allowPrivate: false }
//   fs: { allowGit: true }
//   llm: { temperature: true }
//   agents: { permissions: [{ kind: edit, path: "docs/**", rule: allow }, { kind: execute, rule: deny }] }
import { type ParamRules, type Policy, type PolicyRule, RISKS, type Risk } from "#contract/effect.ts";
import { parseAllowed } from "./net-rules.ts";
import { invalid, readBoolean, readChoice, readMap, readStrings, readYaml } from "./read-yaml.ts";

/** `allow`: hosts, with or without port, that may be private; `allowPrivate`: all private and loopback addresses. */
export type NetRules = { allow: string[]; allowPrivate: boolean };

/** `allowGit`: an effect that asks for it may write what is git's own. */
export type FileRules = { allowGit: boolean };

export type Ruling = "allow" | "ask" | "deny";
/** What a coding agent may do that asks: the first rule that fits counts. A part that is left out fits everything. */
export type PermissionRule = { agent?: string[]; kind?: string[]; path?: string[]; rule: Ruling };

export type StorePolicy = {
  risks: Policy;
  http: NetRules;
  files: FileRules;
  say: ParamRules;
  permissions: PermissionRule[];
};

const FILE = "policy.yaml";
const RULES: readonly PolicyRule[] = ["allow", "approve", "deny"];

export function parsePolicy(yaml: string | null): StorePolicy {
  const file = (yaml === null ? null : readYaml(yaml, FILE)) ?? {};
  const parts = ["risks", "default", "http", "fs", "llm", "agents"];
  const { risks, default: others, http, fs, llm, agents } = readMap(file, FILE, "", parts);
  const unmatched = others === undefined ? {} : unmatchedBy(readChoice(others, FILE, "default", RULES));
  return {
    risks: { ...unmatched, ...readRisks(risks ?? {}) },
    http: readHttp(http ?? {}),
    files: readFiles(fs ?? {}),
    say: readSay(llm ?? {}),
    permissions: readPermissions(agents ?? {}),
  };
}

function unmatchedBy(rule: PolicyRule): Policy {
  return Object.fromEntries(RISKS.map((risk) => [risk, rule]));
}

function readRisks(value: unknown): Policy {
  const map = readMap(value, FILE, "risks", RISKS);
  return Object.fromEntries(
    Object.entries(map).map(([risk, rule]): [Risk, PolicyRule] => [
      risk as Risk,
      readChoice(rule, FILE, `risks.${risk}`, RULES),
    ]),
  );
}

function readHttp(value: unknown): NetRules {
  const { allow, allowPrivate } = readMap(value, FILE, "http", ["allow", "allowPrivate"]);
  const hosts = allow === undefined ? [] : readStrings(allow, FILE, "http.allow");
  for (const [index, host] of hosts.entries())
    if (parseAllowed(host) === null)
      throw invalid(FILE, `http.allow[${index}]`, `is not a host: ${host}`, {
        hint: 'write "127.0.0.1:8080", "[::1]:8080", "db.internal" or "*.internal"',
      });
  return {
    allow: hosts,
    allowPrivate: allowPrivate === undefined ? false : readBoolean(allowPrivate, FILE, "http.allowPrivate"),
  };
}

function readFiles(value: unknown): FileRules {
  const { allowGit } = readMap(value, FILE, "fs", ["allowGit"]);
  return { allowGit: allowGit === undefined ? false : readBoolean(allowGit, FILE, "fs.allowGit") };
}

/** Nobody said so: a model is asked without chance (OPS-102). */
function readSay(value: unknown): ParamRules {
  const { temperature } = readMap(value, FILE, "llm", ["temperature"]);
  return {
    allowTemperature: temperature === undefined ? false : readBoolean(temperature, FILE, "llm.temperature"),
  };
}

const RULINGS: readonly Ruling[] = ["allow", "ask", "deny"];
/** As the Agent Client Protocol names them. */
export const TOOL_KINDS = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;

function readPermissions(value: unknown): PermissionRule[] {
  const { permissions = [] } = readMap(value, FILE, "agents", ["permissions"]);
  if (!Array.isArray(permissions)) throw invalid(FILE, "agents.permissions", "must be a list of rules");
  return permissions.map((one, index) => {
    const at = `agents.permissions[${index}]`;
    const { agent, kind, path, rule } = readMap(one, FILE, at, ["agent", "kind", "path", "rule"]);
    const read: PermissionRule = { rule: readChoice(rule, FILE, `${at}.rule`, RULINGS) };
    if (agent !== undefined) read.agent = readOneOrMore(agent, `${at}.agent`);
    if (kind !== undefined)
      read.kind = readOneOrMore(kind, `${at}.kind`).map((name) =>
        readChoice(name, FILE, `${at}.kind`, TOOL_KINDS),
      );
    if (path !== undefined) read.path = readOneOrMore(path, `${at}.path`);
    return read;
  });
}

function readOneOrMore(value: unknown, at: string): string[] {
  return readStrings(typeof value === "string" ? [value] : value, FILE, at);
}
