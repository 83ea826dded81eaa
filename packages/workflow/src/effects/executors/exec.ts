// sys/exec@1: a program and its arguments, never a shell. An exit code is an answer, whatever it is.
//
// The limit is on the payload as canonical JSON: the quotes, the names of the fields and every escaped character count.
// No byte of output takes less than one byte there, so a program is ended as soon as its raw output alone is too much.
import type { SecretReference } from "#codec/secret-reference.ts";
import type { Executed, Executor, ExecutorCall } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { aborted, Refusal, timedOut, tooLarge } from "../refusal.ts";
import { type Secrets, secretText } from "../secrets.ts";
import { CapturedText } from "./captured-text.ts";
import { OutputFrames } from "./output-frames.ts";
import { programEnv } from "./program-env.ts";
import { type ProgramEnd, startProgram } from "./run-program.ts";
import { folderInside } from "./workspace-path.ts";

type Text = string | SecretReference;
type ExecParams = { argv: string[]; cwd?: string; env?: Record<string, Text>; stdin?: Text };

const EMPTY_PAYLOAD_BYTES = '{"exitCode":0,"stderr":"","stdout":""}'.length;

export function execExecutor({ secrets, env, graceMs }: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as ExecParams;
    const stdout = new CapturedText();
    const stderr = new CapturedText();
    const frames = new OutputFrames(call.progress);
    const watch = (captured: CapturedText, stream: "stdout" | "stderr") => (chunk: Uint8Array) => {
      if (stdout.bytes + stderr.bytes + EMPTY_PAYLOAD_BYTES > call.maxOutputBytes) return;
      captured.add(chunk);
      frames.add(stream, chunk);
      if (stdout.bytes + stderr.bytes + EMPTY_PAYLOAD_BYTES > call.maxOutputBytes) program.stop();
    };
    const program = startProgram({
      argv: checkArgv(params.argv),
      cwd: folderInside(call.workspace(), params.cwd ?? "."),
      env: { ...programEnv(env), ...ownEnv(params.env ?? {}, secrets) },
      stdin: params.stdin === undefined ? null : secretText(params.stdin, secrets),
      call,
      graceMs,
      onStdout: watch(stdout, "stdout"),
      onStderr: watch(stderr, "stderr"),
    });
    const { why, exitCode, isCut } = await program.end;
    frames.end(why === "exit");
    return report({ why, exitCode, isCut }, { stdout, stderr }, call, secrets);
  };
}

function report(
  { why, exitCode, isCut }: ProgramEnd,
  { stdout, stderr }: { stdout: CapturedText; stderr: CapturedText },
  call: ExecutorCall,
  secrets: Secrets,
): Executed {
  if (why === "exit") {
    // A signal may have ended it in the middle of a word.
    const clean = isCut || exitCode > 128 ? secrets.redactCut : secrets.redact;
    return {
      status: "ok",
      payload: { exitCode, stdout: clean(stdout.toString()), stderr: clean(stderr.toString()) },
    };
  }
  if (why === "abort") return aborted();
  const tails = { stdoutTail: stdout.tail(secrets), stderrTail: stderr.tail(secrets) };
  if (why === "timeout") return timedOut(call, tails);
  return tooLarge(call.maxOutputBytes, tails);
}

function checkArgv(argv: string[]): string[] {
  for (const [index, argument] of argv.entries())
    if (argument.includes("\0")) throw new Refusal("ARGV_INVALID", `argv[${index}] holds a NUL`);
  if (argv[0] === "") throw new Refusal("ARGV_INVALID", "argv[0] names no program");
  return argv;
}

function ownEnv(env: Record<string, Text>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      const text = secretText(value, secrets);
      if (name === "" || /[=\0]/.test(name))
        throw new Refusal("ENV_INVALID", `"${name}" is no name of a variable`);
      if (text.includes("\0")) throw new Refusal("ENV_INVALID", `the variable ${name} holds a NUL`);
      return [name, text];
    }),
  );
}
