// The prompt from a flag, a file or standard input: one of them, exactly as given.
import { LIMITS, verbs, WorkflowError } from "@uncaged/workflow/host";
import type { Invocation } from "./command.ts";

export async function readPrompt(invocation: Invocation, input: string | undefined): Promise<string> {
  if (input !== undefined && input !== "-")
    throw new WorkflowError("USAGE", `"run" does not take "${input}"`, { hint: `--prompt "${input}"` });
  const fromFlags = await readOptionalPrompt(invocation);
  if (fromFlags !== undefined && input === "-")
    throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
  if (input === "-") return decode(await invocation.terminal.readInput(), "standard input");
  return fromFlags ?? "";
}

export async function readOptionalPrompt({ flag }: Invocation): Promise<string | undefined> {
  const [prompt, file] = [flag("prompt"), flag("prompt-file")];
  if (prompt !== undefined && file !== undefined)
    throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
  if (file === undefined) return prompt;
  const { readUserFile } = await verbs.userFiles();
  return decode(readUserFile(file, LIMITS.promptBytes), file);
}

/** Exactly as given, a byte order mark included. */
function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new WorkflowError("USAGE", `${source} is not UTF-8 text`);
  }
}
