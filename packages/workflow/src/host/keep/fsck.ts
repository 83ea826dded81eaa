// fsck: looks at everything, changes nothing. With `rebuild`, the index is made anew from the journals.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { liveThreads } from "#control/live-threads.ts";
import { fileMode, readWhole } from "#disk/whole-file.ts";
import { getBundle } from "#store/bundle-store.ts";
import { readRegistry, unreadableVersions, versionsOf } from "#store/registry.ts";
import { readStoreConfig } from "#store/store-config.ts";
import { threadFolders } from "#store/thread-folders.ts";
import { keyOf } from "#store/thread-index.ts";
import { journalPlaces, strangeNames, type ThreadPlace } from "../open/find-thread.ts";
import { sealEnd } from "../open/seal-end.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { verifyPlace } from "./verify-thread.ts";

export type FsckProblem = {
  file: string;
  line: number | null;
  byte: number | null;
  code: string;
  message: string;
};
export type FsckReport = { ok: boolean; threads: number; problems: FsckProblem[]; rebuilt: number | null };

export async function fsck(store: Store, options: { rebuild: boolean }): Promise<FsckReport> {
  if (store.isEmpty()) return { ok: true, threads: 0, problems: [], rebuilt: options.rebuild ? 0 : null };
  const problems: FsckProblem[] = [
    ...(await registryProblems(store)),
    ...modeProblems(store),
    ...doubleProblems(store),
    ...databaseProblems(store),
    ...(await settingsProblems(store)),
    ...(await indexProblems(store)),
    ...strangeNames(store).map((path) =>
      problemAt(path, "STRANGE", "it is no file of the store: nothing reads it"),
    ),
  ];
  let threads = 0;
  for (const place of journalPlaces(store)) {
    threads += 1;
    const { problems: found, lines } = await verifyPlace(store, place);
    if (lines === 0 && found.every((one) => one.code === "TORN_TAIL"))
      problems.push(problemAt(place.path, "EMPTY", "it has no start line; nothing ever ran", 1, 0));
    for (const one of found) problems.push(problemAt(place.path, one.code, one.message, one.line, one.byte));
    if (options.rebuild && found.some((one) => one.code === "UNSEALED")) await sealEnd(store, place);
  }
  const rebuilt = options.rebuild ? await rebuildIndex(store) : null;
  return { ok: problems.length === 0, threads, problems, rebuilt };
}

async function registryProblems(store: Store): Promise<FsckProblem[]> {
  try {
    const registry = await readRegistry(store.layout);
    const odd = unreadableVersions(registry).map(({ path, problem }) =>
      problemAt(store.layout.registry, "VERSION_UNREADABLE", `${path}${problem}; it is kept as it is`),
    );
    const versions = Object.values(registry.workflows).flatMap(versionsOf);
    const missing = versions.flatMap((version) => {
      try {
        getBundle(store.layout, version.hash, version.sha256);
        return [];
      } catch (error) {
        if (!(error instanceof WorkflowError)) throw error;
        return [problemAt(store.layout.bundle(version.hash), error.code, error.message)];
      }
    });
    return [...odd, ...missing];
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return [problemAt(store.layout.registry, error.code, error.message)];
  }
}

/** One id stands for one thread; verbs that are given it ask which one is meant. */
function doubleProblems(store: Store): FsckProblem[] {
  const places = new Map<string, ThreadPlace[]>();
  for (const place of journalPlaces(store)) {
    const same = places.get(place.threadId) ?? [];
    places.set(place.threadId, [...same, place]);
  }
  return [...places.values()]
    .filter((same) => same.length > 1)
    .flatMap((same) =>
      same.map((place) =>
        problemAt(
          place.path,
          "DUPLICATE_ID",
          `the thread ${place.threadId} is there ${same.length} times; say which you mean: ${same.map(keyOf).join(", ")}`,
        ),
      ),
    );
}

/** Workers that could not write what they have to say. Nothing is lost by it: the journals are read instead. */
/** It can be made anew, but until then most verbs are refused. */
function databaseProblems(store: Store): FsckProblem[] {
  if (store.isEmpty()) return [];
  try {
    databaseOf(store);
    return [];
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return [problemAt(store.layout.database, error.code, error.message)];
  }
}

/** What every thread with effects would be refused for. */
async function settingsProblems({ layout }: Store): Promise<FsckProblem[]> {
  const { openCatalogue } = await import("#effects/catalogue.ts");
  const { parsePolicy } = await import("#effects/policy.ts");
  const files: [string, () => unknown][] = [
    [layout.effects, () => openCatalogue(readText(layout.effects))],
    [layout.policy, () => parsePolicy(readText(layout.policy))],
    [layout.config, () => readStoreConfig(layout)],
  ];
  return files.flatMap(([path, read]) => {
    try {
      read();
      return [];
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      return [problemAt(path, error.code, error.message)];
    }
  });
}

function readText(path: string): string | null {
  const bytes = readWhole(path, LIMITS.yamlBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

async function indexProblems(store: Store): Promise<FsckProblem[]> {
  const { behind } = await liveThreads(store.layout);
  return behind.map(({ pid, hash, rows, said }) =>
    problemAt(
      store.layout.database,
      "INDEX_BEHIND",
      `the worker ${pid} of ${hash} could not write ${rows} of its rows yet, and goes on trying: ${said}`,
    ),
  );
}

/** Others on this machine must not read prompts and outputs. */
function modeProblems(store: Store): FsckProblem[] {
  const { root, bundles, logs, run, registry, database, sealKey, audit } = store.layout;
  const paths = [
    root,
    bundles,
    logs,
    run,
    registry,
    database,
    sealKey,
    audit,
    ...threadFolders(store.layout).map(store.layout.threads),
  ];
  return paths.flatMap((path) => {
    const mode = fileMode(path);
    if (mode === null || (mode & 0o077) === 0) return [];
    return [problemAt(path, "MODE", `others may read it (mode ${mode.toString(8)}): chmod go-rwx ${path}`)];
  });
}

function problemAt(file: string, code: string, message: string, line?: number, byte?: number): FsckProblem {
  return { file, line: line ?? null, byte: byte ?? null, code, message };
}
