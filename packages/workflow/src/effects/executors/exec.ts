// sys/exec@1: a program and its arguments, never a shell. An exit code is an answer, whatever it is.
//
// The limit is on the payload as canonical JSON: the quotes, the names of the fields and every escaped character count.
// No byte of output takes less than one byte there, so a program is ended as soon as its raw output alone is too much.
import type { Executed, Executor, ExecutorCall } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { aborted, Refusal, timedOut, tooLarge } from "../refusal.ts";
import { isSecretReference, type SecretReference, type Secrets, secretText } from "../secrets.ts";
import { CapturedText } from "./captured-text.ts";
import { programEnv } from "./program-env.ts";
import { startProgram } from "./run-program.ts";
import { folderInside } from "./workspace-path.ts";

type Text = string | SecretReference;
type ExecParams = { argv: Text[]; cwd?: string; env?: Record<string, Text>; stdin?: Text };

const EMPTY_PAYLOAD_BYTES = '{"exitCode":0,"stderr":"","stdout":""}'.length;

export function execExecutor({ secrets, env, graceMs }: ExecutorPorts): Executor {
  return async (call) => {
    const params = call.params as ExecParams;
    const stdout = new CapturedText();
    const stderr = new CapturedText();
    const watch = (captured: CapturedText) => (chunk: Uint8Array) => {
      if (stdout.bytes + stderr.bytes + EMPTY_PAYLOAD_BYTES > call.maxOutputBytes) return;
      captured.add(chunk);
      if (stdout.bytes + stderr.bytes + EMPTY_PAYLOAD_BYTES > call.maxOutputBytes) program.stop();
    };
    const program = startProgram({
      argv: checkArgv(params.argv),
      cwd: folderInside(call.workspace(), params.cwd ?? "."),
      env: { ...programEnv(env), ...ownEnv(params.env ?? {}, secrets) },
      stdin: params.stdin === undefined ? null : secretText(params.stdin, secrets),
      call,
      graceMs,
      onStdout: watch(stdout),
      onStderr: watch(stderr),
    });
    const { why, exitCode } = await program.end;
    return report(why, exitCode, { stdout, stderr }, call);
  };
}

function report(
  why: string,
  exitCode: number,
  { stdout, stderr }: { stdout: CapturedText; stderr: CapturedText },
  call: ExecutorCall,
): Executed {
  const tails = { stdoutTail: stdout.tail(), stderrTail: stderr.tail() };
  if (why === "timeout") return timedOut(call.timeoutMs, tails);
  if (why === "abort") return aborted();
  if (why === "stopped") return tooLarge(call.maxOutputBytes, tails);
  return { status: "ok", payload: { exitCode, stdout: stdout.toString(), stderr: stderr.toString() } };
}

function checkArgv(argv: Text[]): string[] {
  return argv.map((argument, index) => {
    if (isSecretReference(argument))
      throw new Refusal(
        "SECRET_IN_ARGV",
        `argv[${index}] is a secret, and every user of the machine can see the arguments of a program; give it in env or stdin`,
        { details: { secret: argument.$secret, index } },
      );
    if (argument.includes("\0")) throw new Refusal("ARGV_INVALID", `argv[${index}] holds a NUL`);
    if (argument === "" && index === 0) throw new Refusal("ARGV_INVALID", "argv[0] names no program");
    return argument;
  });
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
