// The coding agents we know, as data: how each is started without a terminal, and where it says what it did.
//
// The prompt goes in by standard input or by a file, never as an argument: every user of the machine can read those.

/**
 * Where the facts stand in what an agent prints: one JSON document, or a line of JSON for each event. A rule looks at the
 * events whose members are as `when` says. Paths have dots; `*` stands for every member. A later text counts, numbers add up.
 */
export type OutputRule = {
  when?: { [path: string]: string };
  text?: string;
  session?: string;
  costUsd?: string;
  inputTokens?: string[];
  outputTokens?: string[];
  /** There, and neither false nor empty: it failed, and this says why. */
  failed?: string;
};

export type Preset = {
  argv: string[];
  /** What lets it only look, and what lets it change files. */
  read: string[];
  edit: string[];
  model: string[];
  session: string[];
  /** After everything else. */
  last: string[];
  /** None: everything it prints is its answer. */
  rules: OutputRule[];
  /** Variables it gets besides those every program gets. */
  env: string[];
  install: string;
};

export const PRESETS: Readonly<Record<string, Preset>> = {
  claude: {
    argv: ["claude", "-p", "--output-format", "stream-json", "--verbose"],
    read: ["--permission-mode", "plan"],
    edit: ["--permission-mode", "acceptEdits"],
    model: ["--model", "{model}"],
    session: ["--resume", "{session}"],
    last: [],
    rules: [
      {
        when: { type: "result" },
        text: "result",
        session: "session_id",
        costUsd: "total_cost_usd",
        inputTokens: [
          "usage.input_tokens",
          "usage.cache_read_input_tokens",
          "usage.cache_creation_input_tokens",
        ],
        outputTokens: ["usage.output_tokens"],
        failed: "is_error",
      },
      { when: { type: "system" }, session: "session_id" },
    ],
    env: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_BASE_URL",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CONFIG_DIR",
    ],
    install: "npm install -g @anthropic-ai/claude-code",
  },
  codex: {
    argv: ["codex", "exec", "--json", "--skip-git-repo-check"],
    read: ["--sandbox", "read-only"],
    edit: ["--sandbox", "workspace-write"],
    model: ["--model", "{model}"],
    // A subcommand: the options stand before it.
    session: ["resume", "{session}"],
    last: ["-"],
    rules: [
      { when: { type: "thread.started" }, session: "thread_id" },
      { when: { type: "item.completed", "item.type": "agent_message" }, text: "item.text" },
      {
        when: { type: "turn.completed" },
        inputTokens: ["usage.input_tokens"],
        outputTokens: ["usage.output_tokens"],
      },
      { when: { type: "turn.failed" }, failed: "error.message" },
    ],
    env: ["OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY", "CODEX_HOME"],
    install: "npm install -g @openai/codex",
  },
  gemini: {
    argv: ["gemini", "--output-format", "json"],
    read: ["--approval-mode", "default"],
    edit: ["--approval-mode", "auto_edit"],
    model: ["--model", "{model}"],
    session: ["--resume", "{session}"],
    last: [],
    rules: [
      {
        text: "response",
        session: "session_id",
        inputTokens: ["stats.models.*.tokens.prompt"],
        outputTokens: ["stats.models.*.tokens.candidates"],
        failed: "error.message",
      },
    ],
    env: [
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_CLOUD_PROJECT",
      "GOOGLE_CLOUD_LOCATION",
      "GOOGLE_GENAI_USE_VERTEXAI",
      "GOOGLE_APPLICATION_CREDENTIALS",
    ],
    install: "npm install -g @google/gemini-cli",
  },
  opencode: {
    argv: ["opencode", "run", "--format", "json"],
    read: ["--agent", "plan"],
    edit: [],
    model: ["--model", "{model}"],
    session: ["--session", "{session}"],
    last: [],
    rules: [
      { session: "sessionID" },
      { when: { type: "text" }, text: "part.text" },
      {
        when: { type: "step_finish" },
        costUsd: "part.cost",
        inputTokens: ["part.tokens.input", "part.tokens.cache.read"],
        outputTokens: ["part.tokens.output"],
      },
      { when: { type: "error" }, failed: "error" },
    ],
    env: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_CONFIG"],
    install: "npm install -g opencode-ai",
  },
  aider: {
    argv: [
      "aider",
      "--message-file",
      "{promptFile}",
      "--yes-always",
      "--no-pretty",
      "--no-stream",
      "--no-check-update",
    ],
    read: ["--chat-mode", "ask"],
    edit: [],
    model: ["--model", "{model}"],
    // It has no sessions: what it wrote down of the chat in the folder is all it can take up.
    session: ["--restore-chat-history"],
    last: [],
    rules: [],
    env: ["OPENAI_API_KEY", "OPENAI_API_BASE", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
    install: "python -m pip install aider-install && aider-install",
  },
};
