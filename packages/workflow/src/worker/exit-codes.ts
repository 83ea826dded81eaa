/** Another worker of this bundle holds the lock (EX_TEMPFAIL). */
export const LOCK_LOST = 75;
