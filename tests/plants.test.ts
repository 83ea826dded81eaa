import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../torture/planted/plant.ts";
import { PLANTS } from "../torture/planted/plants.ts";
import { isTest } from "../torture/planted/seek.ts";
import { REPO } from "./support/temp-home.ts";

test.each(PLANTS)("the bug can still be planted: $what", ({ file, from, to, mode }) => {
  const text = readFileSync(join(REPO, pathOf({ file })), "utf8");
  expect(text.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  const seeker = isTest(mode) ? mode : `torture/modes/${mode}.ts`;
  expect(existsSync(join(REPO, seeker))).toBe(true);
});
