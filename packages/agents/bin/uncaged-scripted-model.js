#!/bin/sh
":" //; set -f; IFS=:; for dir in $PATH; do case $dir in /*) [ -f "$dir/bun" ] && [ -x "$dir/bun" ] && BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec "$dir/bun" --no-install --no-env-file --config=/dev/null --tsconfig-override=/dev/null "$0" "$@";; esac; done
":" //; [ -x "${0%/*}/bun" ] && BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec "${0%/*}/bun" --no-install --no-env-file --config=/dev/null --tsconfig-override=/dev/null "$0" "$@"; echo "uncaged-scripted-model needs Bun: npm install -g bun" >&2; exit 127

// Both a shell script and a module, as the launcher of uncaged-workflow is, and for the same reason.
import "../src/testing/serve.ts";
