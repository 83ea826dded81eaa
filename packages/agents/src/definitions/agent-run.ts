// sys/agent.run@1: a coding agent's command line, in the workspace of the thread.
//
// Its class is `once`: an agent changes files, and nobody can know how far one got that was cut off.
import type { EffectDefinition, JsonSchema } from "@uncaged/workflow/executor";
import { type AgentParams, agentArgv } from "./agent-argv.ts";
import {
  type AcpSettled,
  ANSWERS,
  acpSettled,
  MCP_SERVERS,
  PERMISSIONS,
  RECEIPT_OF_ACP,
} from "./agent-run-acp.ts";
import { askedGist } from "./asked-gist.ts";
import { presetOf } from "./open-presets.ts";
import { COUNT, closed, type Json, MAP, shapeAsked, TEXT } from "./schema-words.ts";

/** An hour: it works, it does not answer. */
const TIMEOUT_MS = 3_600_000;

/** It stands in argv: what begins with a dash would be an option. */
const PLAIN: JsonSchema = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,199}$" };
/** `sonnet[1m]`: the brackets say how large a window is wanted. */
const MODEL: JsonSchema = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.:/@+[\\]-]{0,199}$" };
const SECRET: JsonSchema = closed({ $secret: { type: "string", minLength: 1 }, prefix: TEXT }, ["$secret"]);
const WORDS: JsonSchema = { type: "array", items: { type: "string", pattern: "^[^\\u0000]*$" } };
const PATHS: JsonSchema = { type: "array", items: TEXT };

const RULE = closed(
  {
    when: { type: "object", additionalProperties: { type: ["string", "boolean"] } },
    text: TEXT,
    delta: TEXT,
    anew: { type: "boolean" },
    session: TEXT,
    model: TEXT,
    perModel: TEXT,
    costUsd: TEXT,
    inputTokens: PATHS,
    cachedInputTokens: PATHS,
    outputTokens: PATHS,
    totalTokens: PATHS,
    counts: { enum: ["session", "call"] },
    call: TEXT,
    failed: { anyOf: [TEXT, PATHS] },
    denied: TEXT,
  },
  [],
);

export const AGENT_RUN: EffectDefinition = {
  name: "sys/agent.run@1",
  class: "once",
  risk: "write",
  executor: "agents:cli",
  acceptsKey: false,
  timeoutMs: TIMEOUT_MS,
  params: {
    ...closed(
      {
        /** One we know, or a name under `agents` in config.yaml. */
        agent: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" },
        /** acp: over the Agent Client Protocol, where it asks before it does something. Without it, its command line. */
        via: { enum: ["cli", "acp"] },
        /** With acp: rules that come after those of policy.yaml, and what people answered so far. */
        permissions: PERMISSIONS,
        answers: ANSWERS,
        mcpServers: MCP_SERVERS,
        /** With acp: how long a turn waits in memory for a person, where its session could not be loaded; 10 minutes. */
        waitMs: { type: "integer", minimum: 1 },
        /** Any other: argv with {prompt}, {promptFile}, {model} and {session} in it. Without the first two, by stdin. */
        command: { ...WORDS, minItems: 1 },
        prompt: { type: "string", minLength: 1 },
        /** Stands before the prompt. */
        system: TEXT,
        model: MODEL,
        /** Of an earlier receipt: goes on where that one ended, and leaves that session as it is where the agent can. */
        session: PLAIN,
        access: { enum: ["read", "edit"], default: "edit" },
        /** Dollars that one turn may cost, by the agent's own limit. Refused for an agent that has none. */
        maxCostUsd: { type: "number", exclusiveMinimum: 0 },
        args: { ...WORDS, default: [] },
        cwd: TEXT,
        env: { type: "object", additionalProperties: { anyOf: [TEXT, SECRET] } },
        /** JSON Schema of the answer; the agent is told. */
        schema: MAP,
        /** Of `command`: where its JSON output has what. Without it, what it prints is its answer. */
        rules: { type: "array", items: RULE },
      },
      ["prompt"],
    ),
    oneOf: [{ required: ["agent"] }, { required: ["command"] }],
  },
  receipt: closed(
    {
      text: TEXT,
      object: true,
      session: { type: ["string", "null"] },
      exitCode: COUNT,
      ...RECEIPT_OF_ACP,
      /** Of this turn. */
      usage: closed(
        { inputTokens: COUNT, outputTokens: COUNT, totalTokens: COUNT, cachedInputTokens: COUNT },
        ["inputTokens", "outputTokens", "totalTokens"],
      ),
      model: TEXT,
      /** The folder the session belongs to: it goes on nowhere else. */
      folder: TEXT,
      /** How it went on from `params.session`. `transcript`: in a fresh session that was told the kept turns. */
      continued: { enum: ["branch", "session", "transcript"] },
      /** What the agent told of the whole session, where it tells that. */
      sessionTotal: closed(
        { costUsd: { type: "number" }, inputTokens: COUNT, outputTokens: COUNT, cachedInputTokens: COUNT },
        [],
      ),
      /** Tools it wanted and was denied. */
      denied: { type: "array", items: TEXT },
      /** Files it changed although it was only to look: they were discarded. */
      discarded: { type: "array", items: TEXT },
      /** Of a text that is too large for a receipt: all of it, as a blob. */
      textBlob: closed({ sha256: TEXT, bytes: COUNT }),
    },
    ["text", "session", "exitCode"],
  ),
  secrets: {
    places: ["env.*"],
    target: { list: "programs", of: (params) => String((params as { argv?: string[] }).argv?.[0]) },
  },
  gist: askedGist,
  simulate: (params) => shapeAsked(AGENT_RUN.receipt, params),
  complete: (params, { agents }) => {
    if ((params as AcpSettled).via === "acp") return acpSettled(params, agents?.());
    const { agent } = params as AgentParams;
    const preset = agent === undefined ? null : presetOf(agent, agents?.());
    const argv: Json = agent !== undefined && preset === null ? [] : agentArgv(params as AgentParams, preset);
    return { ...(params as { [key: string]: Json }), argv };
  },
};
