import type { Figure } from "../lib/figure.ts";
import type { PeerResult } from "../peers/run-peers.ts";

/** What is to be said about single figures of a peer, under the names of their rows. */
export function notesOf({ notes }: PeerResult, figures: readonly Figure[]): string[] {
  return figures.flatMap(({ row, peers: question }) => {
    const note = question === undefined ? undefined : notes[question.value];
    return note === undefined ? [] : [`${row}: ${note}`];
  });
}
