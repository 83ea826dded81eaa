// A1, A4, A5: tokens that are nearly right, or right for something else. Whatever is tried, the thread goes on waiting.
import { readFileSync } from "node:fs";
import type { Random } from "../lib/random.ts";
import type { Attack, Target } from "./target.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "wrf_rt_";

type Forgery = { what: string; from(target: Target): string };

/** The true token, written otherwise. */
const REWRITTEN: [string, (token: string) => string][] = [
  ["in lower case", (token) => token.toLowerCase()],
  ["in upper case", (token) => token.toUpperCase()],
  ["with a blank before", (token) => ` ${token}`],
  ["with a blank after", (token) => `${token} `],
  ["with a line end", (token) => `${token}\n`],
  ["padded", (token) => `${token}=`],
  ["padded twice", (token) => `${token}==`],
  ["with a suffix", (token) => `${token}0`],
  ["without its last character", (token) => token.slice(0, -1)],
  ["without its prefix", (token) => token.slice(PREFIX.length)],
  ["with its prefix twice", (token) => PREFIX + token],
  ["with another prefix", (token) => token.replace("wrf_rt_", "wrf_rx_")],
  ["in base64", (token) => Buffer.from(token).toString("base64")],
  ["in base64url", (token) => Buffer.from(token).toString("base64url")],
  ["in hex", (token) => Buffer.from(token).toString("hex")],
  ["percent-encoded", (token) => token.replace("_", "%5F")],
  ["in quotes", (token) => `"${token}"`],
  ["as a list", (token) => `${token},${token}`],
  ["doubled", (token) => token + token],
  ["backwards", (token) => PREFIX + [...token.slice(PREFIX.length)].reverse().join("")],
  [
    "with full-width digits",
    (token) => token.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ],
  [
    "with O for 0",
    // A token without a 0 ends in one.
    (token) =>
      token.includes("0")
        ? `${PREFIX}${token.slice(PREFIX.length).replaceAll("0", "O")}`
        : `${token.slice(0, -1)}O`,
  ],
  ["with a mark that reads backwards", (token) => `\u202e${token}`],
  ["with a mark nobody sees", (token) => `${token.slice(0, 9)}\u200b${token.slice(9)}`],
];

const FOREIGN: Forgery[] = [
  ...[
    "",
    "null",
    "undefined",
    "true",
    "0",
    "[]",
    "{}",
    "*",
    "%",
    PREFIX,
    `${PREFIX}${"0".repeat(26)}`,
    `${PREFIX}${"7".padEnd(26, "Z")}`,
  ].map((token): Forgery => ({ what: JSON.stringify(token), from: () => token })),
  { what: "of another thread", from: (target) => target.base.otherToken },
  { what: "that is the thread's id", from: (target) => PREFIX + target.base.waiting },
  { what: "that is the digest in the journal", from: (target) => digestIn(target) },
  {
    what: "that is the digest, with the prefix",
    from: (target) => PREFIX + digestIn(target).slice(0, 26).toUpperCase(),
  },
];

function forgeries(): Forgery[] {
  const changed = Array.from(
    { length: 26 },
    (_, at): Forgery => ({
      what: `with its character ${at + 1} changed`,
      from: ({ base }) => withNext(base.token, PREFIX.length + at),
    }),
  );
  const written = REWRITTEN.map(([what, from]): Forgery => ({ what, from: ({ base }) => from(base.token) }));
  return [...changed, ...written, ...FOREIGN];
}

export const TOKEN_ATTACKS: readonly Attack[] = forgeries().map(({ what, from }, index) => ({
  name: `a token ${what}`,
  run: (target) => stillWaits(target, from(target), index % 2 === 0),
}));

/** Names, ids and tokens of chance, in one store. */
export function fuzzAttack(attempts: number, random: Random): Attack {
  return {
    name: `${attempts} names, ids and tokens of chance`,
    async run(target) {
      const problems: string[] = [];
      for (let count = 0; count < attempts; count++) {
        const text = chanceText(random);
        const what = count % 3;
        if (what === 0) problems.push(...(await target.refuses([10], "show", "--", text)));
        else if (what === 1) problems.push(...(await target.refuses([10], "thread", "rm", "--", text)));
        else problems.push(...(await stillWaits(target, PREFIX + text, count % 2 === 0)));
      }
      return problems;
    },
  };
}

async function stillWaits(target: Target, token: string, isResume: boolean): Promise<string[]> {
  const { waiting } = target.base;
  const before = readFileSync(target.waitingJournal);
  const words = isResume
    ? ["resume", waiting, `--token=${token}`, "--decision", "approve"]
    : ["approve", waiting, `--token=${token}`];
  const problems = await target.refuses([10, 20], ...words);
  if (!readFileSync(target.waitingJournal).equals(before))
    problems.push("the journal of the waiting thread changed");
  return problems;
}

function digestIn(target: Target): string {
  return /"tokenHash":"([0-9a-f]{64})"/.exec(readFileSync(target.waitingJournal, "utf8"))?.[1] ?? "";
}

function withNext(text: string, at: number): string {
  const next = ALPHABET[(ALPHABET.indexOf(text[at] as string) + 1) % 32] as string;
  return text.slice(0, at) + next + text.slice(at + 1);
}

/** Never the name of the workflow there, nor the beginning of an id: those have six characters. */
function chanceText(random: Random): string {
  const length = random.int(1, 40);
  const pool = random.pick([ALPHABET, "../~$*?\\\"'", "abcxyz-09", "\u202e\u200b\u0301éа٠０😀"]);
  const text = Array.from({ length }, () => random.pick([...pool])).join("");
  return text === "flow" || text === "waits" ? "x" : text;
}
