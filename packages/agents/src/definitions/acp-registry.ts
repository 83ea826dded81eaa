// The agents that speak the Agent Client Protocol, as data: how each is started, made to ask, and read.
//
// What each entry says was tried with the version it names. `config.yaml` adds others and changes these: see docs/agents.md.

/** How a session is opened for a use. */
export type Start = {
  argv?: string[];
  env?: { [name: string]: string };
  /** Of `session/set_mode`. */
  mode?: string;
  /** Of `session/set_config_option`, by id. */
  options?: { [id: string]: string };
};

export type AcpAgent = {
  argv: string[];
  /** Started so that it asks before it changes anything. None known: the receipt says that it may not ask. */
  edit: Start | null;
  /** Started so that it only looks. What it asks for all the same is denied. */
  read: Start;
  /** Arguments that name the model; where it has none, the protocol is asked. */
  model: string[];
  /** It opens files by itself: of one that is not there it could not be told by us so that it understands. */
  readsItself?: boolean;
  /** What its `usage` counts: the whole turn, or the last call of the model only. */
  usage: "turn" | "last-call";
  /** What the cost it tells is of; none: it tells none, as far as is known. */
  cost?: "session" | "process";
  /** Whose price list has its models; none: nobody's. */
  prices?: string;
  /** Variables it gets besides those every program gets, and those its command line gets. */
  env: string[];
  install: string;
  /** Versions tried. */
  tried: string;
};

const ASK_ALL = JSON.stringify({ edit: "ask", bash: "ask", webfetch: "ask", external_directory: "ask" });
/** It asks a model for a title besides, and does not tell what that cost. */
const NO_TITLE = JSON.stringify({ agent: { title: { disable: true } } });
const LOOK_ONLY = JSON.stringify({ edit: "deny", bash: "deny", external_directory: "deny" });

export const ACP_AGENTS: Readonly<Record<string, AcpAgent>> = {
  opencode: {
    argv: ["opencode", "acp"],
    // Without this it never asks.
    edit: { env: { OPENCODE_PERMISSION: ASK_ALL, OPENCODE_CONFIG_CONTENT: NO_TITLE } },
    read: { env: { OPENCODE_PERMISSION: LOOK_ONLY, OPENCODE_CONFIG_CONTENT: NO_TITLE } },
    model: [],
    usage: "last-call",
    cost: "session",
    env: [],
    install: "npm install -g opencode-ai@1.18.33",
    tried: "opencode 1.18.33",
  },
  gemini: {
    // A folder it has not seen before would not be worked in.
    argv: ["gemini", "--acp", "--skip-trust"],
    readsItself: true,
    edit: { mode: "default" },
    read: { mode: "plan" },
    model: ["--model", "{model}"],
    usage: "turn",
    prices: "google",
    env: [],
    install: "npm install -g @google/gemini-cli@0.61.0",
    tried: "gemini 0.61.0",
  },
  qwen: {
    argv: ["qwen", "--acp"],
    edit: { mode: "default" },
    read: { mode: "plan" },
    model: ["--model", "{model}"],
    usage: "turn",
    prices: "",
    env: [],
    install: "npm install -g @qwen-code/qwen-code@0.15.10",
    tried: "qwen 0.15.10",
  },
  copilot: {
    argv: ["copilot", "--acp"],
    // Its user may have said otherwise for all time.
    edit: { options: { allow_all: "off" } },
    read: { options: { allow_all: "off" } },
    model: ["--model", "{model}"],
    usage: "turn",
    prices: "",
    env: [],
    install: "npm install -g @github/copilot@1.0.102",
    tried: "copilot 1.0.102",
  },
  claude: {
    argv: ["claude-agent-acp"],
    edit: { mode: "default" },
    read: { mode: "plan" },
    model: [],
    usage: "turn",
    // Its process counts from nothing, also in a branch.
    cost: "process",
    prices: "anthropic",
    env: [],
    install: "npm install -g @agentclientprotocol/claude-agent-acp@0.49.0",
    tried: "claude-agent-acp 0.49.0",
  },
  codex: {
    argv: ["codex-acp"],
    // Its own mode lets a model decide; this one asks before it changes a file.
    edit: { mode: "read-only" },
    read: { mode: "read-only" },
    model: [],
    usage: "turn",
    prices: "openai",
    env: [],
    install: "npm install -g @agentclientprotocol/codex-acp@2.6.0",
    tried: "codex-acp 2.6.0",
  },
};

const BLANK: AcpAgent = {
  argv: [],
  edit: null,
  read: {},
  model: [],
  usage: "turn",
  env: [],
  install: "",
  tried: "",
};

/** `agents` of config.yaml, as written: `agents.<name>.acp` is an entry like those above; what it leaves out stays as it is. */
export function findAcpAgent(name: string, agents: unknown): AcpAgent | null {
  const known = Object.hasOwn(ACP_AGENTS, name) ? (ACP_AGENTS[name] ?? null) : null;
  const written = ownEntry(name, agents);
  if (written === null) return known;
  const entry: AcpAgent = { ...(known ?? BLANK), ...written };
  return entry.argv.length === 0 ? null : entry;
}

/** One that is only started by its argv: nothing else is known of it. */
export function unknownAgent(argv: string[]): AcpAgent {
  return { ...BLANK, argv };
}

export function acpNames(agents: unknown): string[] {
  const own = isMap(agents) ? Object.keys(agents).filter((name) => ownEntry(name, agents) !== null) : [];
  return [...new Set([...Object.keys(ACP_AGENTS), ...own])];
}

function ownEntry(name: string, agents: unknown): Partial<AcpAgent> | null {
  if (!isMap(agents) || !Object.hasOwn(agents, name)) return null;
  const entry = agents[name];
  return isMap(entry) && isMap(entry.acp) ? (entry.acp as Partial<AcpAgent>) : null;
}

function isMap(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** From params to the argv that will be executed (N9). */
export function acpArgv(entry: AcpAgent, params: AcpArgvParams): string[] {
  const { model, args = [], access } = params;
  const start = access === "read" ? entry.read : (entry.edit ?? {});
  const named = model === undefined ? [] : entry.model.map((word) => word.replaceAll("{model}", () => model));
  return [...entry.argv, ...(start.argv ?? []), ...named, ...args];
}

export type AcpArgvParams = { model?: string; args?: string[]; access: "read" | "edit" };
