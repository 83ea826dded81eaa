/** Of all our packages: they are released together. `bun scripts/pack.ts` compares it with every package.json. */
export const VERSION = "0.1.0";
