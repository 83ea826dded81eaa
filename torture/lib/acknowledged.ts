// What the command line has promised: the `record.durable` events it printed, per thread.

export type Promised = Map<string, Map<number, string>>;

/** Reads NDJSON as it comes and notes every promise. Resolves when the stream ends. */
export async function collectPromises(stream: ReadableStream<Uint8Array>, into: Promised): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) note(line, into);
  }
}

function note(line: string, into: Promised): void {
  if (!line.includes('"record.durable"')) return;
  const event = JSON.parse(line) as { type: string; executionId: string; seq: number; sum: string };
  if (event.type !== "record.durable") return;
  const sums = into.get(event.executionId) ?? new Map<number, string>();
  into.set(event.executionId, sums.set(event.seq, event.sum));
}
