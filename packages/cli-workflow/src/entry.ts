// The binary. Everything else of this package can be imported without running anything.
import { runCli } from "./main.ts";
import { processTerminal } from "./terminal.ts";

process.exit(await runCli(undefined, process.argv.slice(2), processTerminal()));
