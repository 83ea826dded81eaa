// add: a file is checked (never run), kept under its hash, and given a name. `add` of an entry and `build` may evaluate a
// descriptor that is made by code (see bundle/build/evaluate-descriptor.ts); no other verb does.

import type { BuiltBundle } from "#bundle/build/build-bundle.ts";
import { sha256Hex } from "#codec/sha256.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import type { BundleFacts, BundleProblem, Descriptor } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { BUNDLE_SUFFIX } from "#disk/layout.ts";
import { readUserFile, readUserFileIfAny, writeUserFile } from "#disk/user-file.ts";
import { findCollision, putBundle, putFacts, type StoredBundle } from "#store/bundle-store.ts";
import { changeRegistry, type Registry, type Version } from "#store/registry.ts";
import { auditChange } from "../open/audit.ts";
import type { House } from "../open/house.ts";
import { databaseOf } from "../open/house-database.ts";
import { esbuildProgram } from "./esbuild-program.ts";
import { checkName } from "./find-workflow.ts";

export type Added = {
  name: string;
  hash: string;
  sha256: string;
  timestamp: number;
  unchanged: boolean;
  /** What the author should know, though nothing is wrong. */
  warnings: string[];
};

/** A bundle as read from a file, with what stands beside it. */
export type BundleFile = {
  bytes: Uint8Array;
  sidecar?: string | undefined;
  sourceMap?: string | undefined;
  /** Of an entry that was built here. */
  descriptor?: BuiltBundle["descriptor"];
};

export async function addWorkflow(house: House, name: string, file: string): Promise<Added> {
  checkName(name);
  const { bundle, facts, wasEvaluated } = await storeFile(house, file, { mayEvaluate: true });
  const { timestamp, unchanged } = await nameBundle(house, name, bundle);
  if (!unchanged)
    auditChange(house, {
      action: "add",
      subject: name,
      origin: "governance",
      hash: bundle.id,
      sha256: bundle.sha256,
    });
  const warnings = [...(wasEvaluated ? [EVALUATED] : []), ...warningsOf(facts)];
  return { name, hash: bundle.id, sha256: bundle.sha256, timestamp, unchanged, warnings };
}

/** What `add` and `build` tell when they did. */
const EVALUATED =
  "the descriptor is made by code: it was evaluated without files, network or environment, and is a literal in the bundle";

export type StoreOptions = {
  /** A descriptor that is made by code is evaluated; otherwise such an entry is refused. */
  mayEvaluate?: boolean;
  /** Nobody asks who performs its effects. */
  asBuilt?: boolean;
};

/** Checks a file and keeps it under its hash, without a name. */
export async function storeFile(
  house: House,
  file: string,
  { mayEvaluate = false, asBuilt = false }: StoreOptions = {},
): Promise<{ bundle: StoredBundle; facts: BundleFacts; wasEvaluated: boolean }> {
  const found = await readFile(house, file, mayEvaluate);
  if (found.descriptor === "computed") throw notTold(file);
  const facts = await analyse(asBuilt ? null : house, found, file);
  const bundle = putBundle(house.layout, found.bytes, found);
  putFacts(databaseOf(house), bundle, facts, house.clock.now());
  return { bundle, facts, wasEvaluated: found.descriptor === "evaluated" };
}

function readFile(house: House, file: string, mayEvaluate: boolean): Promise<BundleFile> | BundleFile {
  return file.endsWith(BUNDLE_SUFFIX) ? readBundleFile(file) : buildEntry(house, file, mayEvaluate);
}

function notTold(file: string): WorkflowError {
  return new WorkflowError(
    "DESCRIPTOR_INVALID",
    `${file}: the descriptor is made by code, so what it says cannot be told without running the code; only build and add of an entry do that, where it reaches nothing`,
    {
      hint: `uncaged-workflow build ${file}, then use the ${BUNDLE_SUFFIX} file; or write the descriptor as a literal`,
    },
  );
}

export type Validation = {
  ok: boolean;
  status: "valid" | "invalid";
  workflowHash: string | null;
  bundleId: string | null;
  errors: BundleProblem[];
  /** As of `add`. */
  warnings: string[];
};

/** The same check without keeping anything, and without running anything. */
export async function validateFile(house: House, file: string): Promise<Validation> {
  const found = await readOrProblems(house, file);
  if (Array.isArray(found))
    return { ok: false, status: "invalid", workflowHash: null, bundleId: null, errors: found, warnings: [] };
  const { problems, facts } = await findProblems(house, found);
  if (found.descriptor === "computed") {
    // The bundle that `build` makes has the descriptor as a literal: these are not its bytes.
    const { message, hint } = notTold(file);
    const others = problems.filter(({ code }) => code !== "DESCRIPTOR_INVALID");
    const errors = [
      ...others,
      { code: "DESCRIPTOR_INVALID" as const, message, ...(hint === undefined ? {} : { hint }) },
    ];
    return { ok: false, status: "invalid", workflowHash: null, bundleId: null, errors, warnings: [] };
  }
  problems.push(...storeProblems(house, found));
  return {
    ok: problems.length === 0,
    status: problems.length === 0 ? "valid" : "invalid",
    workflowHash: `sha256:${sha256Hex(found.bytes)}`,
    bundleId: bundleIdOf(found.bytes),
    errors: problems,
    warnings: facts === null ? [] : warningsOf(facts),
  };
}

