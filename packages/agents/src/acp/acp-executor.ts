// sys/agent.run@1 with `via: "acp"`: a coding agent over the Agent Client Protocol, one process for one turn.
//
// The protocol is three questions and a few notes, a line of JSON each, so it is spoken here (json-rpc.ts): see
// ARCHITECTURE.md for what was tried instead. Process group, mark, timeout and abort are those of every program.
import {
  type Executed,
  type Executor,
  type ExecutorCall,
  type ExecutorPorts,
  folderInside,
  type Json,
  openPrices,
  type PermissionRule,
  type Prices,
  programEnv,
  Refusal,
  startProgram,
  TextTail,
} from "@uncaged/workflow/executor";
import { envNames } from "../cli/agent-env.ts";
import { type AddedEnv, addedEnv, passedEnv } from "../common/passed-env.ts";
import { type AcpAgent, acpNames, findAcpAgent, unknownAgent } from "../definitions/acp-registry.ts";
import { type AgentParams, promptOf } from "../definitions/agent-argv.ts";
import { presetOf } from "../definitions/open-presets.ts";
import { assertKnowable } from "../turns/known-cost.ts";
import { copyForReading, copyPlace } from "../turns/read-view.ts";
import { type Can, type Way, wayOn } from "../turns/session-way.ts";
import { agentFiles } from "./files.ts";
import { hold, take, WAIT_MS } from "./held-turns.ts";
import { Peer, RpcFailure } from "./json-rpc.ts";
import type { Answer, Permit } from "./permissions.ts";
import { plainPrompt } from "./plain-prompt.ts";
import { parseAcpEntry } from "./read-registry.ts";
import { type Ended, report, reportWait } from "./report.ts";
import { type McpServer, openSession, type Session } from "./session.ts";
import { spentIn } from "./spent.ts";
import { Turn } from "./turn.ts";
import { TurnLog } from "./turn-log.ts";

export type AcpParams = AgentParams & {
  argv: string[];
  cwd?: string;
  env?: AddedEnv;
  permissions?: PermissionRule[];
  answers?: Answer[];
  mcpServers?: McpServer[];
  /** How long a turn waits in memory for a person. */
  waitMs?: number;
};

/** What makes it ask goes last: a bundle does not take it back. */
function envOf(
  entry: AcpAgent,
  { agent = "", access, env = {} }: AcpParams,
  ports: ExecutorPorts,
): Record<string, string> {
  const how = access === "read" ? entry.read : entry.edit;
  const preset = presetOf(agent, ports.agents);
  const names = [...entry.env, ...(preset === null ? [] : envNames(preset, ports))];
  return {
    ...programEnv(ports.env),
    ...passedEnv(names, ports),
    ...addedEnv(env, ports),
    ...how?.env,
  };
}

const STDERR_TAIL_CHARS = 4096;
/** A turn that was asked to end, and then the agent itself. */
const CANCEL_MS = 5000;
const LEAVE_MS = 2000;

export function acpExecutor(ports: ExecutorPorts): Executor {
  const prices = openPrices(ports.prices, ports.priceTable);
  return async (call) => {
    const params = call.params as AcpParams;
    const kept = take(params.session);
    if (kept !== null) return kept.goOn(call, params.answers ?? []);
    const entry = entryOf(params, ports);
    const priceList = entry.usage === "turn" ? (entry.prices ?? null) : null;
    if (ports.mustKnowCost === true && entry.cost === undefined) assertKnowable(params, priceList, prices);
    return startTurn({ params, entry, prices, ports, call, place: await placeOf(params, ports, call) });
  };
}

type Starting = {
  params: AcpParams;
  entry: AcpAgent;
  prices: Prices;
  ports: ExecutorPorts;
  call: ExecutorCall;
  place: Place;
};

/** M1. The turn may outlive its first receipt: what it tells then goes to whoever goes on with it. */
function startTurn({ params, entry, prices, ports, call: first, place }: Starting): Promise<Executed> {
  const { root, folder, wayOn } = place;
  let call = first;
  const log = new TurnLog(root, (frame) => call.progress(frame));
  const files = agentFiles(ports, { ...first, workspace: () => root });
  const turn = new Turn({ permit: permitOf(params, ports, root), log, files, cancel: () => cancel() });
  const talk = startTalk(entry, params, folder, ports, first, turn);
  let session: Session | null = null;
  const cancel = () => {
    if (session !== null) talk.peer.notify("session/cancel", { sessionId: session.id });
    talk.stop(CANCEL_MS);
  };
  const outcome = ask(talk, turn, params, folder, entry, wayOn, (opened) => {
    session = opened;
    if (opened.canContinue) call.progress({ event: "session", session: opened.id, folder });
  });
  const told = () => ({ call, params, entry, log, turn, folder, blobs: ports.blobs });
  const next = async (now: ExecutorCall): Promise<Executed> => {
    call = now;
    // Told before it is ended: an agent may have something to put away.
    now.signal.addEventListener("abort", cancel, { once: true });
    const waits = await Promise.race([outcome.then(() => false), turn.waits().then(() => true)]);
    if (!waits) return finish(await outcome);
    now.signal.removeEventListener("abort", cancel);
    const waitMs = params.waitMs ?? WAIT_MS;
    const stay = ports.stayFor ?? (() => {});
    const name = hold({ goOn, end }, waitMs, stay);
    return reportWait({ ...told(), spent: NOTHING_TOLD, discarded: [] }, session, name, waitMs);
  };
  const goOn = (now: ExecutorCall, answers: readonly Answer[]) => {
    turn.answer(answers);
    return next(now);
  };
  /** Nobody came: it is ended, and what it is worth is told to nobody. */
  const end = () => {
    talk.stop();
    void outcome.then(finish);
  };
  const finish = async (asked: Awaited<typeof outcome>): Promise<Executed> => {
    using _ = place;
    talk.leave();
    const ended = { ...(await talk.end), ...asked, session, stderr: talk.stderr() };
    const spent = spentIn(ended, { params, entry, log, turn, prices });
    return report(ended, { ...told(), spent, discarded: place.changed() });
  };
  return next(first);
}

