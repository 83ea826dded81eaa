// What sys/agent.run@1 takes and tells with `via: "acp"`.
import type { JsonSchema } from "@uncaged/workflow/executor";
import { type AcpArgvParams, acpArgv, findAcpAgent, unknownAgent } from "./acp-registry.ts";
import { COUNT, closed, type Json, TEXT } from "./schema-words.ts";

const TEXTS: JsonSchema = { type: "array", items: TEXT };
const HASH: JsonSchema = { type: "string", pattern: "^[0-9a-f]{64}$" };

export const PERMISSIONS: JsonSchema = {
  type: "array",
  items: closed({ agent: TEXTS, kind: TEXTS, path: TEXTS, rule: { enum: ["allow", "ask", "deny"] } }, [
    "rule",
  ]),
};

/** `request`: of an ask in an earlier receipt. It is bound to the tool, the paths and the diff. */
export const ANSWERS: JsonSchema = {
  type: "array",
  items: closed({ request: HASH, decision: { enum: ["allow", "deny"] } }),
};

/** Programs that give the agent more tools: they stand in the intent, and so in every approval of it. */
export const MCP_SERVERS: JsonSchema = {
  type: "array",
  items: closed({ name: TEXT, command: TEXT, args: TEXTS }, ["name", "command"]),
};

const DIFF = closed({ path: TEXT, oldText: { type: ["string", "null"] }, newText: TEXT });

const ASK = closed(
  {
    request: HASH,
    tool: TEXT,
    kind: TEXT,
    paths: TEXTS,
    diffs: { type: "array", items: DIFF },
    command: TEXT,
    input: true,
  },
  ["request", "tool", "kind", "paths"],
);

const TOOL_CALL = closed(
  {
    tool: TEXT,
    kind: TEXT,
    status: TEXT,
    paths: TEXTS,
    permission: { enum: ["allowed", "denied", "asked"] },
    why: TEXT,
  },
  ["tool", "kind", "status", "paths"],
);

export const RECEIPT_OF_ACP: { [name: string]: JsonSchema } = {
  /** The folder the session belongs to: it goes on nowhere else. */
  folder: TEXT,
  /** As the agent names itself, with its version. */
  program: TEXT,
  stopReason: TEXT,
  toolCalls: { type: "array", items: TOOL_CALL },
  diffs: { type: "array", items: DIFF },
  /** Changed too, and too large to stand here. */
  diffsLeftOut: TEXTS,
  /** What somebody has to decide before it goes on. */
  asks: { type: "array", items: ASK },
  /** It waits in memory for that long, since no other process could go on with its session. */
  waitsMs: COUNT,
  /** Tools it wanted and was denied. */
  denied: TEXTS,
  /** What it changed without asking. */
  unasked: TEXTS,
  /** It counts less than it used. */
  usageIsPartial: { type: "boolean" },
  /** How it went on from `params.session`. */
  continued: { enum: ["branch", "session", "transcript"] },
  /** What the agent told of the whole session, where it tells that. */
  sessionTotal: closed({ costUsd: { type: "number" } }, []),
  /** Of a text that is too large for a receipt: all of it, as a blob. */
  textBlob: closed({ sha256: TEXT, bytes: COUNT }),
  warnings: TEXTS,
};

export type AcpSettled = AcpArgvParams & { via?: string; agent?: string; command?: string[] };

/** N9: the journal has the very argv that is executed. A name nobody knows has none, and is refused where it is started. */
export function acpSettled(params: Json, agents: unknown): Json {
  const { agent, command = [], ...rest } = params as AcpSettled;
  const entry = agent === undefined ? unknownAgent(command) : findAcpAgent(agent, agents);
  const argv: Json = entry === null ? [] : acpArgv(entry, rest);
  return { ...(params as { [key: string]: Json }), argv };
}
