import { analyseBundle } from "#bundle/check/analyse-bundle.ts";

/** A default export that is in order, for probes that look at something else. */
export const FLOW = "export default async function* () {}";

export function analyse(source: string) {
  return analyseBundle(new TextEncoder().encode(source));
}

/** Problems as `line:column message`, the form in which the tables below tell them. */
export function complaints(source: string | Uint8Array): string[] {
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  return analyseBundle(bytes).problems.map(
    ({ line, column, message }) => `${line ?? "-"}:${column ?? "-"} ${message}`,
  );
}
