// The door for other engines: a thread over ports, the lines of its journal, and the suite that every engine must pass.
export type { Clock, HostHow, Opened, Routine, Turn } from "#contract/ports.ts";
export type { SettleAnswer, Settlement, Stop, StopAnswer } from "#contract/settlement.ts";
export { type Batch, BatchLines } from "#journal/batch-lines.ts";
export { newJournal } from "#journal/file-journal.ts";
export { JournalLog, type LogPorts, type ThreadPlace } from "#journal/journal-log.ts";
export { type LineStore, MemoryLines, type ReadableLines } from "#journal/line-store.ts";
export { type EngineCase, engineCases } from "#testing/engine-suite.ts";
export type { EngineFactory, EngineUnderTest, SuiteFlow } from "#testing/engine-under-test.ts";
export { localEngine } from "#testing/local-engine.ts";
export { batchKeeper, type LogKeeper, memoryKeeper } from "#testing/log-keepers.ts";
export type { SuiteWorld } from "#testing/suite-world.ts";
export { type By, Hosting, type HostingPorts } from "#thread/hosting.ts";
export type { HostPorts } from "#thread/ports.ts";
export { stopLog } from "#thread/stop-log.ts";
export { ThreadHost } from "#thread/thread-host.ts";
export type { Recorded, ThreadLog } from "#thread/thread-log.ts";
