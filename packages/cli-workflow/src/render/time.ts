/** When, short enough for a table: today by the hour, else by the day. */
export function shortTime(timestamp: number, now: number = Date.now()): string {
  if (timestamp === 0) return "-";
  const date = new Date(timestamp);
  const iso = new Date(timestamp - date.getTimezoneOffset() * 60_000).toISOString();
  const isRecent = Math.abs(now - timestamp) < 20 * 3_600_000;
  return isRecent ? iso.slice(11, 19) : iso.slice(0, 16).replace("T", " ");
}

/** 340ms, 4.2s, 3m 05s, 2h 10m */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes}m ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}
