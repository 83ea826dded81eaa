// A user's own effect: a program that reads one JSON document and prints lines of JSON.
//
//   stdin   {"intent", "effect", "params", "idempotencyKey", "attempt", "workspace"}
//   stdout  {"progress": ..., "seq"?: 1}      as often as it likes
//           {"receipt": {"status", ...}}      once
//
// PROGRAM-1. The first receipt counts, and what comes after it does not; nor does the exit code.
// PROGRAM-2. A line that is neither ends the program: it is not one of ours, or prints what it should not.
import type { Executed, Executor, ExecutorCall } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import type { Program } from "../parse-effects.ts";
import { aborted, Refusal, timedOut, tooLarge } from "../refusal.ts";
import { resolveSecrets, type Secrets } from "../secrets.ts";
import { TextTail } from "./captured-text.ts";
import { LineSplitter } from "./line-splitter.ts";
import { programEnv } from "./program-env.ts";
import { ProgressOrder } from "./progress-order.ts";
import { readMessage } from "./read-message.ts";
import { startProgram } from "./run-program.ts";

const STDERR_TAIL_CHARS = 4096;
/** What a receipt has around its payload. */
const ENVELOPE_BYTES = 64 * 1024;
/** From the receipt to the end of the program. */
const LINGER_MS = 1000;

export function programExecutor(program: Program, ports: ExecutorPorts): Executor {
  return async (call) => {
    const stderr = new TextTail(STDERR_TAIL_CHARS, ports.secrets);
    const reader = new ReplyReader(call, ports.secrets);
    const lines = new LineSplitter(call.maxOutputBytes + ENVELOPE_BYTES);
    const running = startProgram({
      argv: program.command,
      cwd: call.workspace(),
      env: { ...programEnv(ports.env), ...namedEnv(program.env, ports) },
      stdin: request(call, ports),
      call,
      graceMs: ports.graceMs,
      onStdout: (chunk) => {
        if (!lines.add(chunk, (line) => reader.read(line))) reader.overflow();
        // A program that answered may end by itself, for a while; one that talks nonsense may not.
        if (reader.answer !== null) running.stop(reader.isNonsense ? 0 : LINGER_MS);
      },
      onStderr: (chunk) => stderr.add(chunk),
    });
    const { why, exitCode } = await running.end;
    lines.end((line) => reader.read(line));
    if (reader.answer !== null) return reader.answer;
    if (why === "timeout") return timedOut(call, { stderrTail: stderr.end() });
    if (why === "abort") return aborted();
    return noReceipt(exitCode, stderr.end());
  };
}

class ReplyReader {
  answer: Executed | null = null;
  isNonsense = false;
  private readonly order = new ProgressOrder();

  constructor(
    private readonly call: ExecutorCall,
    private readonly secrets: Secrets,
  ) {}

  read(line: string): void {
    if (this.answer !== null || line.trim() === "") return;
    try {
      const message = readMessage(line, this.secrets.redact);
      if ("receipt" in message) this.answer = message.receipt;
      else for (const frame of this.order.accept(message)) this.call.progress(frame);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.isNonsense = true;
      this.answer = { status: "error", error: error.report };
    }
  }

  overflow(): void {
    if (this.answer !== null) return;
    this.isNonsense = true;
    this.answer = tooLarge(this.call.maxOutputBytes);
  }
}

function request(call: ExecutorCall, { secrets }: ExecutorPorts): string {
  const { intent, effect, idempotencyKey, attempt } = call;
  const params = resolveSecrets(call.params, secrets);
  return `${JSON.stringify({ intent, effect, params, idempotencyKey, attempt, workspace: call.workspace() })}\n`;
}

/** A name is looked up like any secret, so what the program prints of it is redacted. One that is not set is not given. */
function namedEnv(names: readonly string[], { secrets }: ExecutorPorts): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = secrets.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function noReceipt(exitCode: number, stderr: string): Executed {
  const said = stderr.trim() === "" ? "" : `: ${stderr.trim()}`;
  return {
    status: "error",
    error: {
      code: "EXECUTOR_NO_RECEIPT",
      message: `the program ended with exit code ${exitCode} and without a receipt${said}`,
      details: { exitCode, stderrTail: stderr },
    },
  };
}
