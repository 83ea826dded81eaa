// What is wrong with a bundle, and what its author should know about it. Nothing of it is run.
import type { BundleFacts, BundleProblem, Descriptor } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import { BUNDLE_SUFFIX } from "#disk/layout.ts";
import type { Store } from "../open/store.ts";
import type { BundleFile } from "./read-bundle.ts";

export async function assertBundle(
  store: Store | null,
  found: BundleFile,
  file: string,
): Promise<BundleFacts> {
  const { problems, facts } = await findProblems(store, found);
  const first = problems[0];
  if (first === undefined && facts !== null) return facts;
  const at = first?.line === undefined ? "" : `:${first.line}:${first.column ?? 1}`;
  const more =
    problems.length > 1 ? ` (and ${problems.length - 1} more: uncaged-workflow validate ${file})` : "";
  throw new WorkflowError(
    first?.code ?? "BUNDLE_INVALID",
    `${file}${at}: ${first?.message ?? "is not a bundle"}${more}`,
    { hint: first?.hint, details: { errors: problems } },
  );
}

/** Without a store (`build`) nobody asks who performs the effects: that is for the machine it runs on. */
export async function findProblems(
  store: Store | null,
  found: BundleFile,
): Promise<{ problems: BundleProblem[]; facts: BundleFacts | null }> {
  const described = await describe(found);
  const effects = described.facts?.descriptor?.effects ?? [];
  if (store === null || effects.length === 0) return described;
  const { unknownEffects } = await import("./unknown-effects.ts");
  return { ...described, problems: [...described.problems, ...unknownEffects(store, effects)] };
}

async function describe(
  found: BundleFile,
): Promise<{ problems: BundleProblem[]; facts: BundleFacts | null }> {
  const { analyseBundle } = await import("#bundle/check/analyse-bundle.ts");
  const { problems, facts } = analyseBundle(found.bytes);
  if (found.sidecar === undefined) return { problems, facts };
  const sidecar = await describeSidecar(found.sidecar);
  if ("problem" in sidecar) return { problems: [...problems, sidecar.problem], facts: null };
  return { problems, facts: facts && { ...facts, descriptor: facts.descriptor ?? sidecar.descriptor } };
}

async function describeSidecar(
  text: string,
): Promise<{ descriptor: Descriptor } | { problem: BundleProblem }> {
  const { parseSidecar } = await import("#bundle/describe/read-sidecar.ts");
  try {
    return { descriptor: parseSidecar(text) };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { problem: { code: "DESCRIPTOR_INVALID", message: error.message } };
  }
}

export function notTold(file: string): WorkflowError {
  return new WorkflowError(
    "DESCRIPTOR_INVALID",
    `${file}: the descriptor is made by code, so what it says cannot be told without running the code; only build and add of an entry do that, where it reaches nothing`,
    {
      hint: `uncaged-workflow build ${file}, then use the ${BUNDLE_SUFFIX} file; or write the descriptor as a literal`,
    },
  );
}

export function warningsOf(facts: BundleFacts): string[] {
  const warnings: string[] = [];
  if (!facts.readsSteps && facts.descriptor?.determinism !== "strict")
    warnings.push(
      "this bundle never reads `input.steps`, so its threads cannot come back in the middle: one that waits (approve, input, a long sleep) keeps its worker process, and cannot wait across a restart. After a crash or a reboot it can only be denied or cancelled; `resume` needs --from-start and repeats finished steps",
    );
  const idle = NOT_YET.filter((key) => facts.descriptor?.[key] !== undefined);
  if (idle.length > 0) warnings.push(`the descriptor's ${idle.join(", ")} have no effect in this version`);
  return warnings;
}

/** Kept and shown, but nothing acts on them yet. */
const NOT_YET = ["events", "resources", "constraints"] as const;

/** What `add` and `build` tell when they did. */
export const EVALUATED =
  "the descriptor is made by code: it was evaluated without files, network or environment, and is a literal in the bundle";
