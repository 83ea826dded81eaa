#!/bin/sh
":" //; set -f; IFS=:; for dir in $PATH; do case $dir in /*) [ -f "$dir/bun" ] && [ -x "$dir/bun" ] && BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec "$dir/bun" --no-install --no-env-file --config=/dev/null --tsconfig-override=/dev/null "$0" "$@";; esac; done
":" //; [ -x "${0%/*}/bun" ] && BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec "${0%/*}/bun" --no-install --no-env-file --config=/dev/null --tsconfig-override=/dev/null "$0" "$@"; echo "uncaged-workflow needs Bun: npm install -g bun" >&2; exit 127

// Both a shell script and a module: the shell starts Bun on this same file, with the flags that keep it from reading a
// stranger's settings (see contract/own-process.ts); Bun takes the lines above for strings. A Bun in a folder that PATH
// names by a relative path is not taken: it would be whatever the current folder holds.
//
// What runs is dist/, which starts in half the time, unless a source file is newer than it (scripts/build-dist.ts makes
// it, after every install in a checkout): somebody who edits the sources runs what they wrote.
const DIST = `${import.meta.dir}/../dist`;
const early = startEarly();

if (isFresh()) require("../dist/cli.js");
else {
  // It is of the old build, and has not got far.
  early?.dismissEarly("SIGKILL");
  require("../src/entry.ts");
}

/** The worker that a run will need boots while we are loaded. See control/early-worker.ts. */
function startEarly() {
  if (!/^(run|fork|resume)$/.test(process.argv[2])) return;
  try {
    const early = require("../dist/early.js");
    early.startEarly(process.argv.slice(2), process.env);
    return early;
  } catch {
    // There is no dist/.
  }
}

/** A package is shipped without the stamp: nobody edits its sources, and they need not be looked at. */
function isFresh() {
  if (Bun.file(`${DIST}/stamp.json`).size === 0) return Bun.file(`${DIST}/cli.js`).size > 0;
  const { readFileSync, statSync } = require("node:fs");
  try {
    const stamp = JSON.parse(readFileSync(`${DIST}/stamp.json`, "utf8"));
    return stamp.every(([file, mtimeMs, size]) => {
      const stat = statSync(`${DIST}/${file}`);
      return stat.mtimeMs === mtimeMs && stat.size === size;
    });
  } catch {
    return false;
  }
}
