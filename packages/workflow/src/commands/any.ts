// any: the first of its commands to be answered wins, the others are cancelled. It stands for a whole yield.
import { isList } from "./field-checks.ts";
import { shape } from "./shape.ts";

export const any = { word: "any", shape: shape({ of: isList }) } as const;
