// The prompt from a flag, a file or standard input: one of them, exactly as given.
import { LIMITS, verbs, WorkflowError } from "@uncaged/workflow/host";
import type { Invocation } from "./command.ts";

export async function readPrompt(invocation: Invocation, input: string | undefined): Promise<string> {
  if (input !== undefined && input !== "-")
    throw new WorkflowError("USAGE", `"run" does not take "${input}"`, { hint: `--prompt "${input}"` });
  const fromFlags = await readOptionalPrompt(invocation);
  if (fromFlags !== undefined && input === "-")
    throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
  if (input === "-") return invocation.terminal.readInput();
  return fromFlags ?? "";
}

export async function readOptionalPrompt({ flag }: Invocation): Promise<string | undefined> {
  const [prompt, file] = [flag("prompt"), flag("prompt-file")];
  if (prompt !== undefined && file !== undefined)
    throw new WorkflowError("USAGE", "give one prompt: --prompt, --prompt-file or -");
  if (file === undefined) return prompt;
  const { readUserFile } = await verbs.userFiles();
  const bytes = readUserFile(file, LIMITS.promptBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new WorkflowError("USAGE", `${file} is not UTF-8 text`);
  }
}
