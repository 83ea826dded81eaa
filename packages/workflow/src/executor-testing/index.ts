// The door for tests of executors. Authors of workflows use `@uncaged/workflow/testing`, which reaches no executor.
export { definitionProblems } from "./check-definition.ts";
export { memoryBlobs, type PerformedEffect, type PerformOptions, performEffect } from "./perform-effect.ts";
