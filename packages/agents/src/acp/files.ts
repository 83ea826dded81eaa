// fs/read_text_file and fs/write_text_file: the same executors, and so the same rules, as sys/fs.read@1 and sys/fs.write@1.
import {
  type ExecutorCall,
  type ExecutorPorts,
  type Json,
  Refusal,
  readFileExecutor,
  writeFileExecutor,
} from "@uncaged/workflow/executor";
import { type Answered, INTERNAL_ERROR, type Params, RESOURCE_NOT_FOUND } from "./json-rpc.ts";

/** A text an agent works on; its answers are a line each. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;

export type AgentFiles = {
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
};

export function agentFiles(ports: ExecutorPorts, call: ExecutorCall): AgentFiles {
  // It runs as the user and could open the file itself; one that was read with names in place of secrets would be written so.
  const asItIs = { ...ports, secrets: { ...ports.secrets, redact: (text: string) => text } };
  const read = readFileExecutor(asItIs);
  const write = writeFileExecutor(ports);
  return {
    async read(path) {
      const done = await read({ ...call, params: { path }, maxOutputBytes: FILE_BYTES_MAX });
      if (done.status === "ok") return (done.payload as { content: string }).content;
      throw new Refusal(done.error.code, done.error.message);
    },
    async write(path, content) {
      const done = await write({ ...call, params: { path, content } });
      if (done.status !== "ok") throw new Refusal(done.error.code, done.error.message);
    },
  };
}

/** Lines are counted from 1. */
export function partOf(content: string, { line, limit }: Params): string {
  if (typeof line !== "number" && typeof limit !== "number") return content;
  const from = typeof line === "number" ? Math.max(0, line - 1) : 0;
  const lines = content.split("\n");
  return lines.slice(from, typeof limit === "number" ? from + limit : undefined).join("\n");
}

/** The words of the protocol's own library. */
export function fileError(error: unknown, path: string): Answered {
  if (!(error instanceof Refusal)) throw error;
  const { code, message } = error.report;
  const isMissing = code === "FILE_NOT_FOUND" || code === "PATH_NOT_FOLDER";
  const data: Json = { code };
  return isMissing
    ? { error: { code: RESOURCE_NOT_FOUND, message: `Resource not found: ${path}`, data } }
    : { error: { code: INTERNAL_ERROR, message: `${code}: ${message}`, data } };
}
