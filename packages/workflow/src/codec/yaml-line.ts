// Where in a YAML file a member stands, for who was told its path: `risks.admin`, `http.allow[2]`.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

/** The line, from 1, of the last member on the path that is there; null when none is. */
export function yamlLine(text: string, path: string): number | null {
  const lines = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter: lines, logLevel: "silent" }).contents;
  let offset: number | undefined;
  let rest = path;
  while (rest !== "") {
    const found = isSeq(node) ? itemAt(node.items, rest) : isMap(node) ? memberAt(node.items, rest) : null;
    if (found === null) break;
    offset = found.offset ?? offset;
    node = found.node;
    rest = rest.slice(found.chars).replace(/^\./, "");
  }
  return offset === undefined ? null : lines.linePos(offset).line;
}

type Found = { node: unknown; offset: number | undefined; chars: number };

function itemAt(items: readonly unknown[], path: string): Found | null {
  const [whole, index] = /^\[(\d+)\]/.exec(path) ?? [];
  const node = index === undefined ? undefined : items[Number(index)];
  return whole === undefined || node === undefined
    ? null
    : { node, offset: offsetOf(node), chars: whole.length };
}

/** Names may hold dots: the longest that fits is meant. */
function memberAt(items: readonly { key: unknown; value: unknown }[], path: string): Found | null {
  const fitting = items
    .map(({ key, value }) => ({ name: isScalar(key) ? String(key.value) : "", key, value }))
    .filter(({ name }) => name !== "" && path.startsWith(name) && /^(?:$|[.[])/.test(path.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (fitting === undefined) return null;
  return { node: fitting.value, offset: offsetOf(fitting.key), chars: fitting.name.length };
}

function offsetOf(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] | null } | null)?.range?.[0];
}
