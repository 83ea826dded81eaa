import type { Results } from "./results.ts";

/** Beyond this, ours and theirs were not measured on the same machine, whatever the table says. */
const DRIFT_MAX = 1.5;

/** What became of the machine between our rows and those of the peers, by the same bare loop. */
export function describeDrift({ bare, peers }: Results): string {
  if (bare === undefined || peers.length === 0) return "";
  const lines = (rate: number) => Math.round(rate).toLocaleString("en-US");
  const measured = peers.flatMap(({ label, bare: rate }) => (rate === undefined ? [] : [{ label, rate }]));
  const told = measured.map(({ label, rate }) => `${lines(rate)} before ${label}`);
  const text = `A bare loop of write and fdatasync made ${lines(bare)} lines/s before our rows, ${told.join(", ")}.`;
  const drifted = measured.filter(({ rate }) => Math.max(rate / bare, bare / rate) > DRIFT_MAX);
  if (drifted.length === 0) return text;
  const names = drifted.map(({ label }) => label).join(", ");
  return `${text} The machine changed too much: ratios to ${names} say little.`;
}
