// The registry as YAML, written by hand: one byte form for one content, ids always quoted ("0E12345678901" unquoted is
// a number), and no library to load on the way out.
import { Spelled } from "#codec/spelled.ts";
import type { Registry } from "./registry.ts";

export function renderRegistry(registry: Registry): string {
  const { workflows, ...rest } = registry;
  const names = Object.keys(workflows).sort();
  const sorted = Object.fromEntries(names.map((name) => [name, workflows[name]]));
  const body = renderMembers({ workflows: sorted, ...rest }, "");
  return `${LINES_MARK}${body.split("\n").length - 1}\n${body}`;
}

/** The first line tells how many follow: a file cut short at a line end would otherwise still be good YAML. */
export const LINES_MARK = "# lines below: ";

function renderMembers(map: Record<string, unknown>, indent: string): string {
  let text = "";
  for (const [key, value] of Object.entries(map))
    text += `${indent}${renderKey(key)}:${renderValue(value, indent)}`;
  return text;
}

/** What follows a key's colon, up to and with the line end. */
function renderValue(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? " []\n" : `\n${renderItems(value, `${indent}  `)}`;
  if (isMap(value))
    return Object.keys(value).length === 0 ? " {}\n" : `\n${renderMembers(value, `${indent}  `)}`;
  return ` ${renderScalar(value)}\n`;
}

function renderItems(items: unknown[], indent: string): string {
  let text = "";
  for (const item of items) {
    if (isMap(item) && Object.keys(item).length > 0) {
      const members = renderMembers(item, `${indent}  `);
      text += `${indent}- ${members.slice(indent.length + 2)}`;
    } else {
      // JSON is YAML: rare shapes of hand-added keys stay on one line.
      text += `${indent}- ${JSON.stringify(item)}\n`;
    }
  }
  return text;
}

function renderScalar(value: unknown): string {
  if (value instanceof Spelled) return value.source;
  return value === undefined ? "null" : JSON.stringify(value);
}

function renderKey(key: string): string {
  return /^[a-z][a-z0-9-]*$/i.test(key) && !/^(null|true|false|yes|no|on|off|y|n)$/i.test(key)
    ? key
    : JSON.stringify(key);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Spelled);
}
