// A failure names the author's own lines, or at least the bundle (the copy that ran is gone by the time it is read), and
// no secret.
import { basename } from "node:path";
import type { Layout } from "#disk/layout.ts";
import type { Outcome } from "#engine/outcome.ts";
import { readSourceMap, type StoredBundle } from "#store/bundle-store.ts";
import type { Redact } from "./redact.ts";

export type FailurePorts = {
  layout: Layout;
  bundle: StoredBundle;
  /** The file that is loaded. */
  bundleFile: string;
  redact: Redact;
};

export async function explainFailure(outcome: Outcome, ports: FailurePorts): Promise<Outcome> {
  const { error } = outcome;
  if (error === undefined || error.code !== "WORKFLOW_FAILED") return outcome;
  const { stack, ...details } = error.details ?? {};
  const shown =
    typeof stack === "string" ? { stack: redactCapped(await authorsStack(stack, ports), ports.redact) } : {};
  const message = redactCapped(error.message, ports.redact);
  return {
    ...outcome,
    summary: outcome.summary === error.message ? message : outcome.summary,
    error: {
      ...error,
      message,
      ...(error.details === undefined ? {} : { details: { ...details, ...shown } }),
    },
  };
}

/** A long text was cut inside the bundle's Worker, and says so: a secret may end where it was cut. */
function redactCapped(text: string, redact: Redact): string {
  const [capped = ""] = /… \(\d+ characters\)$/.exec(text) ?? [];
  return redact(text.slice(0, text.length - capped.length)) + capped;
}

/** Frames of ours, which say nothing to an author. */
const ENGINE_FRAME = /(?:bundle-host|generator-turns)\.[jt]s|node:async_hooks|\(unknown\)$/;

async function authorsStack(whole: string, { layout, bundle, bundleFile }: FailurePorts): Promise<string> {
  const stack = whole
    .split("\n")
    .filter((line) => !ENGINE_FRAME.test(line))
    .join("\n");
  const map = readSourceMap(layout, bundle.id);
  if (map === null) return stack.replaceAll(bundleFile, basename(bundleFile));
  const { mapStack } = await import("#bundle/build/map-stack.ts");
  return mapStack(stack, bundleFile, map).replaceAll(bundleFile, basename(bundleFile));
}
