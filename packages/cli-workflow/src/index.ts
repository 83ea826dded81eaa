export { runCli } from "./main.ts";
export { processTerminal, type Terminal } from "./terminal/terminal.ts";
