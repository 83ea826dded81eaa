import { writeFile } from "node:fs/promises";
import { TempHome } from "../../tests/support/temp-home.ts";
import { launched, timeOfBeside } from "../lib/commands.ts";
import { byRatio, type Figure, type Row } from "../lib/figure.ts";
import { medians } from "../lib/median.ts";
import { STEP_BUNDLE } from "../lib/step-bundle.ts";
import { warmMsPer } from "../lib/warm-rate.ts";

const REPEATS = 5;
const COUNT = 1_000;
const WIDE = 1_000;
const LANES = 50;
const CALL_MS = 20;

/** As many effects as the prompt says, one after the other. In a dry run nobody performs them: what is left is ours. */
const EFFECT_BUNDLE = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"] };
export default async function* (input) {
  for (let step = 0; step < Number(input.prompt); step++)
    yield { do: "effect", effect: "sys/exec@1", params: { argv: ["true", String(step)] } };
  return { returnCode: 0, summary: "done" };
}
`;

const WIDE_BUNDLE = `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/http.request@1"],
  limits: { maxCommands: ${WIDE}, maxParallel: ${LANES} } };
export default async function* (input) {
  const receipts = yield Array.from({ length: ${WIDE} }, (_, i) =>
    ({ do: "effect", effect: "sys/http.request@1", params: { url: input.prompt + i } }));
  const failed = receipts.filter((receipt) => receipt.status !== "ok").length;
  return { returnCode: failed, summary: failed + " failed" };
}
`;

export const row: Row = {
  name: "effects",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    await home.add("effects", EFFECT_BUNDLE);
    const [stepMs = 0, effectMs = 0] = await medians(REPEATS, [
      () => warmMsPer(home, "steps", COUNT, (record) => "role" in record),
      () => warmMsPer(home, "effects", COUNT, (record) => record.kind === "receipt", "--dry-run"),
    ]);
    return [
      byRatio(
        {
          row: "a no-op effect (intent, receipt), us",
          floorIs: "a role step",
          unit: "us",
          ours: effectMs * 1000,
          floor: stepMs * 1000,
        },
        { atMost: 2 },
      ),
      await wideList(home),
    ];
  },
};

/** The floor is what the calls alone take, so many at once. */
async function wideList(home: TempHome): Promise<Figure> {
  let open = 0;
  let most = 0;
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch() {
      open += 1;
      most = Math.max(most, open);
      await Bun.sleep(CALL_MS);
      open -= 1;
      return new Response("ok");
    },
  });
  await writeFile(home.layout.policy, "http: { allowPrivate: true }\n");
  await home.add("wide", WIDE_BUNDLE);
  const url = `http://127.0.0.1:${server.port}/`;
  const [ours = 0] = await medians(3, [
    async () => {
      await home.untilQuiet();
      return timeOfBeside(launched(home, "run", "wide", "--prompt", url));
    },
  ]);
  if (most > LANES) throw new Error(`${most} calls at once, ${LANES} allowed`);
  return byRatio(
    {
      row: `${WIDE} effects in one list, ${LANES} at once (most seen: ${most})`,
      floorIs: `${WIDE / LANES} rounds of ${CALL_MS} ms`,
      unit: "ms",
      ours,
      floor: (WIDE / LANES) * CALL_MS,
    },
    null,
  );
}
