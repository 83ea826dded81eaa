// sys/blob.put@1 and sys/blob.get@1: bytes by their sha256, kept by the store.
import type { Executor } from "#contract/effect.ts";
import type { ExecutorPorts } from "../executors.ts";
import { Refusal } from "../refusal.ts";
import { decodeContent, type Encoding, encodeContent } from "./content.ts";

export function blobPutExecutor({ blobs }: ExecutorPorts): Executor {
  return async ({ params }) => {
    const { content, encoding } = params as { content: string; encoding?: Encoding };
    const bytes = decodeContent(content, encoding);
    return { status: "ok", payload: { sha256: blobs.put(bytes), bytes: bytes.length } };
  };
}

export function blobGetExecutor({ blobs, secrets }: ExecutorPorts): Executor {
  return async ({ params }) => {
    const { sha256, encoding } = params as { sha256: string; encoding?: Encoding };
    const bytes = blobs.get(sha256);
    if (bytes === null) throw new Refusal("BLOB_NOT_FOUND", `there is no blob ${sha256}`);
    return {
      status: "ok",
      payload: { content: encodeContent(bytes, encoding, secrets.redact), bytes: bytes.length },
    };
  };
}
