// The worker of the command line: the core's, with the executors of models and coding agents.
import { registerExecutors, startWorker } from "@uncaged/workflow/worker";
import { agents } from "./agents.ts";

registerExecutors(agents);
startWorker();
