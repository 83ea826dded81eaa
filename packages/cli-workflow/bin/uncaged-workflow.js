#!/bin/sh
":" //; uw_file=$0; case $0 in */*) ;; *) uw_file=./$0 ;; esac; uw_dir=${uw_file%/*}
":" //; for uw_at in .. ../lib/node_modules ../install/global/node_modules; do uw_at=$uw_dir/$uw_at/@uncaged/cli-workflow/bin; [ "$uw_at/uncaged-workflow.js" -ef "$0" ] && uw_file=$uw_at/uncaged-workflow.js && break; done 2>/dev/null
":" //; while [ -L "$uw_file" ]; do uw_at=$(command -p readlink "$uw_file"); case $uw_at in /*) uw_file=$uw_at ;; *) uw_file=${uw_file%/*}/$uw_at ;; esac; done; uw_dir=${uw_file%/*}
":" //; uw_bun=; for uw_at in "$uw_dir"/../node_modules/@oven/bun-*/bin/bun "$uw_dir"/../../../@oven/bun-*/bin/bun; do [ -x "$uw_at" ] || continue; [ -n "$uw_bun" ] && "$uw_bun" --version >/dev/null 2>&1 && break; uw_bun=$uw_at; done
":" //; [ -z "$uw_bun" ] && { [ -d "$uw_dir/../node_modules/@oven" ] || [ -d "$uw_dir/../../../@oven" ]; } && for uw_at in "$uw_dir"/../../../bun "$uw_dir"/../../../node_modules/bun; do [ -x "$uw_at/bin/bun.exe" ] && uw_bun=$uw_at/bin/bun.exe && break; done
":" //; [ -z "$uw_bun" ] && { uw_ifs=$IFS; IFS=:; set -f; for uw_at in $PATH; do case $uw_at in "$PWD" | */node_modules/.bin) ;; /*) [ -x "$uw_at/bun" ] && uw_bun=$uw_at/bun && break ;; esac; done; set +f; IFS=$uw_ifs; }
":" //; [ -n "$uw_bun" ] && BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec "$uw_bun" --no-install --no-env-file --config=/dev/null --tsconfig-override=/dev/null "$0" "$@"; echo "uncaged-workflow needs Bun, which was not installed with it: npm install -g @uncaged/cli-workflow --include=optional" >&2; exit 127

// Both a shell script and a module: the shell starts Bun on this same file, with the flags that keep it from reading a
// stranger's settings (see contract/own-process.ts); Bun takes the lines above for strings.
//
// Which Bun: the platform's package that was installed with this one, beside the real file. It needs no install script.
// The usual places are tried before a link is read, which costs a process. When several platforms' packages lie there,
// the first that runs is taken. The npm package `bun`, where its script ran, has moved the program into itself. Last comes
// the PATH, but never the current folder nor a project's node_modules/.bin, which may hold anything.
//
// What runs is dist/, which starts in half the time, unless a source file is newer than it (scripts/build-dist.ts makes
// it, after every install in a checkout): somebody who edits the sources runs what they wrote.
const DIST = `${import.meta.dir}/../dist`;

if (typeof Bun === "undefined") import("./with-node.js");
else start();

function start() {
  const early = startEarly();
  if (isFresh()) return require("../dist/cli.js");
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
