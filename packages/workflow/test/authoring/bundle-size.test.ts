import { expect, test } from "bun:test";
import { build } from "esbuild";

test("RFC-62: createRoleModerator is inlined in a bundle: under 10 KB, and nothing left to import", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createRoleModerator, END } from "@uncaged/workflow";
        export default createRoleModerator({ roles: {}, moderator: () => END });`,
      resolveDir: import.meta.dir,
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    minifyWhitespace: true,
    minifySyntax: true,
  });
  const text = outputFiles[0]!.text;
  expect(text.length).toBeLessThan(10 * 1024);
  expect(text).not.toMatch(/\bimport\b/);
});
