// The debug lines of a thread, as people read them.

import { isLabel, isTime } from "#codec/field-forms.ts";
import { type ErrorReport, isErrorCode } from "#contract/errors.ts";
import { infoBeside } from "#disk/layout.ts";
import { readEnd } from "#disk/whole-file.ts";
import { type InfoLevel, levelOf } from "#journal/info-log.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";

/** `error`: why the thread was left without a result. */
export type InfoLine = {
  tag: string;
  level: InfoLevel;
  content: string;
  timestamp: number;
  error?: ErrorReport;
};

/** The debug lines of a thread; what is no such line, or was cut short by a crash, is passed over. */
export function infoLines(store: Store, typed: string): InfoLine[] {
  return infoLinesAt(findThread(store, typed), INFO_BYTES_MAX);
}

/** Those at the end of the file. */
export function infoLinesAt({ path }: ThreadPlace, bytesMax: number): InfoLine[] {
  const end = readEnd(infoBeside(path), bytesMax);
  if (end === null) return [];
  const lines = new TextDecoder().decode(end.bytes).split("\n");
  return lines.slice(end.isWhole ? 0 : 1).flatMap(infoLine);
}

/** More than a person reads: of a longer file, the end. */
const INFO_BYTES_MAX = 64 * 1024 * 1024;

function infoLine(text: string): InfoLine[] {
  try {
    const { tag, content, timestamp, error } = JSON.parse(text);
    const isOne = isLabel(tag) && typeof content === "string" && isTime(timestamp);
    return isOne ? [{ tag, level: levelOf(tag), content, timestamp, ...errorIn(error) }] : [];
  } catch {
    return [];
  }
}

function errorIn(value: unknown): { error?: ErrorReport } {
  const { code, message, hint } = Object(value) as { [key: string]: unknown };
  if (!isErrorCode(code) || typeof message !== "string") return {};
  return { error: { code, message, ...(typeof hint === "string" ? { hint } : {}) } };
}
