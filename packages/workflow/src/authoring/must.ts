import type { Receipt } from "#contract/effect.ts";

/** The payload of an `ok` receipt. Any other is thrown, for flows that have no plan for it. */
export function must<P>(receipt: Receipt<P>): P {
  if (receipt.status === "ok") return receipt.payload as P;
  throw new ReceiptError(receipt);
}

export class ReceiptError extends Error {
  readonly receipt: Receipt<unknown>;

  constructor(receipt: Receipt<unknown>) {
    super(describe(receipt));
    this.name = "ReceiptError";
    this.receipt = receipt;
  }
}

function describe({ effect, status, error, attempt }: Receipt<unknown>): string {
  const after = attempt > 1 ? ` after ${attempt} attempts` : "";
  const why = error === undefined ? "" : `: ${error.code}: ${error.message}`;
  return `${effect} answered ${status}${after}${why}`;
}
