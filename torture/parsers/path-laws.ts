// N9, N10, PATH-1: paths of a workspace, against what the kernel makes of them.
import { lstatSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { pathInside } from "../../packages/workflow/src/effects/executors/workspace-path.ts";
import { Refusal } from "../../packages/workflow/src/effects/refusal.ts";
import type { Law } from "./law.ts";

/** A workspace with links that stay, leave, hang and go round, beside a folder nobody may reach. */
export function pathLaws(dir: string): Law[] {
  const root = join(realpathSync(dir), "workspace");
  mkdirSync(join(root, "a/b"), { recursive: true });
  mkdirSync(join(dir, "outside"));
  writeFileSync(join(dir, "outside/secret"), "");
  writeFileSync(join(root, "file"), "");
  const links = {
    in: "a",
    up: "..",
    out: "../outside",
    abs: dir,
    back: "a/b/../../file",
    loop: "loop",
    none: "a/new",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  const part = fc.constantFrom(
    "a",
    "b",
    "file",
    "new",
    ".",
    "..",
    "",
    "~",
    "workspace",
    "outside",
    "secret",
    ...Object.keys(links),
  );
  const path = fc.oneof(
    { weight: 5, arbitrary: fc.array(part, { maxLength: 7 }).map((parts) => parts.join("/")) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 5 }).map((parts) => `${dir}/${parts.join("/")}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  );
  return [
    {
      name: "path: what is let in is inside, and is where the kernel would go",
      of: fc.property(path, (given) => isRight(root, given)),
    },
  ];
}

function isRight(root: string, given: string): boolean {
  const truth = kernelPath(given.startsWith("/") ? given : `${root}/${given}`);
  try {
    const { path } = pathInside(root, given);
    const isIn = path === root || path.startsWith(`${root}/`);
    return isIn && !path.includes("/../") && (truth === null ? hasNoLinks(root, path) : truth === path);
  } catch (error) {
    if (!(error instanceof Refusal)) return false;
    return (
      given === "" ||
      given.includes("\0") ||
      truth === null ||
      !(truth === root || truth.startsWith(`${root}/`))
    );
  }
}

function kernelPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function hasNoLinks(root: string, path: string): boolean {
  for (let at = path; at.length > root.length; at = dirname(at))
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  return true;
}
