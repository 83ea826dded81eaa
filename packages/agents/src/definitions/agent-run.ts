// sys/agent.run@1: a coding agent's command line, in the workspace of the thread.
//
// Its class is `once`: an agent changes files, and nobody can know how far one got that was cut off.
import type { EffectDefinition, JsonSchema } from "@uncaged/workflow/executor";
import { type AgentParams, agentArgv } from "./agent-argv.ts";
import { PRESETS } from "./presets.ts";
import { COUNT, closed, type Json, MAP, shapeAsked, TEXT } from "./schema-words.ts";

/** An hour: it works, it does not answer. */
const TIMEOUT_MS = 3_600_000;

/** It stands in argv: what begins with a dash would be an option. */
const PLAIN: JsonSchema = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,199}$" };
const SECRET: JsonSchema = closed({ $secret: { type: "string", minLength: 1 }, prefix: TEXT }, ["$secret"]);
const WORDS: JsonSchema = { type: "array", items: { type: "string", pattern: "^[^\\u0000]*$" } };
const PATHS: JsonSchema = { type: "array", items: TEXT };

const RULE = closed(
  {
    when: { type: "object", additionalProperties: TEXT },
    text: TEXT,
    session: TEXT,
    costUsd: TEXT,
    inputTokens: PATHS,
    outputTokens: PATHS,
    failed: TEXT,
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
        agent: { enum: Object.keys(PRESETS) },
        /** Any other: argv with {prompt}, {promptFile}, {model} and {session} in it. Without the first two, by stdin. */
        command: { ...WORDS, minItems: 1 },
        prompt: { type: "string", minLength: 1 },
        /** Stands before the prompt. */
        system: TEXT,
        model: PLAIN,
        /** Of an earlier receipt: goes on where that one ended. */
        session: PLAIN,
        access: { enum: ["read", "edit"], default: "edit" },
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
      usage: closed({ inputTokens: COUNT, outputTokens: COUNT, totalTokens: COUNT }),
    },
    ["text", "session", "exitCode"],
  ),
  secrets: {
    places: ["env.*"],
    target: { list: "programs", of: (params) => String((params as { argv?: string[] }).argv?.[0]) },
  },
  simulate: (params) => shapeAsked(AGENT_RUN.receipt, params),
  settle: (params) => {
    const argv: Json = agentArgv(params as AgentParams);
    return { ...(params as { [key: string]: Json }), argv };
  },
};
