import { expect, test } from "bun:test";
import { build } from "esbuild";

test.each([
  [
    "RFC-62: createRoleModerator",
    `import { createRoleModerator, END } from "@uncaged/workflow";
      export default createRoleModerator({ roles: {}, moderator: () => END });`,
    5,
  ],
  [
    "a workflow of agents",
    `import { agent, createRoleModerator, END } from "@uncaged/workflow";
      export default createRoleModerator({ roles: { a: agent({ model: "a/b" }) }, moderator: () => END });`,
    // With what a coding agent needs to ask for permission.
    14,
  ],
  ["AOS-5: the whole of the authors' door", `export * from "@uncaged/workflow";`, 18],
])("%s is inlined in a bundle, with nothing left to import", async (_, contents, kilobytes) => {
  const text = await bundled(contents);
  expect(text.length).toBeLessThan(kilobytes * 1024);
  expect(text).not.toMatch(/\bimport\b/);
});

test("a bundle holds only the builders it uses", async () => {
  const text = await bundled(
    `import { now } from "@uncaged/workflow"; export default function* () { yield* now(); }`,
  );
  expect(text).toContain('do:"now"');
  expect(text).not.toMatch(/createRoleModerator|ReceiptError|sys\/exec/);
});

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dir },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    minifyWhitespace: true,
    minifySyntax: true,
  });
  return outputFiles[0]?.text ?? "";
}
