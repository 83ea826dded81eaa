// Whether an agent may do what it asks for. Nothing is granted unless a rule, or a person, said yes to just this.
//
// PERMIT-1. First what no rule can allow: a path outside the workspace, a change by who may only look, git's own files
//     and the store, and another mode of asking.
// PERMIT-2. Then the answers of people, each bound to one request by its hash.
// PERMIT-3. Then the rules: the store's before the author's, the first that fits. Without one, looking is allowed and
//     the rest asked.
import { resolve } from "node:path";
import {
  isInside,
  leadsIntoGit,
  type PermissionRule,
  pathInside,
  Refusal,
  type Ruling,
} from "@uncaged/workflow/executor";
import type { Ask, Kind } from "./ask.ts";

export type Answer = { request: string; decision: "allow" | "deny" };

export type Permit = {
  agent: string;
  workspace: string;
  access: "read" | "edit";
  store: string | undefined;
  allowsGit: boolean;
  /** policy.yaml. */
  policy: readonly PermissionRule[];
  /** Of the params: the author's. */
  own: readonly PermissionRule[];
  answers: readonly Answer[];
};

export type Verdict = { rule: Ruling; why: string };

const LOOKS: ReadonlySet<Kind> = new Set(["read", "search", "think"]);
/** What who may only look may ask for: the rest may change something. */
const HARMLESS: ReadonlySet<Kind> = new Set(["read", "search", "think", "fetch"]);

export function judge(ask: Ask, permit: Permit): Verdict {
  const never = refused(ask, permit);
  if (never !== null) return { rule: "deny", why: never };
  const answer = permit.answers.find(({ request }) => request === ask.request);
  if (answer !== undefined) return { rule: answer.decision, why: "a person" };
  const policy = permit.policy.find((rule) => fits(rule, ask, permit));
  if (policy !== undefined) return { rule: policy.rule, why: "policy.yaml" };
  const own = permit.own.find((rule) => fits(rule, ask, permit));
  if (own !== undefined) return { rule: own.rule, why: "the workflow" };
  return LOOKS.has(ask.kind)
    ? { rule: "allow", why: "it looks at the workspace" }
    : { rule: "ask", why: "no rule" };
}

/** Why nobody may allow this; null when somebody may. */
function refused({ kind, paths }: Ask, permit: Permit): string | null {
  const { access, workspace, store, allowsGit } = permit;
  if (access === "read" && !HARMLESS.has(kind)) return "access is read";
  if (kind === "switch_mode") return "it would no longer ask";
  for (const path of paths) {
    const place = placeOf(path, workspace);
    if (place === null) return `${path} is outside the workspace`;
    if (HARMLESS.has(kind)) continue;
    if (!allowsGit && (leadsIntoGit(path) || leadsIntoGit(place.slice(workspace.length))))
      return `${path} is git's own`;
    if (store !== undefined && isInside(workspace, store) && isInside(store, place))
      return `${path} is in the store`;
  }
  return null;
}

function placeOf(path: string, workspace: string): string | null {
  try {
    return pathInside(workspace, path).path;
  } catch (error) {
    if (error instanceof Refusal && error.report.code === "PATH_NOT_FOLDER") return resolve(workspace, path);
    return null;
  }
}

/** A rule with paths is for who says which: it allows when all of them fit, and denies or asks when one does. */
function fits({ agent, kind, path, rule }: PermissionRule, ask: Ask, permit: Permit): boolean {
  if (agent !== undefined && !agent.includes(permit.agent)) return false;
  if (kind !== undefined && !kind.includes(ask.kind)) return false;
  if (path === undefined) return true;
  const globs = path.map((pattern) => new Bun.Glob(pattern));
  const isMeant = (one: string) => globs.some((glob) => glob.match(one));
  if (ask.paths.length === 0) return false;
  return rule === "allow" ? ask.paths.every(isMeant) : ask.paths.some(isMeant);
}
