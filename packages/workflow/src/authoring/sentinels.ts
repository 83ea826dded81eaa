/** The role of the start frame: the prompt. */
export const START = "__start__" as const;
export type START = typeof START;

/** What a moderator returns when the thread is done. */
export const END = "__end__" as const;
export type END = typeof END;
