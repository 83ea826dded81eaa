// The core's own worker: what a program starts that brings no worker file of its own. It performs the built-in effects
// and the programs of effects.yaml.
import { startWorker } from "#worker.ts";

startWorker();
