import type { EnvelopeStatus, FollowEvent, Progress, ThreadFold } from "@uncaged/workflow/host";

export type JournalLine = Extract<FollowEvent, { type: "lines" }>["lines"][number];

/** What was there before the first line shown. */
export type Known = ThreadFold;

/** Of the approvals opened while we watched, by step id. They are nowhere in the journal. */
export type Tokens = Record<string, string> | undefined;

/** Shows a thread while it runs: to a person, or to a program. */
export type ThreadViewer = {
  /** `isAgain`: whoever watches saw its beginning, was asked something, and sees it go on. */
  begin(isAgain?: boolean): Promise<void>;
  /** What became durable since the last time; a quick thread makes dozens of lines in a frame of the screen. */
  lines(lines: readonly JournalLine[], tokens: Tokens): Promise<void>;
  /** An executor tells something on its way. */
  progress(progress: Progress): void;
  /** Nothing more will come. */
  end(status: EnvelopeStatus | "running"): Promise<void>;
};
