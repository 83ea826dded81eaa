import type { Preset } from "./preset.ts";

const SINCE = "model_usage_since_last_result";

/**
 * `total_cost_usd` and `modelUsage` are of the whole session, also of one it was branched from; `usage` is of the turn, and
 * leaves out what helpers asked. Newer ones tell the turn with everything in a member; of older ones the difference counts.
 */
export const claude: Preset = {
  argv: ["claude", "-p", "--output-format", "stream-json", "--verbose", "--disable-slash-commands"],
  read: ["--permission-mode", "plan", "--disallowedTools", "Bash,Edit,Write,NotebookEdit"],
  edit: ["--permission-mode", "acceptEdits"],
  model: ["--model", "{model}"],
  session: ["--resume", "{session}"],
  branch: ["--resume", "{session}", "--fork-session"],
  cap: ["--max-budget-usd", "{usd}"],
  last: [],
  rules: [
    { when: { type: "system" }, session: "session_id", model: "model" },
    {
      when: { type: "assistant", parent_tool_use_id: true },
      model: "message.model",
      counts: "call",
      call: "message.id",
      inputTokens: [
        "message.usage.input_tokens",
        "message.usage.cache_read_input_tokens",
        "message.usage.cache_creation_input_tokens",
      ],
      cachedInputTokens: ["message.usage.cache_read_input_tokens"],
      outputTokens: ["message.usage.output_tokens"],
    },
    {
      when: { type: "result" },
      text: "result",
      session: "session_id",
      failed: ["errors.*", "is_error"],
      denied: "permission_denials.*.tool_name",
    },
    {
      when: { type: "result", [SINCE]: true },
      perModel: SINCE,
      costUsd: `${SINCE}.*.costUSD`,
      inputTokens: ["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"],
      cachedInputTokens: ["cacheReadInputTokens"],
      outputTokens: ["outputTokens"],
    },
    { when: { type: "result", [SINCE]: false }, counts: "session", costUsd: "total_cost_usd" },
    {
      when: { type: "result", [SINCE]: false },
      inputTokens: [
        "usage.input_tokens",
        "usage.cache_read_input_tokens",
        "usage.cache_creation_input_tokens",
      ],
      cachedInputTokens: ["usage.cache_read_input_tokens"],
      outputTokens: ["usage.output_tokens"],
    },
  ],
  env: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_*",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
    "CLAUDE_CODE_SKIP_BEDROCK_AUTH",
    "CLAUDE_CODE_SKIP_VERTEX_AUTH",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CODE_CLIENT_CERT",
    "CLAUDE_CODE_CLIENT_KEY",
  ],
  envIf: {
    CLAUDE_CODE_USE_BEDROCK: ["AWS_*"],
    CLAUDE_CODE_USE_VERTEX: ["CLOUD_ML_REGION", "GOOGLE_*", "VERTEX_REGION_*"],
    CLAUDE_CODE_USE_FOUNDRY: ["AZURE_*"],
  },
  set: { CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1" },
  setRead: {},
  quote: { start: "/!#", mentions: false },
  prices: "anthropic",
  install: "npm install -g @anthropic-ai/claude-code",
  tried: ["2.1.326"],
};
