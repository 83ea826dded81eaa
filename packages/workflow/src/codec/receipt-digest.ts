// What a receipt is bound to: the params it answers, and the digest that is signed.
import type { Json } from "#contract/command.ts";
import type { Sha256 } from "#contract/ids.ts";
import type { IntentRecord, ReceiptRecord, Unstamped } from "#contract/record.ts";
import { plainJson } from "./plain-json.ts";
import { sha256Hex } from "./sha256.ts";

/** Of an effect or a sleep; nothing else is answered with a receipt. */
export function paramsHash(intent: IntentRecord): Sha256 {
  return sha256Hex(plainJson(paramsOf(intent)));
}

/** Everything of the record but the signature and the time of its line. */
export function receiptDigest(
  record: Omit<Unstamped<ReceiptRecord>, "sig"> & { sig?: string; timestamp?: number },
): Sha256 {
  const { sig: _sig, timestamp: _timestamp, ...signed } = record;
  return sha256Hex(plainJson(signed));
}

function paramsOf(intent: IntentRecord): Json {
  if (intent.do === "effect") return intent.params;
  return intent.do === "sleep" ? { until: intent.until } : null;
}
