// Somebody started the launcher with Node. It is a shell script too, which knows where Bun is.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const launcher = fileURLToPath(new URL("./uncaged-workflow.js", import.meta.url));
const child = spawn("/bin/sh", [launcher, ...process.argv.slice(2)], { stdio: "inherit" });

// A Ctrl-C reaches both of us; what becomes of it is the program's to say.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
  process.on(signal, () => signal === "SIGINT" || child.kill(signal));
child.on("error", (error) => {
  console.error(`uncaged-workflow does not start: ${error.message}`);
  process.exit(127);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
