#!/bin/sh
":" //; command -v bun >/dev/null 2>&1 && exec bun --no-install --no-env-file --config=/dev/null "$0" "$@"; [ -x "${0%/*}/bun" ] && exec "${0%/*}/bun" --no-install --no-env-file --config=/dev/null "$0" "$@"; echo "uncaged-workflow needs Bun: npm install -g bun" >&2; exit 127

// Both a shell script and a module: the shell starts Bun on this same file, with the flags that keep it from fetching
// packages, loading a stranger's .env or running a foreign bunfig's preload; Bun takes the line above for a string.
import "../src/entry.ts";
