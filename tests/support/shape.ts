// The shapes of docs/cli.md: `{name, history: [{hash, timestamp}], result: null | {status}, hint?, ...}`.
// A bare key says that the key is there, whatever it holds; `?` that it may be missing; `...` that others may follow.

export type Shape =
  | { type: "object"; keys: Map<string, Member>; isOpen: boolean }
  | { type: "list"; item: Shape | null };
type Member = { isOptional: boolean; shape: Shape | null };

export function parseShape(text: string): Shape {
  const tokens = text.match(/\.\.\.|[{}[\],:?|]|[A-Za-z]\w*/g) ?? [];
  const shape = parseValue(tokens);
  if (shape === null || tokens.length > 0) throw new Error(`not a shape: ${text}`);
  return shape;
}

/** Where a value and its shape differ, as readable paths; empty when they agree. */
export function misfits(value: unknown, shape: Shape, path = "$"): string[] {
  if (shape.type === "list") {
    if (!Array.isArray(value)) return [`${path} is no list`];
    const { item } = shape;
    return item === null ? [] : value.flatMap((one, index) => misfits(one, item, `${path}[${index}]`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${path} is no object`];
  const found: string[] = [];
  for (const [key, { isOptional, shape: inner }] of shape.keys) {
    if (!Object.hasOwn(value, key)) {
      if (!isOptional) found.push(`${path}.${key} is documented but not printed`);
      continue;
    }
    const member = (value as Record<string, unknown>)[key];
    if (inner !== null && member !== null) found.push(...misfits(member, inner, `${path}.${key}`));
  }
  if (shape.isOpen) return found;
  const extra = Object.keys(value).filter((key) => !shape.keys.has(key));
  return [...found, ...extra.map((key) => `${path}.${key} is printed but not documented`)];
}

function parseValue(tokens: string[]): Shape | null {
  const first = tokens.shift();
  if (first === "{") return parseObject(tokens);
  if (first !== "[") return null;
  const item = tokens[0] === "]" ? null : parseValue(tokens);
  expectToken(tokens, "]");
  return { type: "list", item };
}

function parseObject(tokens: string[]): Shape {
  const keys = new Map<string, Member>();
  let isOpen = false;
  while (tokens[0] !== "}") {
    const key = tokens.shift();
    if (key === undefined) throw new Error("a shape is not closed");
    if (key === "...") isOpen = true;
    else keys.set(key, parseMember(tokens));
    skipToken(tokens, ",");
  }
  expectToken(tokens, "}");
  return { type: "object", keys, isOpen };
}

/** `null | {…}`: what is not null must fit. */
function parseMember(tokens: string[]): Member {
  const isOptional = skipToken(tokens, "?");
  if (!skipToken(tokens, ":")) return { isOptional, shape: null };
  let shape = parseValue(tokens);
  while (skipToken(tokens, "|")) shape = parseValue(tokens) ?? shape;
  return { isOptional, shape };
}

function skipToken(tokens: string[], wanted: string): boolean {
  if (tokens[0] !== wanted) return false;
  tokens.shift();
  return true;
}

function expectToken(tokens: string[], wanted: string): void {
  const got = tokens.shift();
  if (got !== wanted) throw new Error(`a shape has ${got} where ${wanted} belongs`);
}
