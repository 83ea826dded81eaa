// From a started agent to a session that can be asked: initialize, session, mode, model.
import { type Json, Refusal } from "@uncaged/workflow/executor";
import type { AcpAgent } from "../definitions/acp-registry.ts";
import type { Can, Way } from "../turns/session-way.ts";
import {
  isMap,
  listOf,
  METHOD_NOT_FOUND,
  mapOf,
  type Params,
  type Peer,
  RpcFailure,
  textOf,
} from "./json-rpc.ts";

const PROTOCOL_VERSION = 1;
const CLIENT = { name: "uncaged-workflow", version: "0.1.0" };

/** A program that gives the agent more tools. The agent starts it. */
export type McpServer = { name: string; command: string; args?: string[] };

export type SessionRequest = {
  cwd: string;
  session: string | undefined;
  model: string | undefined;
  access: "read" | "edit";
  mcpServers: McpServer[];
  entry: AcpAgent;
  /** How it goes on, given what the agent can do with a session: it says so as it is greeted. Throws where it cannot. */
  wayOn(can: Can): Way;
};

export type Session = {
  id: string;
  /** Another process can go on with it. */
  canContinue: boolean;
  way: Way;
  /** As it names itself, with its version. */
  agent: string | null;
  warnings: string[];
};

export async function openSession(peer: Peer, request: SessionRequest): Promise<Session> {
  const hello = await greet(peer, request.entry);
  const able = capabilities(mapOf(hello.agentCapabilities));
  const { opened, way } = await open(peer, request, able, listOf(hello.authMethods));
  const id = textOf(opened.sessionId) ?? request.session;
  if (id === undefined) throw new Refusal("AGENT_PROTOCOL", "its session has no id", { retryable: false });
  const warnings = await settle(peer, id, opened, request);
  return { id, canContinue: able.load || able.resume || able.fork, way, agent: nameOf(hello), warnings };
}

async function greet(peer: Peer, { readsItself }: AcpAgent): Promise<Params> {
  const hello = mapOf(
    await peer.request("initialize", {
      protocolVersion: PROTOCOL_VERSION,
      // No terminals: an agent runs its programs itself, in its own process group, and asks first.
      clientCapabilities: {
        fs: { readTextFile: readsItself !== true, writeTextFile: true },
        terminal: false,
      },
      clientInfo: CLIENT,
    }),
  );
  if (hello.protocolVersion === PROTOCOL_VERSION) return hello;
  throw new Refusal(
    "AGENT_PROTOCOL",
    `it speaks version ${JSON.stringify(hello.protocolVersion)} of the protocol, not ${PROTOCOL_VERSION}`,
    { retryable: false },
  );
}

type Able = { load: boolean; resume: boolean; fork: boolean };

function capabilities(told: Params): Able {
  const session = mapOf(told.sessionCapabilities);
  return { load: told.loadSession === true, resume: isMap(session.resume), fork: isMap(session.fork) };
}

type Opened = { opened: Params; way: Way };

async function open(peer: Peer, request: SessionRequest, able: Able, methods: Json[]): Promise<Opened> {
  const { session } = request;
  try {
    return await goOn(peer, request, able, request.wayOn(able.fork ? "branch" : "session"));
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    if (error.error.code === LOGIN_NEEDED) throw loginNeeded(error, methods);
    if (session === undefined || error.error.code === 0) throw error;
    // It is gone: gemini does not keep every one.
    return goOn(peer, request, able, request.wayOn("nothing"));
  }
}

/**
 * A session that was told in a receipt stays as it is, where the agent can branch: a fork of the thread begins there too. Some
 * say that they can, and then do not know the method (qwen): then it is one that cannot.
 */
