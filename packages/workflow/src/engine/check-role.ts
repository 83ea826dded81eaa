// --strict-roles: a role's meta must fit the schema its descriptor gives.
import { Validator } from "@cfworker/json-schema";
import type { Descriptor } from "#contract/descriptor.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { RoleOutput } from "#contract/workflow.ts";

export type CheckRole = (output: RoleOutput) => ErrorReport | null;

/** A role the descriptor does not name is refused too: nothing says what it may hold. */
export function roleChecker(descriptor: Descriptor | null): CheckRole {
  const roles = new Map(Object.entries(descriptor?.roles ?? {}));
  const validators = new Map<string, Validator>();
  return ({ role, meta }) => {
    const described = roles.get(role);
    if (described === undefined)
      return misfit(role, "role", `the descriptor has no role "${role}", and --strict-roles was given`);
    if (described.schema === undefined) return null;
    const validator = validators.get(role) ?? new Validator(described.schema, "2020-12");
    validators.set(role, validator);
    const { valid, errors } = validator.validate(meta);
    if (valid) return null;
    const first = errors.at(-1);
    const field = `meta${(first?.instanceLocation ?? "#").slice(1).replaceAll("/", ".")}`;
    return misfit(
      role,
      field,
      `\`${field}\` of the role "${role}" does not fit its schema: ${first?.error ?? "invalid"}`,
    );
  };
}

function misfit(role: string, field: string, message: string): ErrorReport {
  return { code: "SCHEMA_INVALID", message, details: { role, field } };
}
