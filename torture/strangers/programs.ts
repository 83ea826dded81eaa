// The program in every form in which somebody may have it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildBinary } from "../../scripts/build-binary.ts";
import { buildDist } from "../../scripts/build-dist.ts";
import { placeRuntime } from "../../tests/support/place-runtime.ts";
import { BINARY } from "../../tests/support/temp-home.ts";

/** `install` puts it somewhere below a home and returns the words that start it. */
export type Program = { name: string; install(home: string): string[] };

const PACKAGE = dirname(dirname(BINARY));

const SOURCES: Program = {
  name: "sources",
  // A launcher with no dist/ beside it.
  install(home) {
    const folder = withLauncher(join(home, "checkout"));
    symlinkSync(join(PACKAGE, "src"), join(folder, "src"));
    return [join(folder, "bin/uncaged-workflow.js")];
  },
};

/** All forms, and how to take away what was built for them. */
export async function allPrograms(): Promise<{ programs: Program[]; remove(): void }> {
  const built = mkdtempSync(join(tmpdir(), "strangers-"));
  await buildDist(join(built, "dist"));
  await buildBinary(join(built, "uncaged-workflow"));
  const programs = [SOURCES, installed(join(built, "dist")), single(join(built, "uncaged-workflow"))];
  return { programs, remove: () => rmSync(built, { recursive: true, force: true }) };
}

/** As npm leaves it: a package without a stamp, its dependencies beside it. */
function installed(dist: string): Program {
  return {
    name: "package",
    install(home) {
      const folder = withLauncher(join(home, ".bun/package"));
      cpSync(dist, join(folder, "dist"), { recursive: true });
      rmSync(join(folder, "dist/stamp.json"));
      cpSync(join(PACKAGE, "templates"), join(folder, "templates"), { recursive: true });
      const beside = join(PACKAGE, "node_modules");
      for (const name of readdirSync(beside).filter((one) => one !== "@oven"))
        symlinkSync(join(beside, name), join(folder, "node_modules", name));
      return [join(folder, "bin/uncaged-workflow.js")];
    },
  };
}

function single(binary: string): Program {
  return { name: "binary", install: () => [binary] };
}

function withLauncher(folder: string): string {
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(BINARY, join(folder, "bin/uncaged-workflow.js"));
  placeRuntime(folder);
  return folder;
}
