import type { FollowEvent } from "@uncaged/workflow/host";

export type JournalLine = Extract<FollowEvent, { type: "line" }>["line"];

/** What was there before the first line shown. */
export type Known = { steps: number; updatedAt: number };

/** Shows a thread while it runs: to a person, or to a program. */
export type ThreadViewer = {
  begin(): Promise<void>;
  line(line: JournalLine): Promise<void>;
  /** Nothing more will come. */
  end(status: string): Promise<void>;
};
