// The engine's ceilings, in one place. A descriptor or a flag may set its own; `config.yaml` sets the store's.

export const LIMITS = {
  /** Role outputs, those taken over from a fork included. Reaching it completes the thread. */
  roundsMax: 50,
  /** One yield as canonical JSON. */
  stepBytes: 1024 * 1024,
  /** One thread's journal. */
  journalBytes: 1024 * 1024 * 1024,
  /** A prompt. */
  promptBytes: 1024 * 1024,
  keyBytes: 1024,
  /** Yields in which a loop is looked for, at most. */
  loopWindow: 100,
  /** Effects that were held back before a thread is ended for it. */
  breaker: 5,
  /** Nesting of a yielded value. */
  depth: 200,
  /** A bundle file. */
  bundleBytes: 32 * 1024 * 1024,
  /** A YAML file of ours. */
  yamlBytes: 1024 * 1024,
  /** Commands in one yield. */
  commandsMax: 64,
  /** Effects of one thread that run at once. */
  parallelMax: 4,
  /** A receipt's payload as canonical JSON. */
  outputBytes: 256 * 1024,
  /** Steps of a thread started from a request on stdin. */
  stepsMax: 50,
  /** A blob. */
  blobBytes: 64 * 1024 * 1024,
  /** Of a state of a thread's files: one file, all of them, and how many (only of a folder the store gave the thread). */
  keptFileBytes: 100 * 1024 * 1024,
  keptBytes: 1024 * 1024 * 1024,
  keptFiles: 20_000,
  /** What could not be kept, as a journal names it. */
  unkeptNamed: 20,
  /** An error message or stack kept in a journal. */
  errorChars: 16 * 1024,
} as const;

export const TIMES = {
  /** One step, unless the descriptor says otherwise: an agent may work for long, but not for ever. */
  stepMs: 3_600_000,
  /** The bundle's event loop may be blocked this long before its Worker is replaced. */
  blockedMs: 30_000,
  /** The top level of a bundle, whenever it is loaded. */
  loadMs: 10_000,
  /** `finally` blocks get this long after cancel, and when the round limit is reached. */
  closeMs: 10_000,
  /** A check of a value against a schema that may take long. */
  schemaMs: 5_000,
  /** One attempt of an effect. */
  effectMs: 120_000,
  /** A person may take this long to decide. */
  approvalMs: 86_400_000,
  /** A thread that sleeps longer than this leaves its process. */
  nearMs: 30_000,
  /** Between the attempts of an effect that may be sent again: this long, then three times as long. */
  retryMs: 10_000,
  retryMaxMs: 30_000,
  /** However long a server asks to be left alone, it is asked again after this. */
  retryAfterMs: 600_000,
  /** A worker with nothing to do leaves after this. */
  idleMs: 200,
  /** A worker that does not answer this long is taken for hung. */
  answerMs: 600,
} as const;
