import type { Peer } from "./peer.ts";
import { startPostgres } from "./postgres.ts";
import { startRestate } from "./restate-server.ts";

export const PEERS: readonly Peer[] = [
  {
    name: "langgraph",
    label: "LangGraph.js",
    packages: ["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "better-sqlite3"],
    runtime: "node",
    durability: "SQLite, WAL, synchronous=FULL, durability sync; a task is not awaited by the next",
  },
  {
    name: "openworkflow",
    label: "openworkflow",
    packages: ["openworkflow"],
    runtime: "bun",
    durability: "SQLite, WAL, synchronous=FULL",
  },
  {
    name: "dbos",
    label: "DBOS",
    packages: ["@dbos-inc/dbos-sdk", "pg"],
    runtime: "node",
    durability: "PostgreSQL, fsync and synchronous_commit on",
    startServer: startPostgres,
  },
  {
    name: "restate",
    label: "Restate",
    packages: ["@restatedev/restate-sdk", "@restatedev/restate-server"],
    runtime: "bun",
    durability: "its server's log, synced (rocksdb-disable-wal-fsync = false), one node",
    startServer: startRestate,
  },
];
