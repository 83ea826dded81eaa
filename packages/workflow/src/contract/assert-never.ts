import { WorkflowError } from "./errors.ts";

/** The end of a `switch` that names every case: the compiler finds a case that is missing, and so does whoever runs it. */
export function assertNever(value: never, what: string): never {
  throw new WorkflowError("INTERNAL", `nobody handles ${what} ${JSON.stringify(value)}`);
}
