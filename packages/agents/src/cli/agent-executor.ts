// sys/agent.run@1: a coding agent's command line in the workspace. What it changed there is its work; what it said, what it
// cost and the session to go on with are in the receipt.
import {
  aborted,
  type Executed,
  type Executor,
  type ExecutorCall,
  type ExecutorPorts,
  folderInside,
  type JsonSchema,
  programEnv,
  Refusal,
  type SecretReference,
  secretText,
  startProgram,
  TextTail,
  timedOut,
  tooLarge,
} from "@uncaged/workflow/executor";
import { type AgentParams, promptOf } from "../definitions/agent-argv.ts";
import { type OutputRule, PRESETS } from "../definitions/presets.ts";
import { readObject } from "../read-object.ts";
import { OutputReader } from "./output-reader.ts";
import { writePromptFile } from "./prompt-file.ts";
import type { Told } from "./read-events.ts";

type Params = AgentParams & {
  /** As admitted: what is executed is what the journal has. */
  argv: string[];
  cwd?: string;
  env?: { [name: string]: string | SecretReference };
  rules?: OutputRule[];
};

const STDERR_TAIL_CHARS = 4096;

export function agentExecutor(ports: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as Params;
    const preset = PRESETS[params.agent ?? ""];
    const way = wayIn(params);
    using file = way === "file" ? writePromptFile(ports.scratch(), call.intent, promptOf(params)) : null;
    const argv = params.argv.map((word) => word.replaceAll("{promptFile}", () => file?.path ?? ""));
    const reader = new OutputReader(preset?.rules ?? params.rules ?? [], call.progress, call.maxOutputBytes);
    const stderr = new TextTail(STDERR_TAIL_CHARS, ports.secrets);
    const program = start({
      argv: checkArgv(argv, params),
      cwd: folderInside(call.workspace(), params.cwd ?? "."),
      env: { ...programEnv(ports.env), ...presetEnv(preset?.env ?? [], ports), ...ownEnv(params, ports) },
      stdin: way === "stdin" ? promptOf(params) : null,
      call,
      graceMs: ports.graceMs,
      onStdout: (chunk) => {
        reader.add(chunk);
        if (reader.isTooMuch) program.stop();
      },
      onStderr: (chunk) => stderr.add(chunk),
    });
    const { why, exitCode } = await program.end;
    return report(why, exitCode, reader.end(), stderr.end().trim(), call);
  };
}

type Way = "stdin" | "file" | "argument";

function wayIn({ command, agent }: Params): Way {
  const words = command ?? PRESETS[agent ?? ""]?.argv ?? [];
  if (words.some((word) => word.includes("{promptFile}"))) return "file";
  return words.some((word) => word.includes("{prompt}")) ? "argument" : "stdin";
}

function start(spec: Parameters<typeof startProgram>[0]): ReturnType<typeof startProgram> {
  try {
    return startProgram(spec);
  } catch (error) {
    if (error instanceof Refusal && error.report.code === "EXEC_NOT_FOUND")
      throw notInstalled(spec.argv[0] ?? "");
    throw error;
  }
}

function notInstalled(program: string): Refusal {
  const install = Object.values(PRESETS).find(({ argv }) => argv[0] === program)?.install;
  const how = install === undefined ? "install it, or put it on the PATH" : `install it: ${install}`;
  return new Refusal("AGENT_NOT_INSTALLED", `there is no program ${program} on the PATH; ${how}`, {
    retryable: false,
    details: { program, ...(install === undefined ? {} : { install }) },
  });
}

/** N9: a text that came from a person or a model must not become an option, nor the program itself. */
function checkArgv(argv: string[], { command }: Params): string[] {
  let isPlain = false;
  for (const [index, written] of (command ?? []).entries()) {
    const isFilled = written.includes("{prompt}");
    if (isFilled && index === 0)
      throw new Refusal("ARGV_INVALID", "the prompt cannot be the program: command[0] has {prompt} in it", {
        retryable: false,
      });
    const isOption =
      /^-+\{prompt\}/.test(written) || (!written.startsWith("-") && argv[index]?.startsWith("-"));
    if (isFilled && !isPlain && isOption)
      throw new Refusal(
        "ARGV_INVALID",
        `argv[${index}] begins with the prompt, whose dash would be read as an option; put -- before {prompt}, or use {promptFile}`,
        { retryable: false },
      );
    isPlain = written === "--" || (isPlain && isFilled);
  }
  for (const [at, word] of argv.entries())
    if (word.includes("\0"))
      throw new Refusal("ARGV_INVALID", `argv[${at}] holds a NUL`, { retryable: false });
  if (argv[0] === undefined || argv[0] === "")
    throw new Refusal("ARGV_INVALID", "argv[0] names no program", { retryable: false });
  return argv;
}

const SECRET_NAME = /KEY|TOKEN|SECRET|CREDENTIAL/;

/** A key is looked up like any secret, so what the agent prints of it is redacted. */
function presetEnv(names: readonly string[], { secrets, env }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = SECRET_NAME.test(name) ? secrets.get(name) : (env[name] ?? null);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function ownEnv({ env = {} }: Params, { secrets }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      const text = secretText(value, secrets);
      if (name === "" || /[=\0]/.test(name) || text.includes("\0"))
        throw new Refusal("ENV_INVALID", `"${name}" is no variable that can be set`, { retryable: false });
      return [name, text];
    }),
  );
}

function report(why: string, exitCode: number, told: Told, stderr: string, call: ExecutorCall): Executed {
  const { text, session, costUsd, inputTokens, outputTokens, hasUsage, failed } = told;
  const cost = costUsd === null ? {} : { costUsd: Math.round(costUsd * 1e6) / 1e6 };
  const known = { stderrTail: stderr, ...(session === null ? {} : { session }) };
  if (why === "timeout") return { ...timedOut(call, known), ...cost };
  if (why === "abort") return { ...aborted(), ...cost };
  if (why === "stopped") return { ...tooLarge(call.maxOutputBytes, known), ...cost };
  const payload = {
    text: text ?? "",
    session,
    exitCode,
    ...(hasUsage ? { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } } : {}),
  };
  const { schema } = call.params as Params;
  if (exitCode === 0 && failed === null && schema === undefined) return { status: "ok", payload, ...cost };
  if (exitCode === 0 && failed === null) {
    const read = readObject(text ?? "", schema as JsonSchema);
    if ("object" in read) return { status: "ok", payload: { ...payload, object: read.object }, ...cost };
    const error = { code: "AGENT_OUTPUT_INVALID", message: read.problem, retryable: false };
    return { status: "error", error, payload, ...cost };
  }
  const said = failed ?? (stderr === "" ? (text ?? "") : stderr);
  const message = `the agent ended with exit code ${exitCode}${said === "" ? "" : `: ${said}`}`;
  return {
    status: "error",
    error: { code: "AGENT_FAILED", message, retryable: false, details: { exitCode, ...known } },
    payload,
    ...cost,
  };
}
