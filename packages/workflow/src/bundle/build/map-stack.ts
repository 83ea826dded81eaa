import { SourceMap } from "node:module";
import { basename } from "node:path";

/** Bun ignores the source maps of bundles, so the positions in a stack are put back into the author's files here. */
export function mapStack(stack: string, bundleFile: string, mapText: string): string {
  const map = readMap(mapText);
  if (map === null) return stack;
  return stack.replace(positionsIn(bundleFile), (whole: string, line: string, column: string) => {
    const origin = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in origin) || !origin.originalSource) return whole;
    return `${origin.originalSource}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}

/** A broken map must not hide the error that is being told. */
function readMap(mapText: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(mapText));
  } catch {
    return null;
  }
}

/** `<path>:line:column`, whatever folder or URL the file was loaded from. The full path may hold spaces, others end at one. */
function positionsIn(bundleFile: string): RegExp {
  const path = RegExp.escape(bundleFile);
  const name = RegExp.escape(basename(bundleFile));
  return new RegExp(
    `(?:file://)?(?:${path}|(?<![^\\s()])(?:[^\\s()]*/)?${name})(?:\\?[^\\s():]*)?:(\\d+):(\\d+)`,
    "g",
  );
}
