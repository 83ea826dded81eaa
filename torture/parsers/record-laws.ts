// S3, S4, S10-S13, S15, N14: journals.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowError } from "@uncaged/workflow/host";
import * as fc from "fast-check";
import { chainLine, encodeRecord } from "../../packages/workflow/src/codec/journal-line.ts";
import { recordProblem } from "../../packages/workflow/src/journal/check-record.ts";
import { readJournal } from "../../packages/workflow/src/journal/read-journal.ts";
import { changes } from "./inputs.ts";
import { changed, type Law } from "./law.ts";

/** `journal` is a real one, written by the binary. */
export function recordLaws(dir: string, journal: Uint8Array): Law[] {
  const path = join(dir, "01ARZ3NDEKTSV4RRFFQ69G5FAV.data.jsonl");
  return [
    {
      name: "record: a changed journal is refused, or its whole lines are a beginning of the true ones",
      of: damaged(path, journal),
    },
    { name: "record: any value is a record or has a problem, and nothing of it is called", of: anyValue() },
    {
      name: "record: a line with a true sum and any value in it is refused with a code, or read",
      of: anyLine(path),
    },
  ];
}

function damaged(path: string, journal: Uint8Array): fc.IRawProperty<unknown> {
  const truth = Buffer.from(journal).toString("latin1").split("\n").slice(0, -1);
  return fc.property(changes, (list) => {
    const bytes = changed(journal, list);
    writeFileSync(path, bytes);
    const lines: number[] = [];
    try {
      const { bytes: whole } = readJournal(path, (line) => lines.push(line.seq));
      const read = Buffer.from(bytes.subarray(0, whole)).toString("latin1").split("\n").slice(0, -1);
      return read.length === lines.length && read.every((line, index) => line === truth[index]);
    } catch (error) {
      return isRefused(error) && readFileSync(path).equals(bytes);
    }
  });
}

function anyValue(): fc.IRawProperty<unknown> {
  return fc.property(fc.anything({ withNullPrototype: true }), fc.boolean(), (value, ended) => {
    const problem = recordProblem(value, { line: 2, ended });
    return problem === null || (typeof problem === "string" && problem.length > 0);
  });
}

function anyLine(path: string): fc.IRawProperty<unknown> {
  const start = encodeRecord({ threadId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", name: "x", timestamp: 1 }, "");
  return fc.property(fc.json(), (json) => {
    const line = chainLine(json.endsWith("}") ? json : `{"kind":${json}}`, start.sum);
    writeFileSync(path, `${start.text}\n${line.text}\n`);
    try {
      readJournal(path, () => {});
      return true;
    } catch (error) {
      return isRefused(error);
    }
  });
}

function isRefused(error: unknown): boolean {
  return error instanceof WorkflowError && error.code !== "INTERNAL";
}
