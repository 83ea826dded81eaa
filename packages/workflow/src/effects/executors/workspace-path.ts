// Paths in the workspace. Every link on the way is followed here, by hand, and the place it leads to must be inside.
//
// PATH-1. A path that leads out, by `..`, by being absolute or by a link, is refused before anything is opened.
// PATH-2. Between this look and the opening a link may be put in the way: who opens does so without following the last
//     component, and asks the system afterwards what was opened (`assertOpenedInside`).
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, join, parse, sep } from "node:path";
import { errnoOf, Refusal } from "../refusal.ts";

const LINKS_MAX = 40;

export type Inside = {
  /** The workspace, free of links. */
  root: string;
  /** The absolute path, free of links. Its end may not exist yet. */
  path: string;
};

export function pathInside(workspace: string, given: string): Inside {
  if (given.includes("\0")) throw new Refusal("PATH_INVALID", "the path holds a NUL");
  if (given === "") throw new Refusal("PATH_INVALID", "the path is empty");
  const root = realpathSync(workspace);
  const path = follow(isAbsolute(given) ? parse(given).root : root, given, given);
  if (!isInside(root, path)) throw outside(given);
  return { root, path };
}

/** An existing folder of the workspace. */
export function folderInside(workspace: string, given: string): string {
  const { path } = pathInside(workspace, given);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return path;
  throw new Refusal("PATH_NOT_FOLDER", `${given} is ${stat === undefined ? "not there" : "not a folder"}`);
}

/** PATH-2, for an open file or folder. Linux tells its path; elsewhere the look before must do. */
export function assertOpenedInside(fd: number, root: string, given: string): void {
  if (process.platform !== "linux") return;
  if (!isInside(root, readlinkSync(`/proc/self/fd/${fd}`).replace(/ \(deleted\)$/, ""))) throw outside(given);
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

export function outside(given: string): Refusal {
  return new Refusal("PATH_OUTSIDE_WORKSPACE", `${given} is outside the workspace`, {
    details: { path: given },
  });
}

/** The kernel's walk: `..` goes up from where a link led to, not from where it stands. */
function follow(start: string, path: string, given: string): string {
  let at = start;
  let links = 0;
  const todo = path.split("/").reverse();
  while (todo.length > 0) {
    const part = todo.pop() ?? "";
    if (part === "" || part === ".") continue;
    if (part === "..") {
      at = join(at, "..");
      continue;
    }
    const next = join(at, part);
    const target = linkTarget(next, given);
    if (target === null) {
      at = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) throw new Refusal("PATH_INVALID", `${given} leads through too many links`);
    if (isAbsolute(target)) at = parse(target).root;
    todo.push(...target.split("/").reverse());
  }
  return at;
}

/** Null for what is no link, or is not there yet. */
function linkTarget(path: string, given: string): string | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isSymbolicLink() === true ? readlinkSync(path) : null;
  } catch (error) {
    const code = errnoOf(error) ?? "unknown";
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") throw new Refusal("PATH_NOT_FOLDER", `${given} leads through a file`);
    throw new Refusal("FS_FAILED", `cannot look at ${given}: ${code}`, { details: { errno: code } });
  }
}
