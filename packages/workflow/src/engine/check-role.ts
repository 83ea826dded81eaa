// --strict-roles: a role's meta must fit the schema its descriptor gives.
import type { Json } from "#contract/command.ts";
import type { Descriptor } from "#contract/descriptor.ts";
import type { JsonSchema, Normalised } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { RoleOutput } from "#contract/workflow.ts";

export type CheckRole = (output: RoleOutput) => Promise<ErrorReport | null>;
type Check = (schema: JsonSchema, value: Json) => Normalised | Promise<Normalised>;

/** A role the descriptor does not name is refused too: nothing says what it may hold. */
export function roleChecker(descriptor: Descriptor | null, check: Check): CheckRole {
  const roles = new Map(Object.entries(descriptor?.roles ?? {}));
  return async ({ role, meta }) => {
    const described = roles.get(role);
    if (described === undefined)
      return misfit(role, "role", `the descriptor has no role "${role}", and --strict-roles was given`);
    if (described.schema === undefined) return null;
    const checked = await check(described.schema as JsonSchema, meta as Json);
    if (!("problem" in checked)) return null;
    const { path, message } = checked.problem;
    const field = path === "" ? "meta" : `meta.${path.replaceAll(/\[(\d+)\]/g, ".$1")}`;
    return misfit(role, field, `\`${field}\` of the role "${role}" does not fit its schema: ${message}`);
  };
}

function misfit(role: string, field: string, message: string): ErrorReport {
  return { code: "SCHEMA_INVALID", message, details: { role, field } };
}
