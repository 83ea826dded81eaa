/** How long ago, short enough for a table; after a week the day (UTC). Local time would cost 3 ms to look up the zone. */
export function ago(timestamp: number | null, now: number): string {
  if (timestamp === 0 || timestamp === null || Math.abs(timestamp) > LATEST) return "-";
  const seconds = Math.max(0, Math.floor((now - timestamp) / 1000));
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)}d ago`;
  return new Date(timestamp).toISOString().slice(0, 10);
}

/** No date is later than this, nor earlier than as long before 1970. */
const LATEST = 8.64e15;

/** The time of day (UTC) to the millisecond, for debug lines. */
export function clockTime(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(11, 23);
}

/** 340ms, 4.2s, 3m 05s, 2h 10m */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes}m ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}
