import { WorkflowError } from "#contract/errors.ts";

export function ioCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return ioCode(error) === "ENOENT";
}

const HINTS: Record<string, string> = {
  ENOSPC: "free some space, then: uncaged-workflow resume --all",
  EDQUOT: "free some space, then: uncaged-workflow resume --all",
  EROFS: "set UNCAGED_HOME to a folder you can write to",
  EACCES: "set UNCAGED_HOME to a folder you can write to",
  EPERM: "set UNCAGED_HOME to a folder you can write to",
  EMFILE: "raise the limit of open files: ulimit -n 4096",
  ENFILE: "raise the limit of open files",
};

/** The machine refused: what we tried, on which file, and what it said. */
export function ioFailed(doing: string, path: string, error: unknown): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const code = ioCode(error);
  if (code === "ELOOP")
    return new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`, {
      cause: error,
    });
  const said = error instanceof Error ? error.message : String(error);
  return new WorkflowError("IO_FAILED", `cannot ${doing} ${path}: ${said}`, {
    cause: error,
    hint: code === undefined ? undefined : HINTS[code],
    details: code === undefined ? { path } : { path, errno: code },
  });
}