/** What is wrong with an entry that does not build, in place of what was built. */
async function readOrProblems(house: House, file: string): Promise<BundleFile | BundleProblem[]> {
  try {
    return await readFile(house, file, false);
  } catch (error) {
    const problems = error instanceof WorkflowError ? error.details?.errors : undefined;
    if (!Array.isArray(problems)) throw error;
    return problems as BundleProblem[];
  }
}

/** What `add` would say besides. */
function storeProblems({ layout }: House, { bytes }: BundleFile): BundleProblem[] {
  const other = findCollision(layout, bytes);
  if (other === null) return [];
  const { code, message, hint } = other;
  return [{ code: code as BundleProblem["code"], message, ...(hint === undefined ? {} : { hint }) }];
}

export type Built = {
  file: string;
  hash: string;
  sha256: string;
  bytes: number;
  effects: string[];
  capabilities: string[];
  /** What the author should know, though nothing is wrong. */
  warnings: string[];
};

/** Turns a TypeScript entry into a bundle file, with its source map beside it. */
export async function buildFile(house: House, entry: string, out: string): Promise<Built> {
  if (!out.endsWith(BUNDLE_SUFFIX))
    throw new WorkflowError("USAGE", `a bundle's file name ends in ${BUNDLE_SUFFIX}, unlike ${out}`);
  const built = await buildEntry(house, entry, true);
  const facts = await analyse(null, built, entry);
  writeUserFile(out, built.bytes);
  if (built.sourceMap !== undefined) writeUserFile(`${out}.map`, built.sourceMap);
  return {
    file: out,
    hash: bundleIdOf(built.bytes),
    sha256: sha256Hex(built.bytes),
    bytes: built.bytes.length,
    effects: facts.descriptor?.effects ?? [],
    capabilities: facts.capabilities,
    warnings: built.descriptor === "evaluated" ? [EVALUATED] : [],
  };
}

async function analyse(house: House | null, found: BundleFile, file: string): Promise<BundleFacts> {
  const { problems, facts } = await findProblems(house, found);
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

/** Without a house (`build`) nobody asks who performs the effects: that is for the machine it runs on. */
async function findProblems(
  house: House | null,
  found: BundleFile,
): Promise<{ problems: BundleProblem[]; facts: BundleFacts | null }> {
  const described = await describe(found);
  const effects = described.facts?.descriptor?.effects ?? [];
  if (house === null || effects.length === 0) return described;
  const { unknownEffects } = await import("./unknown-effects.ts");
  return { ...described, problems: [...described.problems, ...unknownEffects(house, effects)] };
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

async function buildEntry(house: House, entry: string, mayEvaluate: boolean): Promise<BundleFile> {
  readUserFile(entry, LIMITS.bundleBytes);
  if (!/\.(ts|tsx|mts|jsx)$/.test(entry))
    throw new WorkflowError(
      "BUNDLE_INVALID",
      `${entry} is neither a ${BUNDLE_SUFFIX} file nor a TypeScript entry`,
      {
        hint: `rename it to end in ${BUNDLE_SUFFIX}, or build it: uncaged-workflow build <entry.ts>`,
      },
    );
  const { buildBundle } = await import("#bundle/build/build-bundle.ts");
  const program = esbuildProgram(house.layout);
  const { code, map, descriptor } = await buildBundle(entry, { mayEvaluate, program });
  return { bytes: code, sourceMap: map, descriptor };
}

function readBundleFile(file: string): BundleFile {
  const stem = file.slice(0, -BUNDLE_SUFFIX.length);
  return {
    bytes: readUserFile(file, LIMITS.bundleBytes),
    sidecar: readBeside(`${stem}.yaml`) ?? readBeside(`${file}.yaml`),
    sourceMap: readBeside(`${file}.map`),
  };
}

function readBeside(file: string): string | undefined {
  const bytes = readUserFileIfAny(file, LIMITS.bundleBytes);
  return bytes === null ? undefined : new TextDecoder().decode(bytes);
}

function nameBundle(
  house: House,
  name: string,
  bundle: StoredBundle,
): Promise<{ timestamp: number; unchanged: boolean }> {
  return changeRegistry<{ timestamp: number; unchanged: boolean }>(
    house.layout,
    databaseOf(house),
    (registry) => {
      const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : undefined;
      if (entry?.hash === bundle.id)
        return { registry: null, answer: { timestamp: entry.timestamp, unchanged: true } };
      const timestamp = house.clock.now();
      const head: Version = { hash: bundle.id, timestamp, sha256: bundle.sha256 };
      return { registry: withHead(registry, name, head), answer: { timestamp, unchanged: false } };
    },
  );
}

/** Points a name at another version; the one it pointed at becomes the newest of its history. Unknown keys stay. */
export function withHead(registry: Registry, name: string, head: Version): Registry {
  const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : undefined;
  if (entry === undefined)
    return { ...registry, workflows: { ...registry.workflows, [name]: { ...head, history: [] } } };
  const { hash, timestamp, sha256, history, ...rest } = entry;
  const previous: Version = sha256 === undefined ? { hash, timestamp } : { hash, timestamp, sha256 };
  const next = { ...head, history: [previous, ...history], ...rest };
  return { ...registry, workflows: { ...registry.workflows, [name]: next } };
}

function warningsOf(facts: BundleFacts): string[] {
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
