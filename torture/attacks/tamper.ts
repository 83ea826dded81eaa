// S11-S13, S15, S18: bundles and journals changed by somebody who knows the format, sums included.
import { readFileSync } from "node:fs";
import { chainLine } from "../../packages/workflow/src/codec/journal-line.ts";
import type { Attack, Target } from "./target.ts";

/** The records of a journal as JSON, without sums. */
function recordsIn(path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => line.replace(/,"sum":"[^"]{13}"\}$/, "}"));
}

/** A journal with a chain that fits. */
function chained(records: readonly string[]): string {
  let sum = "";
  let text = "";
  for (const json of records) {
    const line = chainLine(json, sum);
    sum = line.sum;
    text += `${line.text}\n`;
  }
  return text;
}

type Edit = { name: string; edit(records: string[]): readonly string[] };

const step = '{"content":"forged","meta":{"step":9},"role":"worker","timestamp":1900000000000}';
const result =
  '{"kind":"result","returnCode":0,"status":"completed","summary":"forged","timestamp":1900000000000}';

/** On the thread that is not over: the sums fit, the grammar does not. */
const OPEN_EDITS: readonly Edit[] = [
  {
    name: "an unknown kind",
    edit: (records) => [...records, '{"kind":"surprise","timestamp":1900000000000}'],
  },
  {
    name: "a kind of a later version",
    edit: (records) => [...records, '{"kind":"control","action":"teleport","timestamp":1,"v":99}'],
  },
  { name: "a second start line", edit: (records) => [...records, records[0] as string] },
  { name: "no start line", edit: (records) => records.slice(1) },
  { name: "a record after the result", edit: (records) => [...records, result, step] },
  { name: "two results", edit: (records) => [...records, result, result] },
  {
    name: "a role that is no text",
    edit: (records) => [...records, '{"content":"x","meta":{},"role":7,"timestamp":1}'],
  },
  { name: "a record that is a list", edit: (records) => [...records, "[1]"] },
  {
    name: "a record without a time",
    edit: (records) => [...records, '{"content":"x","meta":{},"role":"r"}'],
  },
  {
    name: "another thread's start line",
    edit: ([first, ...rest]) => [(first as string).replace(/"threadId":"../, '"threadId":"00'), ...rest],
  },
  {
    name: "another bundle's start line",
    edit: ([first, ...rest]) => [(first as string).replace(/"hash":"../, '"hash":"00'), ...rest],
  },
];

/** Whole lines moved about, their sums left as they are. */
const MOVES: { name: string; move(lines: string[]): string[] }[] = [
  { name: "a line left out", move: ([first, , ...rest]) => [first as string, ...rest] },
  {
    name: "a line twice",
    move: ([first, second, ...rest]) => [first as string, second as string, second as string, ...rest],
  },
  {
    name: "two lines swapped",
    move: ([first, second, third, ...rest]) => [first, third, second, ...rest] as string[],
  },
  { name: "CRLF", move: (lines) => lines.map((line) => `${line}\r`) },
  { name: "a BOM", move: ([first, ...rest]) => [`\ufeff${first}`, ...rest] },
  { name: "an empty line", move: ([first, ...rest]) => [first as string, "", ...rest] },
  {
    name: "a NUL in a line",
    move: ([first, ...rest]) => [
      first as string,
      ...rest.map((line) => line.replace("worker", "wor\u0000er")),
    ],
  },
];

/** On the thread that is sealed: sums, grammar and all fit; only the seal knows. */
const SEALED_EDITS: readonly Edit[] = [
  {
    name: "a changed step",
    edit: (records) => records.map((json) => json.replace('"role":"worker"', '"role":"boss"')),
  },
  { name: "a step left out", edit: ([first, , ...rest]) => [first as string, ...rest] },
  {
    name: "a changed prompt",
    edit: (records) => records.map((json) => json.replace('"prompt":"3|1"', '"prompt":"9|9"')),
  },
  {
    name: "a changed result",
    edit: (records) => records.map((json) => json.replace('"summary":"done"', '"summary":"won"')),
  },
  {
    name: "a forged signature",
    edit: (records) => records.map((json) => json.replace(/"sig":"..../, '"sig":"AAAA')),
  },
  {
    name: "another key",
    edit: (records) => records.map((json) => json.replace(/"key":"..../, '"key":"AAAA')),
  },
];

const BUNDLE_EDITS: { name: string; edit(bytes: Buffer, target: Target): string | Uint8Array }[] = [
  {
    name: "a flipped bit",
    edit: (bytes) =>
      Buffer.concat([bytes.subarray(0, 9), Buffer.of((bytes[9] as number) ^ 1), bytes.subarray(10)]),
  },
  { name: "a byte more", edit: (bytes) => Buffer.concat([bytes, Buffer.from("\n")]) },
  { name: "a byte less", edit: (bytes) => bytes.subarray(0, -1) },
  { name: "nothing in it", edit: () => "" },
  { name: "other code", edit: (_bytes, target) => target.hostileCode },
];

export const TAMPER_ATTACKS: readonly Attack[] = [
  ...OPEN_EDITS.map(
    ({ name, edit }): Attack => ({
      name: `a journal with ${name}`,
      run: (target) => openRefused(target, chained(edit(recordsIn(target.journal)))),
    }),
  ),
  ...MOVES.map(
    ({ name, move }): Attack => ({
      name: `a journal with ${name}`,
      run: (target) =>
        openRefused(
          target,
          `${move(readFileSync(target.journal, "utf8").split("\n").slice(0, -1)).join("\n")}\n`,
        ),
    }),
  ),
  {
    // It may be killed: that runs nothing of the bundle.
    name: "a journal with the sha256 of other code",
    async run(target) {
      const [first, ...rest] = recordsIn(target.journal);
      target.change(
        target.journal,
        chained([(first as string).replace(target.base.sha256, "0".repeat(64)), ...rest]),
      );
      const { interrupted } = target.base;
      return [
        ...(await target.refuses([20], "resume", interrupted)),
        ...(await target.refuses([20], "verify", interrupted)),
      ];
    },
  },
  ...SEALED_EDITS.map(
    ({ name, edit }): Attack => ({
      name: `a sealed journal with ${name}`,
      run: async (target) => {
        target.change(target.finishedJournal, chained(edit(recordsIn(target.finishedJournal))));
        return target.refuses([20], "verify", target.base.finished);
      },
    }),
  ),
  ...BUNDLE_EDITS.map(
    ({ name, edit }): Attack => ({
      name: `a stored bundle with ${name}`,
      run: async (target) => {
        target.change(target.bundle, edit(readFileSync(target.bundle), target));
        return bundleRefused(target);
      },
    }),
  ),
  {
    name: "a stored bundle with other code, and a registry that agrees",
    async run(target) {
      const code = target.hostileCode;
      const { registry } = target.home.layout;
      target.change(target.bundle, code);
      const sha256 = new Bun.CryptoHasher("sha256").update(code).digest("hex");
      target.change(registry, readFileSync(registry, "utf8").replaceAll(target.base.sha256, sha256));
      return bundleRefused(target);
    },
  },
  {
    name: "a file planted under the id of a bundle to come",
    async run(target) {
      const file = await target.home.bundle(
        "fine",
        "export default async function* (i) { return { returnCode: i.steps.length, summary: '' }; }",
      );
      const { bundleId } = (await target.uw("validate", file)).json;
      target.change(target.home.layout.bundle(bundleId), target.hostileCode);
      return [
        ...(await target.refuses([20], "add", "fine", file)),
        ...(await target.refuses([10], "run", "fine")),
      ];
    },
  },
  {
    name: "a file planted where the worker keeps its copy",
    async run(target) {
      const { hash } = target.base;
      await target.uw("run", "flow", "--prompt", "1|1");
      await target.home.untilQuiet();
      target.change(target.home.layout.runningBundle(hash), target.hostileCode);
      const ran = await target.uw("run", "flow", "--prompt", "1|1");
      return ran.exitCode === 0 ? [] : [`run: exit ${ran.exitCode} ${ran.stdout}`];
    },
  },
];

/** Whoever opens it says no, and the bytes stay. */
async function openRefused(target: Target, text: string): Promise<string[]> {
  const { interrupted } = target.base;
  target.change(target.journal, text);
  const verified = await target.uw("verify", interrupted);
  const problems = verified.stdout.includes("JOURNAL_CORRUPT") ? [] : [`verify: ${verified.stdout.trim()}`];
  for (const verb of ["resume", "kill"])
    problems.push(...(await target.refuses([10, 20], verb, interrupted)));
  if (readFileSync(target.journal, "utf8") !== text) problems.push("the journal was changed");
  return problems;
}

async function bundleRefused(target: Target): Promise<string[]> {
  const { interrupted, finished } = target.base;
  return [
    ...(await target.refuses([20], "run", "flow", "--prompt", "1|1")),
    ...(await target.refuses([20], "resume", interrupted)),
    ...(await target.refuses([20], "fork", finished)),
    ...(await target.refuses([20], "verify", finished)),
  ];
}
