// sys/agent.run@1: a coding agent's command line in the workspace. What it changed there is its work; what it said, what it
// cost and the session to go on with are in the receipt.
import {
  type Executor,
  type ExecutorCall,
  type ExecutorPorts,
  folderInside,
  openPrices,
  type Prices,
  Refusal,
  type SecretReference,
  startProgram,
  TextTail,
} from "@uncaged/workflow/executor";
import { type AgentParams, agentArgv, promptOf } from "../definitions/agent-argv.ts";
import { agentNames, presetOf } from "../definitions/open-presets.ts";
import type { OutputRule, Preset } from "../definitions/presets.ts";
import { assertKnowable } from "../turns/known-cost.ts";
import { copyForReading, copyPlace } from "../turns/read-view.ts";
import { type Way, wayOn } from "../turns/session-way.ts";
import { turnOf } from "../turns/turn-cost.ts";
import { agentEnv } from "./agent-env.ts";
import { checkAgent } from "./check-agents.ts";
import { checkArgv } from "./check-argv.ts";
import { OutputReader } from "./output-reader.ts";
import { writePromptFile } from "./prompt-file.ts";
import { quotePrompt } from "./quote-prompt.ts";
import { reportTurn } from "./report-turn.ts";

type Params = AgentParams & {
  /** As admitted: what is executed is what the journal has. */
  argv: string[];
  cwd?: string;
  env?: { [name: string]: string | SecretReference };
  rules?: OutputRule[];
  mcpServers?: unknown;
};

const STDERR_TAIL_CHARS = 4096;

export function agentExecutor(ports: ExecutorPorts): Executor {
  const prices = openPrices(ports.prices, ports.priceTable);
  return async (call) => {
    const params = call.params as Params;
    if (params.mcpServers !== undefined)
      throw new Refusal("AGENT_NO_MCP", 'mcpServers are handed over with via: "acp" only', {
        retryable: false,
      });
    const preset = presetFor(params, ports);
    assertCost(params, preset, prices, ports);
    const isCopy = params.access === "read";
    const workspace = call.workspace();
    const way = wayOn(
      params,
      preset.branch.length > 0 ? "branch" : "session",
      isCopy ? null : folderInside(workspace, params.cwd ?? "."),
      ports,
    );
    using view = isCopy
      ? await copyForReading(workspace, copyPlace(way, params, call, ports), ports.store)
      : null;
    const folder = folderInside(view?.root ?? workspace, params.cwd ?? ".");
    const { end, reader, stderr } = startTurn({ params, preset, way, folder, call, ports });
    const { why, exitCode } = await end;
    const told = reader.end();
    told.model ??= params.model ?? null;
    return reportTurn(
      {
        why,
        exitCode,
        told,
        turn: turnOf(told, way.before, preset.prices, prices),
        stderr: stderr.end().trim(),
        folder,
        continued: way.how === "fresh" ? null : way.how,
        discarded: view?.changed() ?? [],
      },
      call,
      ports,
    );
  };
}

type Starting = {
  params: Params;
  preset: Preset;
  way: Way;
  folder: string;
  call: ExecutorCall;
  ports: ExecutorPorts;
};

function startTurn({ params, preset, way, folder, call, ports }: Starting) {
  const prompt = quotePrompt(
    way.how === "transcript" ? `${way.transcript}\n\n${promptOf(params)}` : promptOf(params),
    preset.quote,
  );
  const wayIn = wayInOf(params, preset);
  const file = wayIn === "file" ? writePromptFile(ports.scratch(), call.intent, prompt) : null;
  const { session: _, ...anew } = params;
  const admitted = way.how === "transcript" ? agentArgv(anew, presetOrNull(params, preset)) : params.argv;
  const argv = admitted.map((word) => word.replaceAll("{promptFile}", () => file?.path ?? ""));
  // A process that dies in this turn leaves no receipt: the session is found by what was told.
  const onSession = (session: string) => call.progress({ event: "session", session, folder });
  const reader = new OutputReader(preset.rules, call.progress, TEXT_TIMES * call.maxOutputBytes, onSession);
  const stderr = new TextTail(STDERR_TAIL_CHARS, ports.secrets);
  const dispose = () => file?.[Symbol.dispose]();
  try {
    const program = start(
      {
        argv: checkArgv(argv, params.command),
        cwd: folder,
        env: agentEnv(preset, params, ports),
        stdin: wayIn === "stdin" ? prompt : null,
        endsWithUs: true,
        call,
        graceMs: ports.graceMs,
        onStdout: (chunk) => {
          reader.add(chunk);
          if (reader.isTooMuch) program.stop();
        },
        onStderr: (chunk) => stderr.add(chunk),
      },
      preset,
    );
    // It goes on in that one: some tell it only at their end.
    if (way.how === "session" && params.session !== undefined) onSession(params.session);
    return { end: program.end.finally(dispose), reader, stderr };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** What it prints as its answer may be so many times what a receipt holds: then it goes to a blob. */
const TEXT_TIMES = 16;

function presetFor(params: Params, { agents }: ExecutorPorts): Preset {
  const { agent, rules = [] } = params;
  if (agent === undefined) return { ...NO_PRESET, rules };
  checkAgent(agent, agents);
  const preset = presetOf(agent, agents);
  if (preset !== null) return preset;
  throw new Refusal(
    "AGENT_UNKNOWN",
    `there is no agent ${agent}; known are ${agentNames(agents).join(", ")}`,
    {
      retryable: false,
    },
  );
}

/** A `command` is its author's: nothing is added to it, its environment or its prompt. */
const NO_PRESET: Preset = {
  ...(presetOf("plain", { plain: {} }) as Preset),
  quote: { start: "", mentions: false },
  prices: "",
};

function presetOrNull({ agent }: Params, preset: Preset): Preset | null {
  return agent === undefined ? null : preset;
}

/** COST-1. Known: it tells, or its model has a price. */
function assertCost(params: Params, preset: Preset, prices: Prices, { mustKnowCost }: ExecutorPorts): void {
  const { maxCostUsd, agent } = params;
  if (maxCostUsd !== undefined && agent !== undefined && preset.cap.length === 0)
    throw new Refusal("AGENT_NO_CAP", `${agent} has no limit of its own in dollars: leave maxCostUsd out`, {
      retryable: false,
    });
  const tellsCost = preset.rules.some(({ costUsd }) => costUsd !== undefined);
  if (mustKnowCost === true && !tellsCost) assertKnowable(params, preset.prices, prices);
}

type WayIn = "stdin" | "file" | "argument";

function wayInOf({ command }: Params, { argv }: Preset): WayIn {
  const words = command ?? argv;
  if (words.some((word) => word.includes("{promptFile}"))) return "file";
  return words.some((word) => word.includes("{prompt}")) ? "argument" : "stdin";
}

function start(spec: Parameters<typeof startProgram>[0], preset: Preset): ReturnType<typeof startProgram> {
  try {
    return startProgram(spec);
  } catch (error) {
    if (error instanceof Refusal && error.report.code === "EXEC_NOT_FOUND")
      throw notInstalled(spec.argv[0] ?? "", preset.install);
    throw error;
  }
}

function notInstalled(program: string, install: string): Refusal {
  const how = install === "" ? "install it, or put it on the PATH" : `install it: ${install}`;
  return new Refusal("AGENT_NOT_INSTALLED", `there is no program ${program} on the PATH; ${how}`, {
    retryable: false,
    details: { program, ...(install === "" ? {} : { install }) },
  });
}
