import type { Json } from "./command.ts";

/** What a person says about one command. */
export type Said =
  | { type: "decide"; decision: "approve" | "deny"; token?: string; stepId?: string; reason?: string }
  | { type: "answer"; value: Json; stepId?: string }
  | {
      type: "reconcile";
      intent?: string;
      how: { ok: Json } | { error: string } | { retry: true };
    };

export type Settlement =
  | Said
  /** Whatever is due at this time happens. */
  | { type: "wake"; now: number }
  /** Of that, only approvals that ran out. */
  | { type: "expire"; now: number };
