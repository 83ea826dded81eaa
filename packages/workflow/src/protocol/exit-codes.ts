/** Another worker of this bundle holds the lock (EX_TEMPFAIL). */
export const LOCK_LOST = 75;

/** It could not start; its log ends with an error report. */
export const START_FAILED = 70;
