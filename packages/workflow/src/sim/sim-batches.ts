// A log of batches on a simulated machine: a batch is recorded when the seed says, whole or not at all, and the machine may
// die before it is recorded, and behind that before the host hears of it.
import { BatchLines } from "#journal/batch-lines.ts";
import type { SimMachine } from "./machine.ts";

/** `isGone`: the host they were opened for is no more; nothing it asks for is recorded. */
export function simBatches(
  machine: SimMachine,
  path: string,
  isGone: () => boolean,
  counted: () => void,
): BatchLines {
  const lines = new BatchLines(machine.disk.bytes(path));
  void record();
  return lines;

  async function record(): Promise<void> {
    const batch = await lines.nextBatch();
    if (isGone()) return;
    machine.scheduler.soon(() => {
      if (isGone()) return;
      machine.moment("batch handed out");
      const before = machine.disk.bytes(path);
      machine.disk.put(path, Buffer.concat([before, Buffer.from(batch.text)]));
      counted();
      machine.moment("batch recorded");
      lines.committed(batch);
      void record();
    });
  }
}
