// N10, A4: ids, names, tokens and argument lists.
import * as fc from "fast-check";
import { GLOBAL_FLAGS, parseArgs, wantsJson } from "../../packages/cli-workflow/src/verb/parse-args.ts";
import {
  ALPHABET,
  decode64,
  encode64,
  normaliseCrockford,
} from "../../packages/workflow/src/codec/crockford32.ts";
import { isUlid } from "../../packages/workflow/src/codec/ulid.ts";
import { isBundleId } from "../../packages/workflow/src/codec/xxh64.ts";
import { isTokenForm, tokenHash, tokenOf } from "../../packages/workflow/src/commands/approval-token.ts";
import { WorkflowError } from "../../packages/workflow/src/contract/errors.ts";
import { isWorkflowName } from "../../packages/workflow/src/contract/ids.ts";
import { textLike } from "./inputs.ts";
import type { Law } from "./law.ts";

const bits64 = fc.bigInt(0n, 2n ** 64n - 1n);
const idText = textLike(`${ALPHABET}${ALPHABET.toLowerCase()}ILOUilou-_./`, 30);

/** Of the same form to the last character, and so the token of something else. */
function isAnother(text: string, token: string): boolean {
  return text.length === token.length && /^[0-9A-Z_a-z]+$/.test(text) && tokenHash(text) !== tokenHash(token);
}

const FLAGS = {
  id: { type: "positional", description: "" },
  prompt: { type: "string", description: "" },
  detach: { type: "boolean", description: "" },
} as const;
const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      "--",
      "-",
      "--json",
      "--json=false",
      "--prompt",
      "--prompt=",
      "--detach",
      "-h",
      "--detach=x",
      "--PROMPT",
    ),
    textLike("-=abcjson", 10),
  ),
  { maxLength: 6 },
);

export const WORD_LAWS: readonly Law[] = [
  {
    name: "id: every 64 bits have one text, which is read in any case",
    of: fc.property(bits64, (bits) => {
      const text = encode64(bits);
      return isBundleId(text) && decode64(text) === bits && normaliseCrockford(text.toLowerCase()) === text;
    }),
  },
  {
    name: "id: any text is no id, or exactly the one it stands for",
    of: fc.property(idText, (text) => {
      const isId = isBundleId(text) ? encode64(decode64(text)) === text : true;
      const typed = normaliseCrockford(text);
      const isTyped =
        typed === null ||
        (typed.length === text.length && [...typed].every((char) => ALPHABET.includes(char)));
      return isId && isTyped && (!isUlid(text) || /^[0-7][0-9A-Z]{25}$/.test(text));
    }),
  },
  {
    name: "id: a name is short, lower case and no path",
    of: fc.property(
      fc.oneof(textLike("abz09-._/\\A ", 70), fc.constantFrom("__proto__", "..", "con", "")),
      (text) =>
        !isWorkflowName(text) || (/^[a-z][a-z0-9-]*$/.test(text) && text.length <= 63 && !text.endsWith("-")),
    ),
  },
  {
    name: "token: every 128 bits have one text, and no other text is taken for it",
    of: fc.property(
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.nat(40),
      fc.oneof(
        fc.constantFrom("", "=", " ", "\n", "o", "l", "u", "\0"),
        fc.string({ maxLength: 2, unit: "binary" }),
      ),
      (bytes, at, put) => {
        const token = tokenOf(bytes);
        const other = token.slice(0, at) + put + token.slice(at + 1);
        const isOwn = isTokenForm(token) && tokenOf(bytes) === token;
        return isOwn && (other === token || !isTokenForm(other) || isAnother(other, token));
      },
    ),
  },
  {
    name: "token: any text is refused unless it has the one form",
    of: fc.property(
      textLike(`wrf_rt_${ALPHABET}`, 40),
      (text) =>
        !isTokenForm(text) || (text.length === 33 && text === `wrf_rt_${text.slice(7).toUpperCase()}`),
    ),
  },
  {
    name: "args: every word is an argument, a flag or a flag's value, or the line is refused",
    of: fc.property(words, (argv) => {
      try {
        const { positionals, values } = parseArgs("verb", FLAGS, argv);
        const known = new Set([...Object.keys(GLOBAL_FLAGS), ...Object.keys(FLAGS)]);
        return (
          (positionals.length <= 1 || values.has("help")) &&
          [...values.keys()].every((name) => known.has(name)) &&
          wantsJson(FLAGS, argv) === values.has("json")
        );
      } catch (error) {
        return error instanceof WorkflowError && error.code === "USAGE";
      }
    }),
  },
];