/** It is not over: what it costs is told at its end. */
const NOTHING_TOLD = { usage: null, costUsd: null, total: null };

type Place = Disposable & {
  /** The workspace, or a copy of it for who may only look. */
  root: string;
  folder: string;
  wayOn(can: Can): Way;
  changed(): string[];
};

/** R1. Who may only look works on a copy, whatever the agent's own mode lets it do. */
async function placeOf(params: AcpParams, ports: ExecutorPorts, call: ExecutorCall): Promise<Place> {
  const workspace = folderInside(call.workspace(), ".");
  const { cwd = "." } = params;
  if (params.access !== "read") {
    const folder = folderInside(workspace, cwd);
    const on = (can: Can) => wayOn(params, can, folder, ports);
    // Refused before anything is started.
    on("session");
    return { root: workspace, folder, wayOn: on, changed: () => [], [Symbol.dispose]: () => {} };
  }
  const on = (can: Can) => wayOn(params, can, null, ports);
  const view = await copyForReading(workspace, copyPlace(on("session"), params, call, ports), ports.store);
  return {
    root: view.root,
    folder: folderInside(view.root, cwd),
    wayOn: on,
    changed: () => view.changed(),
    [Symbol.dispose]: () => view[Symbol.dispose](),
  };
}

function entryOf({ agent, command, argv }: AcpParams, { agents }: ExecutorPorts): AcpAgent {
  if (agent === undefined) return unknownAgent(command ?? argv);
  parseAcpEntry(agents, agent);
  const entry = findAcpAgent(agent, agents);
  if (entry !== null) return entry;
  const known = acpNames(agents).join(", ");
  throw new Refusal(
    "AGENT_NO_ACP",
    `nobody knows how ${agent} is started for this protocol; known: ${known}`,
    {
      retryable: false,
    },
  );
}

function permitOf(params: AcpParams, ports: ExecutorPorts, workspace: string): Permit {
  return {
    agent: params.agent ?? params.command?.[0] ?? "",
    workspace,
    access: params.access,
    store: ports.store,
    allowsGit: false,
    policy: ports.permissions ?? [],
    own: params.permissions ?? [],
    answers: params.answers ?? [],
  };
}

type Talk = ReturnType<typeof startTalk>;

function startTalk(
  entry: AcpAgent,
  params: AcpParams,
  cwd: string,
  ports: ExecutorPorts,
  call: ExecutorCall,
  turn: Turn,
) {
  const stderr = new TextTail(STDERR_TAIL_CHARS, ports.secrets);
  let broken: string | null = null;
  const peer = new Peer({
    write: (line) => program.write(line),
    onRequest: (method, given) => turn.request(method, given),
    onNotification: (method, given) => turn.notification(method, given),
    onBroken: (problem) => {
      broken = problem;
      program.stop();
    },
  });
  const program = start(entry, {
    argv: params.argv,
    cwd,
    env: envOf(entry, params, ports),
    stdin: null,
    keepsStdin: true,
    endsWithUs: true,
    call,
    graceMs: ports.graceMs,
    onStdout: (chunk) => peer.add(chunk),
    onStderr: (chunk) => stderr.add(chunk),
  });
  let isLeft = false;
  const end = program.end.then((told) => {
    peer.close(`it ended with exit code ${told.exitCode}`);
    return { ...told, broken, isLeft };
  });
  return {
    peer,
    end,
    stop: (afterMs?: number) => program.stop(afterMs),
    /** It has said everything. */
    leave: () => {
      isLeft = true;
      program.closeStdin();
      program.stop(LEAVE_MS);
    },
    stderr: () => stderr.end().trim(),
  };
}

function start(entry: AcpAgent, spec: Parameters<typeof startProgram>[0]): ReturnType<typeof startProgram> {
  try {
    return startProgram(spec);
  } catch (error) {
    if (!(error instanceof Refusal) || error.report.code !== "EXEC_NOT_FOUND") throw error;
    const [program = ""] = spec.argv;
    const how = entry.install === "" ? "install it, or put it on the PATH" : `install it: ${entry.install}`;
    throw new Refusal("AGENT_NOT_INSTALLED", `there is no program ${program} on the PATH; ${how}`, {
      retryable: false,
      details: { program, ...(entry.install === "" ? {} : { install: entry.install }) },
    });
  }
}

/** Never rejects: what went wrong is told. */
async function ask(
  { peer }: Talk,
  turn: Turn,
  params: AcpParams,
  cwd: string,
  entry: AcpAgent,
  wayOn: (can: Can) => Way,
  onSession: (session: Session) => void,
): Promise<Pick<Ended, "answer" | "failure">> {
  const { session, model, access, mcpServers = [] } = params;
  try {
    const opened = await openSession(peer, { cwd, session, model, access, mcpServers, entry, wayOn });
    onSession(opened);
    turn.begin(opened.canContinue);
    const { way } = opened;
    const asked = way.how === "transcript" ? `${way.transcript}\n\n${promptOf(params)}` : promptOf(params);
    const prompt: Json = [{ type: "text", text: plainPrompt(asked) }];
    return { answer: await peer.request("session/prompt", { sessionId: opened.id, prompt }), failure: null };
  } catch (error) {
    if (error instanceof RpcFailure || error instanceof Refusal) return { answer: null, failure: error };
    throw error;
  }
}
