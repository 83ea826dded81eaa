// A descriptor that only code can tell, such as one with z.toJSONSchema in it, is evaluated in a process of its own: see
// descriptor-sandbox.ts for what the code can reach there, which is nothing. Only `build`, and `add` of an entry, ask.
import type { AnyNode, Program } from "acorn";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { OWN_ENV, ownCommand } from "#contract/own-process.ts";
import type { Compiled } from "./compile-entry.ts";
import { mapStack } from "./map-stack.ts";

/** The code is interrupted after the first, its process is ended after the second. */
const DEADLINE_MS = 3_000;
const KILL_MS = 8_000;

const NAME = "bundle.mjs";

export type DescriptorQuestion = {
  code: string;
  name: string;
  /** By the name it is imported under: which of its exports the code wants. */
  builtins: Record<string, string[]>;
  deadlineMs: number;
};
export type DescriptorAnswer = { json?: string; error?: string };

export async function evaluateDescriptor(compiled: Compiled, tree: Program): Promise<string> {
  const question: DescriptorQuestion = {
    code: new TextDecoder().decode(compiled.code),
    name: NAME,
    builtins: builtinsOf(tree),
    deadlineMs: DEADLINE_MS,
  };
  const { json, error } = await ask(question);
  if (json === undefined) throw failed(mapStack(error ?? "it is undefined", NAME, compiled.map));
  return json;
}

async function ask(question: DescriptorQuestion): Promise<DescriptorAnswer> {
  const child = Bun.spawn(ownCommand("descriptor"), {
    cwd: "/",
    env: { ...OWN_ENV },
    stdin: new Blob([JSON.stringify(question)]),
    stdout: "pipe",
    stderr: "ignore",
    timeout: KILL_MS,
    killSignal: "SIGKILL",
    maxBuffer: LIMITS.bundleBytes,
  });
  const [text] = await Promise.all([child.stdout.text(), child.exited]);
  try {
    return JSON.parse(text);
  } catch {
    throw failed(`it was not told within ${KILL_MS / 1000} s and ${LIMITS.bundleBytes} bytes`);
  }
}

/** What the bundle imports of each built-in; a namespace is taken as it is. */
function builtinsOf(tree: Program): Record<string, string[]> {
  const builtins: Record<string, string[]> = {};
  for (const statement of tree.body) {
    if (statement.type !== "ImportDeclaration" && statement.type !== "ExportNamedDeclaration") continue;
    if (statement.source == null) continue;
    const wanted = statement.specifiers.flatMap((specifier) => {
      if (specifier.type === "ImportSpecifier") return [nameOf(specifier.imported)];
      return specifier.type === "ExportSpecifier" ? [nameOf(specifier.local)] : [];
    });
    const source = String(statement.source.value);
    const names = new Set([...(builtins[source] ?? []), ...wanted]);
    names.delete("default");
    builtins[source] = [...names];
  }
  return builtins;
}

function nameOf(node: AnyNode): string {
  return node.type === "Identifier" ? node.name : String((node as { value?: unknown }).value);
}

function failed(why: string): WorkflowError {
  return new WorkflowError("DESCRIPTOR_INVALID", `the descriptor could not be evaluated: ${why}`, {
    hint: "write it as a literal: names, spreads and templates of literals are read without running anything",
  });
}
