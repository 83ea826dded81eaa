// Checks of bundles' data against bundles' schemas. What may take long is done in a Worker, with a deadline: a pattern
// that backtracks, a reference that branches or sixty thousand items to compare hold up nobody but who asked.
//
// CHECK-1. A check that takes longer is ended and refused; it never decides that a value fits.
import type { Json } from "#contract/command.ts";
import { DIST_DIR } from "#contract/dist.ts";
import type { JsonSchema, Normalised } from "#contract/effect.ts";
import { TIMES } from "#contract/limits.ts";
import { check, normalise } from "#effects/check-schema.ts";
import { isCheap } from "#effects/schema-cost.ts";
import type { FromSchema, SchemaCheck, ToSchema } from "#protocol/realm-messages.ts";

/** So many at once, and of those one at most is kept for the next. */
const WORKERS_MAX = 2;

class SchemaChecks {
  private readonly idle: Worker[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(private readonly timeoutMs: number = TIMES.schemaMs) {}

  /** With every `default` of the schema filled in. */
  readonly normalise = (schema: JsonSchema, value: Json): Normalised | Promise<Normalised> =>
    isCheap(schema, value) ? normalise(schema, value) : this.aside({ schema, value, isFilled: true });

  /** As it is. */
  readonly check = (schema: JsonSchema, value: Json): Normalised | Promise<Normalised> => {
    if (!isCheap(schema, value)) return this.aside({ schema, value, isFilled: false });
    const problem = check(schema, value);
    return problem === null ? { value } : { problem };
  };

  /** A value that fits it. Undefined when none was found in time: a schema may allow none at all. */
  readonly stub = async (schema: JsonSchema, seed: number | null): Promise<Json | undefined> => {
    const answer = await this.ask({ schema, seed });
    return answer !== null && "stub" in answer ? answer.stub : undefined;
  };

  private async aside(question: SchemaCheck): Promise<Normalised> {
    const answer = await this.ask(question);
    return answer !== null && "checked" in answer ? answer.checked : { problem: tooLong(this.timeoutMs) };
  }

  /** Null when it took too long, or died of it. */
  private async ask(question: ToSchema): Promise<FromSchema | null> {
    if (this.busy >= WORKERS_MAX) await new Promise<void>((go) => this.waiting.push(go));
    this.busy += 1;
    const worker = this.idle.pop() ?? startSchemaWorker();
    const answer = await ask(worker, question, this.timeoutMs);
    if (answer === null || this.idle.length > 0) worker.terminate();
    else this.idle.push(worker);
    this.busy -= 1;
    this.waiting.shift()?.();
    return answer;
  }
}

/** Of this process. */
export const schemaChecks = new SchemaChecks();

function ask(worker: Worker, question: ToSchema, timeoutMs: number): Promise<FromSchema | null> {
  return new Promise((resolve) => {
    const over = (answer: FromSchema | null) => {
      clearTimeout(timer);
      worker.onmessage = null;
      worker.onerror = null;
      worker.removeEventListener("close", die);
      resolve(answer);
    };
    const die = () => over(null);
    const timer = setTimeout(die, timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<FromSchema>) => over(data);
    worker.onerror = die;
    worker.addEventListener("close", die);
    worker.postMessage(question);
  });
}

function startSchemaWorker(): Worker {
  const url =
    DIST_DIR === null ? new URL("./schema-host.ts", import.meta.url).href : `${DIST_DIR}/schema-host.js`;
  return new Worker(url, { ref: false });
}

function tooLong(timeoutMs: number): { path: string; message: string } {
  return { path: "", message: `the check against its schema was ended after ${timeoutMs} ms` };
}
