// The executors that a process was composed with, besides those built in. The composing program (the command line, a
// server, a worker file of somebody's own) registers them; nothing in the core knows who they are.
//
// EXECUTOR-REGISTRY-1. A registration costs nothing: a package is loaded when the catalogue is first opened, an executor when its effect is
//     first performed.
// EXECUTOR-REGISTRY-2. Nobody replaces an effect that is built in, nor one that is registered already.
import { EFFECT_NAME, type EffectDefinition } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
import { MODEL_EFFECTS } from "#contract/model-effects.ts";
import type { EffectExecutor } from "./executors.ts";

type Source = () => readonly EffectExecutor[];

/** Each with whether it was asked. */
const sources = new Map<Source, boolean>();
const registered = new Map<string, EffectExecutor>();

/** One effect of the program that calls this. */
export function registerExecutor(definition: EffectDefinition, load: EffectExecutor["load"]): void {
  const { name } = definition;
  if (!EFFECT_NAME.test(name) || (name.startsWith("sys/") && !MODEL_EFFECTS.has(name)))
    throw new WorkflowError("USAGE", `"${name}" cannot be registered as an effect`, {
      hint: 'write it as "mail/send@1"; the namespace sys/ is the engine\'s',
    });
  if (registered.has(name)) throw new WorkflowError("USAGE", `${name} is registered twice`);
  registered.set(name, { definition, load });
}

/** The effects of a package: `load` is called when they are first needed. The same function again changes nothing. */
export function registerExecutors(load: Source): void {
  if (!sources.has(load)) sources.set(load, false);
}

export function registeredExecutors(): readonly EffectExecutor[] {
  for (const [load, isAsked] of sources) {
    if (isAsked) continue;
    sources.set(load, true);
    for (const one of load()) registerExecutor(one.definition, one.load);
  }
  return [...registered.values()];
}
