import { expect, test } from "bun:test";
import * as door from "@uncaged/workflow";

test("RFC-1: the package exports createRoleModerator, START and END, and types", () => {
  expect(Object.keys(door).sort()).toEqual(["END", "START", "createRoleModerator"]);
});
