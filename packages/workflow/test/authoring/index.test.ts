import { expect, test } from "bun:test";
import * as door from "@uncaged/workflow";

const BUILDERS =
  `all annotate any approve checkpoint context continueWith effect exec getBlob http input must now
  putBlob random readFile retry secret sleep sleepUntil writeFile`.split(/\s+/);

test("RFC-1: the package exports createRoleModerator, START and END, the builders, and types", () => {
  expect(Object.keys(door).sort()).toEqual(
    ["END", "ReceiptError", "START", "createRoleModerator", ...BUILDERS].sort(),
  );
});
