import type { Json } from "./command.ts";
import type { EventRecord } from "./record.ts";
import type { ThreadStatus } from "./status.ts";

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
  /** Somebody sent an event: a command takes it, or it waits in the mailbox. */
  | ({ type: "deliver" } & Pick<EventRecord, "event" | "value" | "key" | "seq">)
  /** Whatever is due at this time happens. */
  | { type: "wake"; now: number }
  /** Of that, only approvals that ran out. */
  | { type: "expire"; now: number };

/** `ignored`: what was told is known already. `expired`: an approval ran out. */
export type SettleAnswer = { ignored: boolean; expired: boolean };

export type Stop = { action: "kill" | "cancel"; actor?: string | undefined; reason?: string | undefined };

/** What became of a thread that was to be stopped; `again`: it had ended before. */
export type StopAnswer = { status: ThreadStatus; again: boolean };
