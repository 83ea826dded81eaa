// S20: links where the store keeps files and folders. None is followed to be read, written or run.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Attack, Target } from "./target.ts";

/** Moves the file or folder away and leaves a link to it: everything works, if links are followed. */
function moveAndLink(target: Target, path: string): void {
  const away = join(target.home.dir, "away");
  renameSync(path, away);
  symlinkSync(away, path);
}

/** Leaves a link to the file that must stay as it is. */
function linkToSecret(target: Target, path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, ".."), { recursive: true });
  symlinkSync(target.secret, path);
}

const run = (target: Target) => target.refuses([40], "run", "flow", "--prompt", "1|1");

export const LINK_ATTACKS: readonly Attack[] = [
  ...["thread", "resume", "verify", "kill", "fork"].map(
    (verb): Attack => ({
      name: `a linked journal, ${verb}`,
      async run(target) {
        const before = readFileSync(target.journal);
        moveAndLink(target, target.journal);
        const problems = await target.refuses([20, 40], verb, target.base.interrupted);
        return readFileSync(target.journal).equals(before)
          ? problems
          : [...problems, "what the link points at was changed"];
      },
    }),
  ),
  {
    name: "a journal that links to a secret, thread --raw",
    async run(target) {
      linkToSecret(target, target.journal);
      return target.refuses([20, 40], "thread", target.base.interrupted, "--raw");
    },
  },
  {
    name: "a debug log that links to a secret",
    async run(target) {
      linkToSecret(target, target.home.layout.info(target.base.hash, target.base.interrupted));
      await target.uw("resume", target.base.interrupted);
      return target.refuses([20, 40], "logs", target.base.interrupted);
    },
  },
  {
    name: "a linked bundle",
    async run(target) {
      moveAndLink(target, target.bundle);
      return [...(await run(target)), ...(await target.refuses([40], "resume", target.base.interrupted))];
    },
  },
  {
    name: "a linked registry",
    async run(target) {
      moveAndLink(target, target.home.layout.registry);
      return [...(await target.refuses([40], "list")), ...(await run(target))];
    },
  },
  {
    name: "a linked lock",
    async run(target) {
      linkToSecret(target, target.home.layout.lock(target.base.hash));
      return run(target);
    },
  },
  {
    name: "a linked database",
    async run(target) {
      moveAndLink(target, target.home.layout.database);
      return [...(await target.refuses([40], "threads")), ...(await run(target))];
    },
  },
  ...["-wal", "-shm"].map(
    (suffix): Attack => ({
      name: `a linked database${suffix}`,
      async run(target) {
        linkToSecret(target, target.home.layout.database + suffix);
        await target.uw("threads");
        await target.uw("run", "flow", "--prompt", "1|1");
        return [];
      },
    }),
  ),
  {
    name: "a linked key",
    async run(target) {
      moveAndLink(target, target.home.layout.sealKey);
      return target.refuses([20, 40], "verify", target.base.finished);
    },
  },
  {
    name: "a worker log that links to a secret",
    async run(target) {
      linkToSecret(target, target.home.layout.workerLog(target.base.hash));
      await target.uw("run", "flow", "--prompt", "1|1");
      return [];
    },
  },
  {
    name: "a worker log that links to a secret, and a worker that dies at its start",
    async run(target) {
      linkToSecret(target, target.home.layout.workerLog(target.base.hash));
      linkToSecret(target, target.home.layout.lock(target.base.hash));
      return run(target);
    },
  },
  {
    name: "a holder file that links to a secret",
    async run(target) {
      linkToSecret(target, target.home.layout.holder(target.base.hash));
      await target.uw("run", "flow", "--prompt", "1|1");
      await target.uw("ps");
      return [];
    },
  },
  {
    name: "a socket that links to a secret",
    async run(target) {
      linkToSecret(target, target.home.layout.socket(target.base.hash));
      const ran = await target.uw("run", "flow", "--prompt", "1|1");
      return [0, 40].includes(ran.exitCode) ? [] : [`run: exit ${ran.exitCode} ${ran.stdout}`];
    },
  },
  ...(["root", "bundles", "logs", "run"] as const).map(
    (folder): Attack => ({
      name: `a linked folder ${folder}`,
      async run(target) {
        moveAndLink(target, target.home.layout[folder]);
        return run(target);
      },
    }),
  ),
  {
    name: "a linked folder of journals",
    async run(target) {
      moveAndLink(target, target.home.layout.threads(target.base.hash));
      return [...(await run(target)), ...(await target.refuses([20, 40], "resume", target.base.interrupted))];
    },
  },
  {
    name: "a linked folder for the worker's copy",
    async run(target) {
      const folder = join(target.home.layout.run, target.base.hash);
      const away = join(target.home.dir, "away");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(away);
      cpSync(target.bundle, join(away, `${target.base.hash}.esm.js`));
      symlinkSync(away, folder);
      const problems = await run(target);
      return readFileSync(join(away, `${target.base.hash}.esm.js`)).equals(readFileSync(target.bundle))
        ? problems
        : [...problems, "a file behind the link was changed"];
    },
  },
];
