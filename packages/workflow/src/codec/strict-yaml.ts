// The YAML we read is plain data written by people. What could surprise them, or us, is refused by name (S17).
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";
import { type ErrorCode, WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { Spelled } from "./spelled.ts";

/**
 * An empty file is null; an unquoted id may well be a number: both are the caller's to refuse. `texts`: keys whose values
 * are meant to be texts. A number or a boolean there comes as it was spelled.
 */
export function parseStrictYaml(
  text: string,
  fileLabel: string,
  code: ErrorCode,
  texts: ReadonlySet<string> = NONE,
): unknown {
  if (Buffer.byteLength(text) > LIMITS.yamlBytes)
    throw new WorkflowError(code, `${fileLabel} is larger than ${LIMITS.yamlBytes} bytes`);
  const lines = new LineCounter();
  const refuse: Refuse = (offset, message) => {
    const { line, col } = lines.linePos(offset);
    throw new WorkflowError(code, `${fileLabel}:${line}:${col}: ${message}`, {
      details: { line, column: col },
    });
  };
  const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (control !== null)
    throw new WorkflowError(
      code,
      `${fileLabel} holds a control character (byte ${text.charCodeAt(control.index)})`,
    );
  try {
    return readDocument(text, lines, refuse, texts);
  } catch (error) {
    if (error instanceof WorkflowError) throw error;
    // The library recurses, and gives up on nesting no honest file has.
    throw new WorkflowError(code, `${fileLabel} cannot be read as YAML: ${String(error)}`, { cause: error });
  }
}

const NONE: ReadonlySet<string> = new Set();

type Refuse = (offset: number, message: string) => never;

function readDocument(text: string, lines: LineCounter, refuse: Refuse, texts: ReadonlySet<string>): unknown {
  const [document, second] = parseAllDocuments(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    strict: true,
    uniqueKeys: false, // checked below: the library compares every key with every other, 100 s for 1 MB
    prettyErrors: false,
    logLevel: "silent",
    lineCounter: lines,
  }) as Document.Parsed[];
  if (document === undefined) return null;
  const complaint = document.errors[0] ?? document.warnings[0];
  if (complaint !== undefined) refuse(complaint.pos[0], complaint.message);
  if (second !== undefined) refuse(second.range[0], "a second document follows; one file holds one");
  if (hasDirectives(document)) refuse(0, "directives (%YAML, %TAG) are not accepted");
  checkNodes(document, refuse);
  if (texts.size > 0) keepSpelling(document, texts);
  return document.toJS({ maxAliasCount: 0 });
}

function keepSpelling(document: Document.Parsed, texts: ReadonlySet<string>): void {
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !texts.has(String(key.value)) || !isScalar(value)) return;
      const isLost = typeof value.value === "number" || typeof value.value === "boolean";
      if (isLost && value.source !== undefined) value.value = new Spelled(value.source);
    },
  });
}

/** A %YAML 1.1 line would bring back merge keys, and `no` as a boolean. */
function hasDirectives({ directives }: Document.Parsed): boolean {
  return directives.yaml.explicit === true || Object.keys(directives.tags).some((handle) => handle !== "!!");
}

function checkNodes(document: Document.Parsed, refuse: Refuse): void {
  visit(document, (_key, node, path) => {
    if (path.filter(isCollection).length > LIMITS.depth)
      refuse(offsetOf(node), `nested deeper than ${LIMITS.depth} levels`);
    if (isPair(node) || node === null) return undefined;
    if (isMap(node)) checkKeys(node, refuse);
    if (isAlias(node))
      refuse(offsetOf(node), `the alias *${node.source} is not accepted; write the value out`);
    const { anchor, tag } = node as { anchor?: string; tag?: string };
    if (anchor !== undefined)
      refuse(offsetOf(node), `the anchor &${anchor} is not accepted; write the value out`);
    if (tag !== undefined) refuse(offsetOf(node), `the tag ${tag} is not accepted; write plain data`);
    return undefined;
  });
}

function checkKeys(map: YAMLMap, refuse: Refuse): void {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (isAlias(key)) continue; // refused when it is visited
    // It would be turned into a string: `0E12: x` would become the key "0".
    if (!isScalar(key) || typeof key.value !== "string")
      refuse(offsetOf(key), "a key must be a string; put it in quotes");
    else if (key.value === "<<")
      refuse(offsetOf(key), "merge keys (<<) are not accepted; write the values out");
    else if (key.value === "__proto__") refuse(offsetOf(key), "the key __proto__ is not accepted");
    else if (seen.has(key.value)) refuse(offsetOf(key), `the key "${key.value}" is given twice`);
    else seen.add(key.value);
  }
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}
