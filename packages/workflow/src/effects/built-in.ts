// The effects every store has. Their schemas are closed: a field nobody knows is a typing error (AOS-88).
import { AGENT_EFFECTS, LLM_GENERATE } from "@uncaged/workflow-agents/definitions";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, JsonSchema } from "#contract/effect.ts";

const TEXT: JsonSchema = { type: "string" };
const COUNT: JsonSchema = { type: "integer", minimum: 0 };
const SHA256: JsonSchema = { type: "string", pattern: "^[0-9a-f]{64}$" };
const ENCODING: JsonSchema = { enum: ["utf8", "base64"], default: "utf8" };

/** The tests of a real project take longer than a request does. */
const EXEC_MS = 900_000;

export { LLM_GENERATE };

/** `prefix` is for headers such as `Authorization: Bearer ...`: only the secret itself is kept out of the journal. */
export const SECRET_REFERENCE: JsonSchema = closed(
  { $secret: { type: "string", minLength: 1 }, prefix: TEXT },
  ["$secret"],
);
const TEXT_OR_SECRET: JsonSchema = { anyOf: [TEXT, SECRET_REFERENCE] };
const NAMED_TEXTS: JsonSchema = { type: "object", additionalProperties: TEXT_OR_SECRET };

export const BUILT_IN: readonly EffectDefinition[] = [
  {
    name: "sys/exec@1",
    class: "once",
    risk: "write",
    executor: "builtin:exec",
    acceptsKey: false,
    timeoutMs: EXEC_MS,
    params: closed(
      {
        argv: { type: "array", minItems: 1, items: TEXT },
        cwd: TEXT,
        env: NAMED_TEXTS,
        stdin: TEXT_OR_SECRET,
      },
      ["argv"],
    ),
    receipt: closed({ exitCode: COUNT, stdout: TEXT, stderr: TEXT }),
    // Most workflows end when a program fails: then nothing behind it would be tried.
    simulate: () => closed({ exitCode: { const: 0 }, stdout: TEXT, stderr: TEXT }),
    // Not argv: everybody on the machine can read it (SECRET-2).
    secrets: {
      places: ["env.*", "stdin"],
      target: { list: "programs", of: (params) => String(memberOf(memberOf(params, "argv"), 0)) },
    },
  },
  {
    name: "sys/http.request@1",
    class: "once",
    risk: "write",
    executor: "builtin:http",
    acceptsKey: true,
    params: closed(
      {
        method: { enum: ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"], default: "GET" },
        url: { type: "string", minLength: 1 },
        headers: NAMED_TEXTS,
        /** A string is sent as it is, anything else as JSON. */
        body: true,
        /** Of the body in the receipt. */
        encoding: ENCODING,
      },
      ["url"],
    ),
    receipt: answered({ type: "integer", minimum: 100, maximum: 599 }),
    // Any other status is no `ok` receipt.
    simulate: () => answered({ type: "integer", minimum: 200, maximum: 299, default: 200 }),
    // Not the url: it stands in the journal, and in the log of every server on the way.
    secrets: {
      places: ["headers.*", "body.**"],
      named: ["body.**"],
      target: { list: "hosts", of: (params) => String(memberOf(params, "url")) },
    },
    classOf: (params, hasKey) => (isRead(params) ? "read" : hasKey ? "idempotent" : "once"),
    riskOf: (params) => (isRead(params) ? "read" : "write"),
  },
  {
    name: "sys/fs.read@1",
    class: "read",
    risk: "read",
    executor: "builtin:fs-read",
    acceptsKey: false,
    params: closed({ path: TEXT, encoding: ENCODING }, ["path"]),
    receipt: closed({ content: TEXT, bytes: COUNT }),
  },
  {
    name: "sys/fs.write@1",
    class: "idempotent",
    risk: "write",
    executor: "builtin:fs-write",
    acceptsKey: false,
    params: closed(
      {
        path: TEXT,
        content: TEXT_OR_SECRET,
        encoding: ENCODING,
        /** In octal, as chmod takes it; without it a file keeps its mode. */
        mode: { type: "string", pattern: "^0?[0-7]{3}$" },
        /** A path in `.git` is meant; policy.yaml must allow it, too. */
        allowGit: { type: "boolean" },
      },
      ["path", "content"],
    ),
    // Length and hash of a secret would help to guess it: they are told of plain content only.
    receipt: closed({ path: TEXT, bytes: COUNT, sha256: SHA256 }, ["path"]),
    simulate: (params) => {
      const path: JsonSchema = { const: memberOf(params, "path") as Json };
      const isPlain = typeof memberOf(params, "content") === "string";
      return isPlain ? closed({ path, bytes: COUNT, sha256: SHA256 }) : closed({ path });
    },
    secrets: {
      places: ["content"],
      target: { list: "files", of: (params) => String(memberOf(params, "path")) },
    },
    riskOf: (params) => ((params as { allowGit?: Json }).allowGit === true ? "admin" : "write"),
  },
  {
    name: "sys/blob.put@1",
    class: "idempotent",
    risk: "write",
    executor: "builtin:blob-put",
    acceptsKey: false,
    params: closed({ content: TEXT, encoding: ENCODING }, ["content"]),
    receipt: closed({ sha256: SHA256, bytes: COUNT }),
  },
  {
    name: "sys/blob.get@1",
    class: "read",
    risk: "read",
    executor: "builtin:blob-get",
    acceptsKey: false,
    params: closed({ sha256: SHA256, encoding: ENCODING }, ["sha256"]),
    receipt: closed({ content: TEXT, bytes: COUNT }),
  },
  {
    // Carried out by the engine itself: the same as `sleep`.
    name: "sys/timer.set@1",
    class: "idempotent",
    risk: "read",
    executor: "engine",
    acceptsKey: false,
    params: closed({ ms: COUNT, until: TEXT }, []),
    receipt: closed({ until: COUNT }),
  },
  ...AGENT_EFFECTS,
];

function answered(status: JsonSchema): JsonSchema {
  const headers: JsonSchema = {
    type: "object",
    additionalProperties: { anyOf: [TEXT, { type: "array", items: TEXT }] },
  };
  return closed({ status, headers, body: TEXT });
}

function closed(properties: { [name: string]: Json }, required = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

function memberOf(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { [key: string]: Json })[key];
}

function isRead(params: Json): boolean {
  const method = (params as { method?: Json } | null)?.method ?? "GET";
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
