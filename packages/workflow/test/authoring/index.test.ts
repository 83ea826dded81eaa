import { expect, test } from "bun:test";
import * as door from "@uncaged/workflow";

const BUILDERS =
  `agent all annotate any approve checkpoint context continueWith effect exec generate getBlob http input must now
  putBlob random readFile receive retry runAgent secret sleep sleepUntil together tool writeFile`.split(
    /\s+/,
  );

test("RFC-1: the package exports createRoleModerator, START and END, the builders, and types", () => {
  expect(Object.keys(door).sort()).toEqual(
    ["AgentError", "END", "ReceiptError", "START", "createRoleModerator", ...BUILDERS].sort(),
  );
});
