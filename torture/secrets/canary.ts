// A secret that is looked for everywhere afterwards: whole, in parts, and as the common encodings spell it.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../lib/random.ts";

/** So many characters in a row give too much away. */
const PIECE_CHARS = 8;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** With characters that JSON, URLs and base64 spell differently. */
export function makeCanary(random: Random): string {
  const some = (count: number) => Array.from({ length: count }, () => random.pick([...LETTERS])).join("");
  return `${some(9)}/${some(5)}"${some(6)}+${some(8)}`;
}

/** Finds pieces of a canary in texts. */
export class Watch {
  private readonly pieces: Map<string, string>;

  constructor(readonly canary: string) {
    this.pieces = new Map(
      Object.entries(spellings(canary)).flatMap(([how, texts]) =>
        texts.flatMap((text) => piecesOf(text).map((piece) => [piece, how] as const)),
      ),
    );
  }

  /** What gives it away, in words. */
  look(where: string, text: string): string[] {
    for (const [piece, how] of this.pieces)
      if (text.includes(piece)) return [`${where} holds "${piece}" of the secret (${how})`];
    return [];
  }

  /** Every file below a folder. `isMeant`: files that are to hold it. */
  lookInto(folder: string, isMeant: (path: string) => boolean): string[] {
    return filesBelow(folder)
      .filter((path) => !isMeant(path))
      .flatMap((path) => this.look(path.slice(folder.length + 1), readFileSync(path, "latin1")));
  }
}

function spellings(canary: string): Record<string, string[]> {
  const bytes = Buffer.from(canary);
  const cores = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return {
    plain: [canary],
    json: [JSON.stringify(canary).slice(1, -1)],
    url: [encodeURIComponent(canary)],
    base64: cores,
    base64url: cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_")),
    hex: [bytes.toString("hex")],
  };
}

function piecesOf(text: string): string[] {
  return Array.from({ length: text.length - PIECE_CHARS + 1 }, (_, from) =>
    text.slice(from, from + PIECE_CHARS),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
