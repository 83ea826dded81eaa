import { Refusal } from "@uncaged/workflow/executor";

/** N9: a text that came from a person or a model must not become an option, nor the program itself. */
export function checkArgv(argv: string[], command: string[] | undefined): string[] {
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
