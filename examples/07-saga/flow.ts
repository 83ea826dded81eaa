import { type Descriptor, effect, type Receipt, type RoleOutput, type ThreadInput } from "@uncaged/workflow";

// Charge, ship, and refund when shipping fails. The engine compensates nothing: what to undo, and when, is decided here.
export default async function* ({ variables = {} }: ThreadInput) {
  const { order = "order-1", cents = "1999", address = "" } = variables;

  // The key makes the charge safe to send again: the shop's ledger knows it.
  const charged = yield* effect<{ charge: string }>(
    "shop/charge@1",
    { order, cents: Number(cents) },
    { id: "charge", key: `charge:${order}` },
  );
  if (charged.status !== "ok") return failed(1, `${order} was not charged: ${why(charged)}`);
  yield said("cashier", `charged ${cents} cents`, charged.payload);

  const shipped = yield* effect<{ parcel: string }>(
    "shop/ship@1",
    { order, address },
    { id: "ship", onFault: "deliver" },
  );
  switch (shipped.status) {
    case "ok":
      yield said("shipper", `shipped to ${address}`, shipped.payload);
      return { returnCode: 0, summary: `${order} is on its way as ${shipped.payload.parcel}` };
    case "fault": // it was done, and only its answer is broken
      yield said("shipper", "shipped, parcel number unknown", {});
      return { returnCode: 0, summary: `${order} is on its way` };
    case "timeout": // it may have been done: a refund could give the goods away
      return failed(3, `${order} is charged; look whether it was shipped: ${why(shipped)}`);
  }
  yield said("shipper", `not shipped: ${why(shipped)}`, {});

  const refunded = yield* effect<{ refund: string }>(
    "shop/refund@1",
    { order, charge: charged.payload.charge },
    { id: "refund", key: `refund:${order}` },
  );
  if (refunded.status !== "ok") return failed(4, `${order} must be refunded by hand: ${why(refunded)}`);
  yield said("cashier", `refunded ${cents} cents`, refunded.payload);
  return failed(2, `${order} could not be shipped, and was refunded`);
}

function said(role: string, content: string, meta: RoleOutput["meta"]): RoleOutput {
  return { role, content, meta };
}

function failed(returnCode: number, summary: string) {
  return { returnCode, summary };
}

function why({ status, error }: Receipt<unknown>): string {
  return error?.message ?? status;
}

export const descriptor = {
  description: "Charges an order, ships it, and refunds it when it cannot be shipped",
  roles: {
    cashier: { description: "Takes the money, or gives it back" },
    shipper: { description: "Sends the parcel, or says why not" },
  },
  determinism: "strict",
  effects: ["shop/charge@1", "shop/ship@1", "shop/refund@1"],
} satisfies Descriptor;
