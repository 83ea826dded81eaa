// What the real programs printed (`bun run agents:real --record`), two turns of one session each, read as it was then.
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnsweredEffect, Json } from "@uncaged/workflow/executor";
import { PRESETS } from "../src/definitions/presets.ts";
import { perform, tempFolder } from "./rig.ts";

type Recorded = {
  agent: string;
  version: string;
  model: string;
  calls: number;
  callUsd: number | null;
  prices: Json;
  turns: Json[][];
};
type Payload = { session: string; text: string; usage: { inputTokens: number; outputTokens: number } };

const FOLDER = join(import.meta.dir, "recorded");
const all = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Recorded,
);

describe.each(all.map((one) => [one.agent, one] as const))("%s", (agent, recorded) => {
  test("its version is named in the preset", () => {
    expect(PRESETS[agent]?.tried).toContain(recorded.version);
  });

  test("tokens and cost of both turns are what the mock had served", async () => {
    using folder = tempFolder();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    for (const [n, lines] of recorded.turns.entries())
      writeFileSync(
        join(folder.path, `turn-${n}`),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
    const script = `#!/bin/sh\ncat >/dev/null\nif [ -e "${folder.path}/done" ]; then cat "${folder.path}/turn-1"; else touch "${folder.path}/done"; cat "${folder.path}/turn-0"; fi\n`;
    writeFileSync(join(bin, agent), script);
    chmodSync(join(bin, agent), 0o755);
    const turns: AnsweredEffect[] = [];
    let costUsd = 0;
    for (const session of [false, true]) {
      const last = turns.at(-1)?.payload as Payload | undefined;
      const { executed, params } = await perform(
        "sys/agent.run@1",
        {
          agent,
          model: recorded.model,
          prompt: "Go on",
          ...(session ? { session: last?.session as string } : {}),
        },
        {
          workspace: folder.path,
          prices: recorded.prices,
          env: { PATH: `${bin}:/usr/bin:/bin`, HOME: folder.path },
          ports: { thread: "T1" as never, answered: () => turns },
        },
      );
      if (executed.status !== "ok") throw new Error(JSON.stringify(executed));
      if (recorded.callUsd === null) expect("costUsd" in executed).toBe(false);
      costUsd += executed.costUsd ?? 0;
      turns.push({ params, payload: executed.payload, thread: "T1" as never });
    }
    const said = turns.map(({ payload }) => payload as Payload);
    expect(said.map(({ text }) => text)).toEqual(["All done.", "All done."]);
    const tokens = said.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
    expect(tokens).toBe(recorded.calls * 1050);
    expect(costUsd).toBeCloseTo(recorded.calls * (recorded.callUsd ?? 0), 6);
  });
});
