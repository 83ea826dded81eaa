// The process in which a descriptor that only code can tell is evaluated: an interpreter inside WebAssembly, which is
// given the text of the bundle and nothing else.
//
// DESCRIPTOR-1. The code sees the language alone: no process, environment, files, network, timers; a built-in of Node is
//     a name that cannot be called.
// DESCRIPTOR-2. It is bounded: by memory, by the depth of calls, by a deadline here and by a later one of whoever
//     started us.
import variant from "@jitl/quickjs-singlefile-mjs-release-sync";
import { newQuickJSWASMModuleFromVariant, shouldInterruptAfterDeadline } from "quickjs-emscripten-core";
import type { DescriptorAnswer, DescriptorQuestion } from "./evaluate-descriptor.ts";

const MEMORY_BYTES = 256 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;

async function evaluate({ code, name, builtins, deadlineMs }: DescriptorQuestion): Promise<DescriptorAnswer> {
  const runtime = (await newQuickJSWASMModuleFromVariant(variant)).newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + deadlineMs));
  runtime.setModuleLoader(
    (asked) => (asked === name ? code : standIn(asked, builtins[asked] ?? [])),
    (_from, asked) => asked,
  );
  const context = runtime.newContext();
  const begun = context.evalCode(PROLOGUE.replace("BUNDLE", JSON.stringify(name)), "prologue");
  if (begun.error !== undefined) return { error: reasonOf(context.dump(begun.error)) };
  const done = runtime.executePendingJobs();
  if (done.error !== undefined) return { error: reasonOf(context.dump(done.error)) };
  return context.dump(context.getProp(context.global, "told")) ?? { error: "it waits for something" };
}

/** What JSON would drop or change in silence is refused. Printing is heard by nobody. */
const PROLOGUE = `
globalThis.console = new Proxy({}, { get: () => () => {} });
const strict = (key, value) => {
  if (["function", "symbol", "bigint"].includes(typeof value) || (typeof value === "number" && !Number.isFinite(value)))
    throw new TypeError("descriptor: " + JSON.stringify(key) + " is not JSON data");
  return value;
};
import(BUNDLE).then(
  ({ descriptor }) => { globalThis.told = { json: JSON.stringify(descriptor, strict) }; },
).catch((error) => {
  globalThis.told = { error: error instanceof Error ? error.name + ": " + error.message + "\\n" + error.stack : String(error) };
});
`;

/** A built-in by name: it may be taken apart and extended, as modules do while they are loaded, but not used. */
function standIn(builtin: string, names: readonly string[]): string {
  const refuse = `() => { throw new Error(${JSON.stringify(`${builtin} is not there while a descriptor is evaluated`)}); }`;
  return `
const refuse = ${refuse};
const nothing = new Proxy(class {}, {
  get: (target, key) => key === "prototype" ? target.prototype : typeof key === "symbol" ? refuse() : nothing,
  apply: refuse, construct: refuse, set: refuse, has: refuse,
});
export { ${["default", ...names].map((name) => `nothing as ${JSON.stringify(name)}`).join(", ")} };
`;
}

function reasonOf(thrown: unknown): string {
  const { name, message, stack } = (thrown ?? {}) as Partial<Error>;
  return message === undefined ? String(thrown) : `${name}: ${message}\n${stack ?? ""}`;
}

void (async () => {
  const question: DescriptorQuestion = await Bun.stdin.json();
  const answer = await evaluate(question).catch((error) => ({ error: reasonOf(error) }));
  await Bun.write(Bun.stdout, JSON.stringify(answer));
  process.exit(0);
})();
