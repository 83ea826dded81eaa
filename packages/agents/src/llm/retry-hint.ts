// How long a provider asks to be left alone. Each says it in its own way; the longest of what is said counts, since the
// shorter ones are of limits that are not used up.
import { retryAfterMs } from "@uncaged/workflow/executor";

type Headers = Record<string, string> | undefined;

/** Undefined when it says nothing that can be read. */
export function retryHint(
  status: number,
  headers: Headers,
  body: string | undefined,
  now: number,
): number | undefined {
  const told = firstOf([
    millisecondsOf(headers?.["retry-after-ms"]),
    retryAfterMs(headers?.["retry-after"], now),
    retryDelayIn(body),
  ]);
  return told ?? (status === 429 ? resetIn(headers, now) : undefined);
}

function millisecondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text)) : undefined;
}

/** Google: {error: {details: [{"@type": ".../google.rpc.RetryInfo", retryDelay: "34.07s"}]}}. */
function retryDelayIn(body: string | undefined): number | undefined {
  if (body === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    const [first] = Array.isArray(parsed) ? parsed : [parsed];
    const { error } = Object(first) as { error?: { details?: unknown } };
    const details = Array.isArray(error?.details) ? error.details : [];
    return firstOf(details.map((one) => spanOf(String(Object(one).retryDelay))));
  } catch {
    return undefined;
  }
}

/** When a limit that is used up is filled again: OpenAI says a span (6m0s), Anthropic a time. */
function resetIn(headers: Headers, now: number): number | undefined {
  const waits = LIMITS.flatMap(([remaining, reset]) => {
    if (headers?.[remaining] !== "0") return [];
    const text = headers[reset] ?? "";
    const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) - now : undefined;
    const wait = spanOf(text) ?? at;
    return wait === undefined || Number.isNaN(wait) ? [] : [Math.max(0, wait)];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const LIMITS: [string, string][] = [
  ...["requests", "tokens"].map((what): [string, string] => [
    `x-ratelimit-remaining-${what}`,
    `x-ratelimit-reset-${what}`,
  ]),
  ...["requests", "tokens", "input-tokens", "output-tokens"].map((what): [string, string] => [
    `anthropic-ratelimit-${what}-remaining`,
    `anthropic-ratelimit-${what}-reset`,
  ]),
];

/** 34s, 1.5s, 6m0s, 20ms, 1h2m. */
function spanOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT[unit ?? ""] ?? 0), 0));
}

const UNIT: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function firstOf(values: (number | undefined)[]): number | undefined {
  return values.find((value) => value !== undefined);
}
