// Bytes in params and payloads: as text, or as base64 where they are no text.
import { Refusal } from "../refusal.ts";

export type Encoding = "utf8" | "base64";

export function decodeContent(content: string, encoding: Encoding = "utf8"): Uint8Array {
  if (encoding === "utf8") return Buffer.from(content);
  const bytes = Buffer.from(content, "base64");
  // The decoder skips what it does not know; half a file must not be written for that.
  if (bytes.toString("base64").replace(/=+$/, "") !== content.replace(/=+$/, ""))
    throw new Refusal("CONTENT_INVALID", "the content is not base64");
  return bytes;
}

/**
 * Bytes that are not UTF-8 become U+FFFD in text. In base64 nobody would recognise a secret any more, so it is taken out
 * before.
 */
export function encodeContent(
  bytes: Uint8Array,
  encoding: Encoding = "utf8",
  redact: (text: string) => string,
): string {
  if (encoding === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const plain = Buffer.from(bytes).toString("utf8");
  const redacted = redact(plain);
  return redacted === plain
    ? Buffer.from(bytes).toString("base64")
    : Buffer.from(redacted).toString("base64");
}
