// What the command line is made of: the core, and the executors of models and coding agents.
import { type OpenOptions, registerExecutors } from "@uncaged/workflow/host";
import { agents } from "./agents.ts";

/** For this process; its workers register the same (worker.ts). */
export function compose(): Pick<OpenOptions, "worker"> {
  registerExecutors(agents);
  return { worker: new URL("./worker.ts", import.meta.url) };
}
