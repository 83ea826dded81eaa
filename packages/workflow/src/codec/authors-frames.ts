/**
 * The frames of a stack that stand in the author's code, each trimmed: `at work (flow.ts:3:9)`. Not those of the runtime
 * (`<parse>`, `node:…`), nor of our builders, which are copied into every bundle.
 */
export function authorsFrames(stack: string): string[] {
  return stack
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line) && !FOREIGN.test(line));
}

const FOREIGN = /[( ](?:native|node|bun|internal):|@uncaged\/workflow\//;
