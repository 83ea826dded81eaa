// An effect that costs what its params say, and bundles that ask for it.
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { type Mode, modal } from "./bundles.ts";
import type { TempHome } from "./temp-home.ts";

/** `pay/call@1`: params `{usd?, usage?, model?}`; without `usd` it does not say what it cost. */
export async function paidCalls(home: TempHome): Promise<void> {
  const program = await home.file(
    "pay.js",
    `#!${process.execPath}
const { params } = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify({ receipt: { status: "ok", ...(params.usd === undefined ? {} : { costUsd: params.usd }),
  payload: params.usage === undefined ? {} : { usage: params.usage } } }));
`,
  );
  await chmod(program, 0o755);
  await mkdir(home.layout.root, { recursive: true, mode: 0o700 });
  const effect = {
    command: [program],
    class: "once",
    risk: "read",
    acceptsKey: false,
    params: {},
    receipt: {},
  };
  await writeFile(home.layout.effects, JSON.stringify({ effects: { "pay/call@1": effect } }));
}

export type Paid = { usd?: number; usage?: object; model?: string; prompt?: string };

/** As a yield. */
export function pay(params: Paid): string {
  return `  yield { do: "effect", effect: "pay/call@1", params: ${JSON.stringify(params)} };`;
}

/** A step, then these lines. */
export function paying(mode: Mode, ...lines: string[]): string {
  return modal(mode, [`  yield { role: "begin", content: "", meta: {} };`, ...lines].join("\n"), {
    effects: ["pay/call@1"],
  });
}
