// The shop: a program that performs effects. One JSON document comes in on stdin, one receipt goes out on stdout.
// Its ledger is a file, one line for each thing done: SHOP_LEDGER, or ledger.jsonl in the thread's workspace.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Request = {
  effect: string;
  params: { order: string; cents?: number; charge?: string; address?: string };
  idempotencyKey: string;
  workspace: string;
};
type Entry = { effect: string; key: string; order: string; payload: Record<string, string> };
type Reply =
  | { status: "ok"; payload: Entry["payload"] }
  | { status: "error"; error: { code: string; message: string; retryable: boolean } };

if (import.meta.main) {
  const request: Request = JSON.parse(readFileSync(0, "utf8"));
  const ledger = process.env.SHOP_LEDGER ?? join(request.workspace, "ledger.jsonl");
  console.log(JSON.stringify({ receipt: perform(request, ledger) }));
}

export function perform(request: Request, ledger: string): Reply {
  const { effect, params, idempotencyKey: key } = request;
  const entries = readLedger(ledger);
  const done = entries.find((entry) => entry.effect === effect && entry.key === key);
  if (done !== undefined) return { status: "ok", payload: done.payload }; // the same key: the same answer, nothing new

  if (effect === "shop/ship@1" && !params.address) return refuse("NO_ADDRESS", "there is no address");
  const payload = payloadOf(effect, `${params.order}/${entries.length + 1}`);
  if (payload === null) return refuse("NOT_SOLD_HERE", `the shop does not know ${effect}`);
  const entry: Entry = { effect, key, order: params.order, payload };
  appendFileSync(ledger, `${JSON.stringify(entry)}\n`);
  return { status: "ok", payload };
}

function payloadOf(effect: string, id: string): Entry["payload"] | null {
  switch (effect) {
    case "shop/charge@1":
      return { charge: id };
    case "shop/refund@1":
      return { refund: id };
    case "shop/ship@1":
      return { parcel: id };
    default:
      return null;
  }
}

function refuse(code: string, message: string): Reply {
  return { status: "error", error: { code, message, retryable: false } };
}

function readLedger(ledger: string): Entry[] {
  if (!existsSync(ledger)) return [];
  return readFileSync(ledger, "utf8")
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
