// argv -> exit code. The only place that prints errors.
import { EXIT_OF, nearest, verbs, WorkflowError } from "@uncaged/workflow/host";
import { GROUPS, VERBS } from "./catalogue.ts";
import { compose } from "./compose.ts";
import { renderError } from "./render/error.ts";
import { escapePrinted } from "./render/escape.ts";
import { paintFor } from "./render/paint.ts";
import { page, pagePieces } from "./terminal/page.ts";
import { processTerminal, type Terminal } from "./terminal/terminal.ts";
import type { Command, CommandAnswer, Invocation } from "./verb/command.ts";
import { helpOfProgram, helpOfVerb } from "./verb/help.ts";
import { parseArgs, wantsJson } from "./verb/parse-args.ts";
import { VERSION } from "./version.ts";

/** Runs one command line, on the process' own terminal unless told otherwise. `home` overrides UNCAGED_HOME, and `--home` overrides both. */
export async function runCli(
  home: string | undefined,
  argv: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const reading = { json: wantsJson({}, argv) };
  try {
    return await dispatch(home, argv, terminal, reading);
  } catch (error) {
    const failure = asFailure(error);
    if (reading.json) await terminal.out(`${JSON.stringify({ ok: false, error: failure.toReport() })}\n`);
    else await terminal.err(renderError(failure, paintFor(terminal)));
    return EXIT_OF[failure.code];
  }
}

async function dispatch(
  home: string | undefined,
  argv: readonly string[],
  terminal: Terminal,
  reading: { json: boolean },
): Promise<number> {
  const { verb, rest } = splitVerb(argv);
  if (verb === undefined) return withoutVerb(argv, terminal);
  const { command } = await findVerb(verb).load();
  reading.json = wantsJson(command.args, rest, command.jsonWith);
  const parsed = parseArgs(verb, command.args, rest);
  const paint = paintFor(terminal);
  if (parsed.values.has("help")) {
    await terminal.out(helpOfVerb(verb, command, paint));
    return 0;
  }
  const json = reading.json;
  const { openStore } = await verbs.store();
  const store = openStore({
    ...compose(),
    home: homeOf(parsed.values.get("home")?.[0] ?? home),
    env: terminal.env,
  });
  const invocation: Invocation = {
    store,
    groups: GROUPS,
    terminal,
    paint,
    json,
    positionals: parsed.positionals,
    flag: (name) => parsed.values.get(name)?.[0],
    flags: (name) => parsed.values.get(name) ?? [],
    isSet: (name) => parsed.values.has(name),
  };
  try {
    return await print(await command.run(invocation), invocation);
  } finally {
    store.close();
  }
}

/** An empty one would be the current folder, which nobody means. */
function homeOf(given: string | undefined): string | undefined {
  if (given === "")
    throw new WorkflowError("USAGE", "--home needs a folder", { details: { flag: "--home" } });
  return given;
}

async function print(answer: CommandAnswer, { terminal, json, paint }: Invocation): Promise<number> {
  if (json) {
    await terminal.out(`${JSON.stringify(answer.json)}\n`);
  } else {
    for (const note of answer.notes ?? [])
      await terminal.err(escapePrinted(`${paint.yellow("note")} ${note}\n`, terminal.hasColor));
    if (typeof answer.text !== "string") await pagePieces(answer.text, terminal);
    else if (answer.text !== "") await page(printed(answer.text, terminal), terminal);
  }
  return answer.exitCode ?? 0;
}

function printed(text: string, { hasColor }: Terminal): string {
  return escapePrinted(text.endsWith("\n") ? text : `${text}\n`, hasColor);
}

async function withoutVerb(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv.includes("--version") || argv.includes("-v")) {
    const version = { version: VERSION, bun: Bun.version };
    await terminal.out(
      argv.includes("--json") ? `${JSON.stringify(version)}\n` : `uncaged-workflow ${VERSION}\n`,
    );
    return 0;
  }
  const wantsHelp =
    argv.length === 0 || argv.some((word) => word === "--help" || word === "-h" || word === "help");
  if (!wantsHelp)
    throw new WorkflowError("USAGE", "which verb? The first word says what to do", {
      hint: "uncaged-workflow --help",
    });
  await page(helpOfProgram(GROUPS, paintFor(terminal)), terminal);
  return 0;
}

/** Flags may stand before the verb; `thread rm` and such are one verb of two words, and `help x` is `x --help`. */
function splitVerb(argv: readonly string[]): { verb: string | undefined; rest: string[] } {
  const at = indexOfVerb(argv);
  if (at === -1) return { verb: undefined, rest: [] };
  const verb = argv[at] as string;
  const before = argv.slice(0, at);
  const after = argv.slice(at + 1);
  if (verb === "help") {
    const named = splitVerb(after);
    return named.verb === undefined ? named : { verb: named.verb, rest: [...named.rest, "--help"] };
  }
  const both = `${verb} ${after[0]}`;
  if (VERBS.has(both)) return { verb: both, rest: [...before, ...after.slice(1)] };
  return { verb, rest: [...before, ...after] };
}

function indexOfVerb(argv: readonly string[]): number {
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === "--home") index += 1;
    else if (!word.startsWith("-")) return index;
  }
  return -1;
}

function findVerb(verb: string): { load: () => Promise<{ command: Command }> } {
  const found = VERBS.get(verb);
  if (found !== undefined) return found;
  const close = nearest(verb, [...VERBS.keys()]);
  throw new WorkflowError("USAGE", `there is no verb "${verb}"`, {
    hint: close === null ? "uncaged-workflow --help" : `did you mean "${close}"?`,
  });
}

function asFailure(error: unknown): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return new WorkflowError("INTERNAL", `this is a bug of ours: ${message}`, {
    cause: error,
    details: stack === undefined ? undefined : { stack },
  });
}

export type { Command };
