// S16, S17: registries that are not what they look like. Each is refused, and stays as it is.
import { readFileSync } from "node:fs";
import type { Attack, Target } from "./target.ts";

type Forged = { name: string; make(good: string, target: Target): string | Uint8Array };

const entry = (hash: string, more = "") =>
  `workflows:\n  flow:\n    hash: ${hash}\n    timestamp: 1\n    history: []\n${more}`;

const FORGED: readonly Forged[] = [
  { name: "an empty file", make: () => "" },
  { name: "null", make: () => "null\n" },
  { name: "a list", make: () => "workflows:\n  - flow\n" },
  { name: "no workflows", make: () => "other: {}\n" },
  { name: "an anchor", make: (good) => `${good}x: &a 1\n` },
  { name: "an alias", make: (good) => `${good}x: &a [1]\ny: *a\n` },
  { name: "an alias bomb", make: (good) => good + aliasBomb() },
  { name: "a merge key", make: (good) => `${good}x:\n  <<: { a: 1 }\n` },
  { name: "a name twice", make: (good) => good + good.slice(good.indexOf("  flow")) },
  { name: "the top key twice", make: (good) => good + good },
  { name: "an id that is a number", make: () => entry("1234567890123") },
  { name: "an id that is a float", make: () => entry("0E12345678901") },
  { name: "an id that is a path", make: () => entry('"../../outside"') },
  { name: "an id in lower case", make: (_good, { base }) => entry(`"${base.hash.toLowerCase()}"`) },
  { name: "an id too short", make: () => entry('"000000000000"') },
  { name: "a name that is a path", make: (good) => good.replace("  flow:", '  "../flow":') },
  { name: "the name __proto__", make: (good) => good.replace("  flow:", "  __proto__:") },
  { name: "a key that is a number", make: (good) => good.replace("  flow:", "  1:") },
  { name: "a timestamp in words", make: (good) => good.replace(/timestamp: \d+/, "timestamp: yesterday") },
  { name: "a timestamp beyond numbers", make: (good) => good.replace(/timestamp: \d+/, "timestamp: 1e400") },
  { name: "history that is no list", make: (good) => good.replace("history: []", "history: {}") },
  { name: "a sha256 too short", make: (good) => good.replace(/sha256: "[0-9a-f]{64}"/, 'sha256: "00"') },
  { name: "a %YAML directive", make: (good) => `%YAML 1.1\n---\n${good}` },
  { name: "a tag", make: (good) => `${good}x: !!js/function "function () {}"\n` },
  { name: "a second document", make: (good) => `${good}---\n${good}` },
  { name: "a NUL", make: (good) => `${good}x: "a\u0000b"\n` },
  { name: "two megabytes", make: (good) => `${good}x: "${"a".repeat(2 * 1024 * 1024)}"\n` },
  { name: "endless nesting", make: (good) => `${good}x: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n` },
  { name: "an open quote", make: (good) => `${good}x: "abc\n` },
  { name: "tabs for indents", make: (good) => good.replaceAll("  ", "\t") },
  {
    name: "bytes that are no text",
    make: (good) => Buffer.concat([Buffer.from("\xff\xfe", "latin1"), Buffer.from(good)]),
  },
];

/** Cuts at which what is left could pass for a registry with less in it. */
const CUTS = [1, 5, 10, 12, 20, 30, 60, 100];

export const YAML_ATTACKS: readonly Attack[] = [
  ...FORGED.map(
    (forged): Attack => ({
      name: `a registry with ${forged.name}`,
      run: (target) => tryForged(target, forged),
    }),
  ),
  ...CUTS.map(
    (cut): Attack => ({
      name: `a registry cut at byte ${cut}`,
      run: (target) => tryForged(target, { name: "cut", make: (good) => good.slice(0, cut) }),
    }),
  ),
  {
    name: "a sidecar with an alias bomb",
    async run(target) {
      const file = await target.home.bundle(
        "fine",
        "export default async function* (i) { return { returnCode: i.steps.length, summary: '' }; }",
      );
      target.change(file.replace(".esm.js", ".yaml"), `description: x\nroles: {}\n${aliasBomb()}`);
      return target.refuses([10], "add", "fine", file);
    },
  },
];

async function tryForged(target: Target, forged: Forged): Promise<string[]> {
  const { registry } = target.home.layout;
  const text = Buffer.from(forged.make(readFileSync(registry, "utf8"), target));
  target.change(registry, text);
  const file = await target.home.bundle(
    "fine",
    "export default async function* (i) { return { returnCode: i.steps.length, summary: '' }; }",
  );
  const problems = [
    ...(await target.refuses([10, 40], "list")),
    ...(await target.refuses([10, 40], "run", "flow", "--prompt", "1|1")),
    ...(await target.refuses([10, 40], "add", "fine", file)),
  ];
  if (!readFileSync(registry).equals(text)) problems.push("the registry was rewritten");
  return problems;
}

function aliasBomb(): string {
  let text = "b0: &b0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (let level = 1; level < 12; level++)
    text += `b${level}: &b${level} [${Array(10)
      .fill(`*b${level - 1}`)
      .join(", ")}]\n`;
  return text;
}
