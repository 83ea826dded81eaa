// What flows say when a claim does not hold.
import type { Receipt } from "./rig.ts";

export function equal(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}

export function said(receipts: Receipt[]): string {
  return JSON.stringify(receipts).slice(0, 1500);
}

export async function within(limitMs: number, look: () => boolean, what: string): Promise<void> {
  const end = Date.now() + limitMs;
  while (!look()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await Bun.sleep(20);
  }
}
