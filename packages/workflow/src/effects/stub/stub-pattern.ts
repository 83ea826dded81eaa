// Texts that match a regular expression: it is read into a tree, and the tree is walked with choices. Which characters a
// class has is asked of the expression engine itself. What a tree cannot promise (a look ahead, a word border) is left
// out: whoever asks checks the text and asks again.
import type { Dice } from "./stub-dice.ts";

type Node =
  | { kind: "text"; text: string }
  | { kind: "set"; source: string }
  | { kind: "all"; nodes: Node[] }
  | { kind: "one"; nodes: Node[] }
  | { kind: "repeat"; node: Node; least: number; most: number }
  | { kind: "group"; node: Node; names: string[] }
  | { kind: "back"; name: string };

/** `spare`: how many repetitions to spend beyond those that must be. Null for an expression that is not understood. */
export function matchingText(pattern: string, dice: Dice | null, spare: number): string | null {
  try {
    const left = { spare };
    return write(treeOf(pattern), { dice, left, groups: new Map() });
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

class Unread extends Error {}

const trees = new Map<string, Node>();

function treeOf(pattern: string): Node {
  const present = trees.get(pattern);
  if (present !== undefined) return present;
  const made = new PatternReader(pattern).read();
  if (trees.size < 1_000) trees.set(pattern, made);
  return made;
}

class PatternReader {
  private at = 0;
  private groups = 0;

  constructor(private readonly source: string) {}

  read(): Node {
    const tree = this.choice();
    if (this.at < this.source.length) throw new Unread();
    return tree;
  }

  private choice(): Node {
    const nodes = [this.sequence()];
    while (this.take("|")) nodes.push(this.sequence());
    return nodes.length === 1 ? (nodes[0] as Node) : { kind: "one", nodes };
  }

  private sequence(): Node {
    const nodes: Node[] = [];
    while (this.at < this.source.length && !"|)".includes(this.source[this.at] as string)) {
      const node = this.atom();
      if (node !== null) nodes.push(this.quantified(node));
    }
    return { kind: "all", nodes };
  }

  /** Null for what has no width. */
  private atom(): Node | null {
    if (this.take("^") || this.take("$")) return null;
    if (this.take("(")) return this.group();
    const set = this.match(/\[(?:\\.|[^\]\\])*\]|\.|\\[dDwWsS]|\\[pP]\{[^}]*\}/uy);
    if (set !== null) return { kind: "set", source: set[0] };
    if (this.match(/\\[bB]/uy) !== null) return null;
    const back = this.match(/\\([1-9]\d*)|\\k<([^>]+)>/uy);
    if (back !== null) return { kind: "back", name: (back[1] ?? back[2]) as string };
    // What stands for one character is asked for as a class of one.
    const written = this.match(/\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[nrtfv0])/iuy);
    if (written !== null) return { kind: "text", text: unescaped(written[0]) };
    const plain = this.match(/\\(.)|([^\\])/suy);
    if (plain === null) throw new Unread();
    return { kind: "text", text: (plain[1] ?? plain[2]) as string };
  }

  private group(): Node | null {
    const look = this.match(/\?<?[=!]/uy);
    const named = look === null ? this.match(/\?<([^>]+)>|\?:/uy) : null;
    const index =
      named === null && look === null ? ++this.groups : named?.[1] === undefined ? 0 : ++this.groups;
    const node = this.choice();
    if (!this.take(")")) throw new Unread();
    if (look !== null) return null;
    const names = [...(index === 0 ? [] : [String(index)]), ...(named?.[1] === undefined ? [] : [named[1]])];
    return { kind: "group", node, names };
  }

  private quantified(node: Node): Node {
    const found = this.match(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/uy);
    if (found === null) return node;
    const [, sign, least, range, most] = found;
    if (sign !== undefined)
      return { kind: "repeat", node, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const from = Number(least);
    const to = range === undefined ? from : most === "" ? Infinity : Number(most);
    return { kind: "repeat", node, least: from, most: to };
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

type Writing = { dice: Dice | null; left: { spare: number }; groups: Map<string, string> };

const LENGTH_MAX = 100_000;

function write(node: Node, writing: Writing): string {
  const { dice, left, groups } = writing;
  switch (node.kind) {
    case "text":
      return node.text;
    case "set":
      return characterOf(node.source, dice);
    case "all":
      return node.nodes.map((one) => write(one, writing)).join("");
    case "one":
      return write((dice === null ? node.nodes[0] : dice.pick(node.nodes)) as Node, writing);
    case "repeat": {
      if (node.least > LENGTH_MAX) throw new Unread();
      const more = Math.min(left.spare, node.most - node.least);
      left.spare -= more;
      let text = "";
      for (let count = node.least + more; count > 0; count--) text += write(node.node, writing);
      return text;
    }
    case "group": {
      const text = write(node.node, writing);
      for (const name of node.names) groups.set(name, text);
      return text;
    }
    case "back":
      return groups.get(node.name) ?? "";
  }
}

const ALPHABET = [
  ..."xabcdefghijklmnopqrstuvwyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ...`-_ .,:;/@+=#!?*&%$~^|<>()[]{}'"\`\\\t\n\réßñøλжאع中あ한€→😀`,
];
const known = new Map<string, string[]>();

function characterOf(source: string, dice: Dice | null): string {
  const all = known.get(source) ?? charactersOf(source);
  known.set(source, all);
  if (all.length === 0) throw new Unread();
  return dice === null ? (all[0] as string) : dice.pick(all);
}

function charactersOf(source: string): string[] {
  const expression = new RegExp(`^${source}$`, "u");
  const usual = [...ALPHABET, ...source].filter((one) => expression.test(one));
  if (usual.length > 0) return usual;
  for (let code = 0; code < 0x3000; code++) {
    const one = String.fromCodePoint(code);
    if (expression.test(one)) return [one];
  }
  return [];
}

function unescaped(written: string): string {
  const simple = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", "0": "\0" }[written[1] as string];
  if (simple !== undefined) return simple;
  if (written[1] === "c") return String.fromCodePoint((written.codePointAt(2) as number) % 32);
  return String.fromCodePoint(Number.parseInt(written.slice(2).replace(/[{}]/g, ""), 16));
}
