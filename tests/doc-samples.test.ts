// The TypeScript in the documents compiles as it stands, each block a file of its own.
import { expect, test } from "bun:test";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFiles } from "./support/find-files.ts";
import { REPO } from "./support/temp-home.ts";

/** Block n of docs/effects.md becomes docs-effects-n.ts, so that a complaint names its place. */
async function samples(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of await findFiles("*.md", "docs/**/*.md", "examples/*/*.md")) {
    const text = await readFile(join(REPO, path), "utf8");
    for (const [index, [, code = ""]] of [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].entries())
      found.set(`${path.replace(/\.md$/, "").replaceAll("/", "-")}-${index + 1}`, code);
  }
  return found;
}

test("every sample in TypeScript type-checks", async () => {
  const folder = join(tmpdir(), `uncaged-samples-${process.pid}`);
  await mkdir(folder);
  try {
    const found = await samples();
    expect([...found.keys()]).toContain("docs-effects-1");
    for (const [name, code] of found) await writeFile(join(folder, `${name}.ts`), code);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config()));
    expect(await complaintsOf(folder)).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Ours, but for where the packages are: the folder has no node_modules. */
function config(): object {
  return {
    extends: join(REPO, "tsconfig.json"),
    compilerOptions: {
      types: [join(REPO, "node_modules/bun-types")],
      paths: {
        "@uncaged/workflow": [join(REPO, "packages/workflow/src/index.ts")],
        "@uncaged/workflow/testing": [join(REPO, "packages/workflow/src/testing/index.ts")],
        "@uncaged/workflow/worker": [join(REPO, "packages/workflow/src/worker.ts")],
        "@uncaged/workflow-agents": [join(REPO, "packages/agents/src/index.ts")],
        "@uncaged/workflow-agents/testing": [join(REPO, "packages/agents/src/testing/index.ts")],
        "@uncaged/workflow/client": [join(REPO, "packages/workflow/src/client/index.ts")],
      },
    },
    include: ["*.ts"],
  };
}

async function complaintsOf(folder: string): Promise<string> {
  const tsc = Bun.spawn([process.execPath, "--bun", join(REPO, "node_modules/.bin/tsc"), "-p", folder], {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(tsc.stdout).text(), new Response(tsc.stderr).text()]);
  await tsc.exited;
  return out + err;
}
