// An address in either of the forms that are in use: with the version in its path (/v1), or without, as the providers' own
// programs take it.
import { Refusal } from "@uncaged/workflow/executor";
import type { Kind } from "./endpoints.ts";

export function baseUrlOf(text: string, kind: Kind, provider: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new Refusal("LLM_BASE_URL", `the base URL of ${provider} is no http address without a password`, {
      retryable: false,
    });
  const plain = text.replace(/\/+$/, "");
  return lacksVersion(url.pathname.replace(/\/+$/, ""), kind) ? `${plain}${VERSION_OF[kind]}` : plain;
}

const VERSION_OF: Record<Kind, string> = {
  openai: "/v1",
  "openai-compatible": "/v1",
  anthropic: "/v1",
  google: "/v1beta",
};

/** Anthropic's own program adds /v1 to whatever it is given; those of the others take a path for the whole. */
function lacksVersion(path: string, kind: Kind): boolean {
  if (kind === "anthropic") return !/\/v\d+[a-z]*$/.test(path);
  return path === "";
}
