/** A Retry-After header in milliseconds: seconds, or a date. Undefined when there is none, or none that reads. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const text = header.trim();
  // Date.parse takes nearly anything for a date; one in a header begins with the day of the week.
  const isDate = /^[A-Za-z]{3,9},? /.test(text);
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : Number.NaN;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}
