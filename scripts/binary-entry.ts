// The entry of the single-file binary: the command line or, when the command line started it as such, a worker, or the
// process that evaluates a descriptor.
// It stands here and not in a package: only a build of the whole project can reach both.
export {};

if (process.argv[2] === "__worker") {
  // The worker's own entry finds its arguments where they stand in a checkout.
  process.argv.splice(2, 1);
  await import("@uncaged/cli-workflow/worker");
} else if (process.argv[2] === "__descriptor") {
  await import("../packages/workflow/src/bundle/build/descriptor-sandbox.ts");
} else {
  await import("../packages/cli-workflow/src/entry.ts");
}
