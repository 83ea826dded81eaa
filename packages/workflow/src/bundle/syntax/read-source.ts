import { isUtf8 } from "node:buffer";
import type { BundleProblem } from "#contract/descriptor.ts";
import { LIMITS } from "#contract/limits.ts";
import { problemAt } from "./problem.ts";

/** `text` is null when parsing the bytes would only repeat the problem. */
export function readSource(bytes: Uint8Array): { text: string | null; problems: BundleProblem[] } {
  const refused = refuseBytes(bytes);
  if (refused !== null) return { text: null, problems: [refused] };
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { text, problems: refuseOpening(text) };
}

function refuseBytes(bytes: Uint8Array): BundleProblem | null {
  if (bytes.length > LIMITS.bundleBytes)
    return problemAt(null, `the file has ${bytes.length} bytes; a bundle has at most ${LIMITS.bundleBytes}`);
  if (!isUtf8(bytes)) return problemAt(findBadUtf8(bytes), "the file is not valid UTF-8");
  const nul = bytes.indexOf(0);
  if (nul !== -1) return problemAt(positionOf(bytes.subarray(0, nul)), "the file contains a NUL byte");
  return null;
}

/** A decoder that expects more forgives a cut character at the end, so "this prefix is sound" can be searched by halving. */
function findBadUtf8(bytes: Uint8Array): { line: number; column: number } {
  let sound = 0;
  let end = bytes.length + 1;
  while (end - sound > 1) {
    const middle = (sound + end) >> 1;
    if (isSoundPrefix(bytes.subarray(0, middle))) sound = middle;
    else end = middle;
  }
  return positionOf(bytes.subarray(0, sound));
}

function isSoundPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The position that follows `before`. */
function positionOf(before: Uint8Array): { line: number; column: number } {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(before, { stream: true });
  const lines = text.split("\n");
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1 };
}

function refuseOpening(text: string): BundleProblem[] {
  const problems: BundleProblem[] = [];
  const start = { line: 1, column: 1 };
  if (text.startsWith("\uFEFF")) problems.push(problemAt(start, "the file starts with a byte order mark"));
  if (text.replace(/^\uFEFF/, "").startsWith("#!"))
    problems.push(problemAt(start, "the file starts with #!; a bundle is a module, not a script"));
  return problems;
}
