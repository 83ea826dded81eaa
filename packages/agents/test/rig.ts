// An effect of this package performed as the worker performs it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutorPorts, Json, PermissionRule } from "@uncaged/workflow/executor";
import { type PerformedEffect, performEffect } from "@uncaged/workflow/executor/testing";
import { AGENT_EXECUTORS } from "../src/index.ts";

export type RigOptions = {
  env?: Record<string, string | undefined>;
  models?: unknown;
  prices?: unknown;
  priceTable?: unknown;
  mustKnowCost?: boolean;
  secrets?: unknown;
  allowTemperature?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
  maxOutputBytes?: number;
  workspace?: string;
  agents?: unknown;
  ports?: Partial<Omit<ExecutorPorts, "secrets">>;
  permissions?: PermissionRule[];
  blobs?: ExecutorPorts["blobs"];
};

export type Performed = PerformedEffect;

export async function perform(effect: string, given: Json, options: RigOptions = {}): Promise<Performed> {
  const executor = AGENT_EXECUTORS.find(({ definition }) => definition.name === effect);
  if (executor === undefined) throw new Error(`no ${effect}`);
  const { ports, timeoutMs, signal, maxOutputBytes, workspace = tmpdir(), ...rest } = options;
  const call = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
    ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
    workspace: () => workspace,
  };
  return performEffect(executor, given, { graceMs: 200, permissions: [], ...rest, ...ports, call });
}

export function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "uw-agents-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