async function goOn(peer: Peer, request: SessionRequest, able: Able, way: Way): Promise<Opened> {
  const { cwd, session = "", mcpServers } = request;
  const here: Params = {
    cwd,
    mcpServers: mcpServers.map(({ name, command, args = [] }) => ({ name, command, args, env: [] })),
  };
  if (way.how === "fresh" || way.how === "transcript")
    return { opened: mapOf(await peer.request("session/new", here)), way };
  const tried = way.how === "branch" ? (["fork"] as const) : (["resume", "load"] as const);
  for (const method of tried) {
    if (!able[method]) continue;
    const opened = await known(peer.request(`session/${method}`, { ...here, sessionId: session }));
    if (opened !== null) return { opened: mapOf(opened), way };
  }
  return goOn(peer, request, able, request.wayOn(way.how === "branch" ? "session" : "nothing"));
}

/** Null: it does not know the method. */
async function known(asked: Promise<Json>): Promise<Json | null> {
  try {
    return (await asked) ?? {};
  } catch (error) {
    if (error instanceof RpcFailure && error.error.code === METHOD_NOT_FOUND) return null;
    throw error;
  }
}

const LOGIN_NEEDED = -32000;

function loginNeeded({ error }: RpcFailure, methods: Json[]): Refusal {
  const ways = methods.map((one) => textOf(mapOf(one).description) ?? textOf(mapOf(one).name) ?? "");
  const how = ways.filter((way) => way !== "").join("; or: ");
  return new Refusal("AGENT_LOGIN", `it wants a login: ${error.message}${how === "" ? "" : `. ${how}`}`, {
    retryable: false,
  });
}

/** Asking mode, options and model. Answers what could not be set. */
async function settle(peer: Peer, id: string, opened: Params, request: SessionRequest): Promise<string[]> {
  const { access, entry, model } = request;
  const start = access === "read" ? entry.read : entry.edit;
  const warnings = start === null ? ["it is not known how this agent is made to ask: it may not"] : [];
  if (start?.mode !== undefined && !(await setMode(peer, id, opened, start.mode)))
    warnings.push(`it does not offer the mode ${start.mode}: it may not ask`);
  for (const [configId, value] of Object.entries(start?.options ?? {}))
    if (!(await setOption(peer, id, opened, (option) => option.id === configId, value)))
      warnings.push(`it does not offer the option ${configId}: it may not ask`);
  if (model !== undefined && entry.model.length === 0) await setModel(peer, id, opened, model);
  return warnings;
}

async function setMode(peer: Peer, sessionId: string, opened: Params, modeId: string): Promise<boolean> {
  const { currentModeId, availableModes } = mapOf(opened.modes);
  if (!listOf(availableModes).some((mode) => mapOf(mode).id === modeId))
    return setOption(peer, sessionId, opened, ({ category }) => category === "mode", modeId);
  if (currentModeId !== modeId) await peer.request("session/set_mode", { sessionId, modeId });
  return true;
}

async function setOption(
  peer: Peer,
  sessionId: string,
  opened: Params,
  isMeant: (option: Params) => boolean,
  value: string,
): Promise<boolean> {
  const option = listOf(opened.configOptions).map(mapOf).find(isMeant);
  const configId = textOf(option?.id);
  if (option === undefined || configId === null) return false;
  if (option.currentValue !== value)
    await peer.request("session/set_config_option", { sessionId, configId, value });
  return true;
}

async function setModel(peer: Peer, sessionId: string, opened: Params, model: string): Promise<void> {
  if (
    await setOption(
      peer,
      sessionId,
      opened,
      ({ category, id }) => category === "model" || id === "model",
      model,
    )
  )
    return;
  if (listOf(mapOf(opened.models).availableModels).length === 0)
    throw new Refusal("AGENT_MODEL", "this agent does not let a model be chosen", { retryable: false });
  await peer.request("session/set_model", { sessionId, modelId: model });
}

function nameOf(hello: Params): string | null {
  const { name, version } = mapOf(hello.agentInfo);
  return textOf(name) === null ? null : [name, textOf(version) ?? ""].join(" ").trim();
}
