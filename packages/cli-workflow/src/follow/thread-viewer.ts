import type { FollowEvent } from "@uncaged/workflow/host";

export type JournalLine = Extract<FollowEvent, { type: "line" }>["line"];

/** Shows a thread while it runs: to a person, or to a program. */
export type ThreadViewer = {
  begin(): Promise<void>;
  line(line: JournalLine): Promise<void>;
  /** Nothing more will come. */
  end(status: string): Promise<void>;
};
