// A home for a storm: three flows, a ledger outside, and a catalogue that somebody keeps editing.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ledger } from "../../tests/support/ledger.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";
import type { World } from "../effects/judge.ts";
import { commandsOf } from "../effects/threads.ts";
import type { Open } from "../effects/world.ts";
import { findJournals } from "../lib/home.ts";
import { type JudgedLine, judgeBytes, resultsOf } from "../lib/journal.ts";
import type { Random } from "../lib/random.ts";
import { FLOWS, flowSource } from "./flow.ts";

export type Sky = World & { removed: Map<string, Buffer>; catalogue: string };

export async function openSky(home: TempHome): Promise<Sky> {
  const ledger = await Ledger.open(home);
  for (const flow of FLOWS) await home.add(flow, flowSource(flow));
  return {
    home,
    ledger,
    seen: join(home.dir, "notes"),
    promised: new Map(),
    before: new Map(),
    removed: new Map(),
    catalogue: readFileSync(home.layout.effects, "utf8"),
  };
}

/** Facts about an effect that are no part of what is asked of it. The file is replaced, as an editor does. */
export function editCatalogue({ home, catalogue }: Sky, random: Random): void {
  const risk = random.pick(["write", "destructive"]);
  const facts = `    timeoutMs: ${random.int(20_000, 90_000)}\n    class:`;
  const text = catalogue.replaceAll("    class:", facts).replaceAll("risk: write", `risk: ${risk}`);
  const temporary = `${home.layout.effects}.edited`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, home.layout.effects);
}

export type Known = Open & { path: string; lines: JudgedLine[]; hasEnded: boolean };

/** Every thread, as its journal tells. */
export function knownThreads({ home }: Sky): Known[] {
  return findJournals(home).flatMap(({ threadId, path }) => {
    try {
      const { lines } = judgeBytes(readFileSync(path));
      const hasEnded = resultsOf(lines).length > 0;
      return [{ threadId, path, lines, hasEnded, commands: commandsOf(lines).commands }];
    } catch {
      // Deleted in this very moment.
      return [];
    }
  });
}
