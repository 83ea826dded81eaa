import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perform, type Request } from "./shop.ts";

let workspace: string;
let ledger: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "uncaged-shop-"));
  ledger = join(workspace, "ledger.jsonl");
});
afterEach(() => rmSync(workspace, { recursive: true }));

const charge = (idempotencyKey: string): Request => ({
  effect: "shop/charge@1",
  params: { order: "order-7", cents: 500 },
  idempotencyKey,
  workspace,
});
const lines = () =>
  readFileSync(ledger, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("AOS-43: the same key is charged once and answered alike", () => {
  const first = perform(charge("a"), ledger);
  expect(first).toEqual({ status: "ok", payload: { charge: "order-7/1" } });
  expect(perform(charge("a"), ledger)).toEqual(first);
  expect(perform(charge("b"), ledger)).toEqual({ status: "ok", payload: { charge: "order-7/2" } });
  expect(lines().map((entry) => entry.key)).toEqual(["a", "b"]);
});

test("nothing is shipped to nowhere", () => {
  const request = { ...charge("a"), effect: "shop/ship@1", params: { order: "order-7", address: "" } };
  expect(perform(request, ledger)).toMatchObject({ status: "error", error: { code: "NO_ADDRESS" } });
});

test("as a program: JSON on stdin, one line with the receipt on stdout", async () => {
  const { SHOP_LEDGER: _, ...env } = process.env;
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "shop.ts")], {
    stdin: new Blob([JSON.stringify(charge("a"))]),
    env,
  });
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
    receipt: { status: "ok", payload: { charge: "order-7/1" } },
  });
  expect(await child.exited).toBe(0);
  expect(lines()).toHaveLength(1);
});
