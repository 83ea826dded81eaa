// B14: files that `add` refuses from their text alone. Each would leave a mark if it were run.

export function refusedFiles(mark: string): [string, string][] {
  const runs = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "ran");\n`;
  const flow =
    "export default async function* (input) { return { returnCode: input.steps.length, summary: '' }; }\n";
  return [
    ["no default export", `${runs}export const other = 1;\n`],
    ["a default that is no function", `${runs}export default 42;\n`],
    [
      "a sync generator",
      `${runs}export default function* (input) { return { returnCode: 0, summary: "" }; }\n`,
    ],
    ["no JavaScript", `${runs}export default async function* (`],
    ["a foreign import", `${runs}import _ from "lodash";\n${flow}`],
    [
      "a dynamic import",
      `${runs}export default async function* () { await import("node:fs"); return { returnCode: 0, summary: "" }; }\n`,
    ],
    [
      "require",
      `${runs}export default async function* () { require("node:fs"); return { returnCode: 0, summary: "" }; }\n`,
    ],
    ["an export from elsewhere", `${runs}export * from "./other.js";\n${flow}`],
    ["a throw at import", `${runs}throw new Error("at import");\n${flow}`],
    ["a descriptor that is computed", `${runs}export const descriptor = JSON.parse("{}");\n${flow}`],
    [
      "a descriptor with unknown keys",
      `${runs}export const descriptor = { description: "", roles: {}, root: true };\n${flow}`,
    ],
    ["nothing", ""],
    ["binary", "\u0000\u0001\u0002"],
  ];
}
