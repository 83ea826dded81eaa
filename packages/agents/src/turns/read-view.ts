// `access: "read"`: the agent works on a copy of the workspace, which is compared with what it was and discarded.
//
// VIEW-1. Whatever the program does to the files before it, the workspace stays as it is.
// VIEW-2. The copy has the files git would keep, changed ones and new ones as well, and a repository of its own that
//     borrows the objects: `git diff` and `git log` say what they say in the workspace. Without git it has everything.
// VIEW-3. No setting, hook or filter of the repository is taken over.
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type ExecutorCall, type ExecutorPorts, git } from "@uncaged/workflow/executor";
import type { Way } from "./session-way.ts";

export type ReadView = Disposable & { root: string; changed(): string[] };

/** A session goes on in the folder it has; a first turn gets one of its own, since several may look at once. */
export function copyPlace(
  way: Way,
  { cwd = "." }: { cwd?: string },
  call: Pick<ExecutorCall, "intent">,
  ports: Pick<ExecutorPorts, "scratch">,
): string {
  const kept = "folder" in way ? way.folder : null;
  if (kept === null) return join(ports.scratch(), `read-${call.intent.slice(0, 16)}`);
  const up = cwd
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map(() => "..");
  return join(kept, ...up);
}

const CHANGED_MAX = 100;

/** `store`: a folder that may lie in the workspace and is no part of it. */
export async function copyForReading(
  workspace: string,
  root: string,
  store: string | undefined,
): Promise<ReadView> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const files = await filesOf(workspace, store);
  for (const file of files) copyOne(join(workspace, file), join(root, file), { workspace, root });
  borrowRepository(workspace, root);
  const before = stateOf(root);
  return {
    root,
    changed: () => differences(before, stateOf(root)),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function filesOf(workspace: string, store: string | undefined): Promise<string[]> {
  const isOfStore = (file: string) => store !== undefined && resolve(workspace, file).startsWith(`${store}/`);
  const folders = gitFolders(workspace);
  const asked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const ran = folders === null ? null : await git({ gitDir: folders.own, workTree: workspace }, asked);
  const listed = ran?.ok ? ran.text.split("\0").filter(Boolean) : walk(workspace, ".git", store);
  return listed.filter((file) => !isOfStore(file));
}

function walk(root: string, skip: string, store: string | undefined, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (path === skip || join(root, path) === store) return [];
    return entry.isDirectory() ? walk(root, skip, store, path) : [path];
  });
}

/** What is neither a file nor a link is left out; so is what went away meanwhile. */
function copyOne(from: string, to: string, view?: View): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    mkdirSync(to, { recursive: true });
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  if (stat.isSymbolicLink()) symlinkSync(linkOf(from, view), to);
  else if (stat.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

type View = { workspace: string; root: string };

/** A link into the workspace leads into the copy instead: what is written through it must not reach the workspace. */
function linkOf(from: string, view: View | undefined): string {
  const target = readlinkSync(from);
  if (view === undefined) return target;
  const place = relative(view.workspace, resolve(dirname(from), target));
  const isInside = place !== ".." && !place.startsWith("../") && !isAbsolute(place);
  return isInside
    ? relative(dirname(join(view.root, relative(view.workspace, from))), join(view.root, place)) || "."
    : target;
}

function borrowRepository(workspace: string, root: string): void {
  const folders = gitFolders(workspace);
  if (folders === null) return;
  const own = join(root, ".git");
  mkdirSync(join(own, "objects", "info"), { recursive: true });
  writeFileSync(join(own, "objects", "info", "alternates"), `${join(folders.common, "objects")}\n`);
  writeFileSync(join(own, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  for (const [folder, name] of [
    [folders.own, "HEAD"],
    [folders.own, "index"],
    [folders.common, "packed-refs"],
  ] as const)
    if (existsSync(join(folder, name))) copyOne(join(folder, name), join(own, name));
  mkdirSync(join(own, "refs"), { recursive: true });
  if (existsSync(join(folders.common, "refs")))
    for (const ref of walk(join(folders.common, "refs"), "", undefined))
      copyOne(join(folders.common, "refs", ref), join(own, "refs", ref));
}

/** A worktree has a file that says where its own part is, and that says where the common part is. */
function gitFolders(workspace: string): { own: string; common: string } | null {
  const path = join(workspace, ".git");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return { own: path, common: path };
  if (stat?.isFile() !== true) return null;
  const own = resolve(
    workspace,
    readFileSync(path, "utf8")
      .replace(/^gitdir: /, "")
      .trim(),
  );
  if (!existsSync(join(own, "commondir"))) return { own, common: own };
  return { own, common: resolve(own, readFileSync(join(own, "commondir"), "utf8").trim()) };
}

function stateOf(root: string): Map<string, string> {
  return new Map(
    walk(root, ".git", undefined).map((file) => {
      const { size, mtimeMs, ino, mode } = lstatSync(join(root, file));
      return [relative(root, join(root, file)), `${size} ${mtimeMs} ${ino} ${mode}`];
    }),
  );
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .sort()
    .slice(0, CHANGED_MAX);
}
