// After a failure: what a retry keeps, does again, and under which code.
import type { Plant } from "../plant.ts";

const RETRY = "packages/workflow/test/spec/retry.test.ts";

export const RETRIES: readonly Plant[] = [
  {
    what: "a retry repeats a finished effect",
    file: "replay/finished-lines.ts",
    from: "if (done.has(place)) return true;",
    to: 'if (done.has(place)) return record.kind === "intent" && record.do !== "effect";',
    mode: RETRY,
    says: /C38/,
  },
  {
    what: "a retry drops the last finished step",
    file: "host/fork-thread.ts",
    from: "const isWhole = isRetry ||",
    to: "const isWhole =",
    mode: RETRY,
    says: /C38/,
  },
  {
    what: "a retry runs old code silently",
    file: "host/fork-code.ts",
    from: "if (newer !== null) return { bundle: newer, isNewer: true };",
    to: "",
    mode: RETRY,
    says: /a version that was added since/,
  },
  {
    what: "a reused failure passes for success",
    file: "replay/finished-lines.ts",
    from: '(record.status === "ok" && !(isLast && hasExitCode(record)))',
    to: 'record.status === "ok"',
    mode: RETRY,
    says: /does again what failed/,
  },
  {
    what: "an approval is asked again and then answered by a recorded action",
    file: "replay/finished-lines.ts",
    from: 'if (!isBehind || record.class === "read")',
    to: "if (!isBehind || record.class)",
    mode: RETRY,
    says: /L4/,
  },
  {
    what: "a yes is asked for again by a retry",
    file: "replay/finished-lines.ts",
    from: 'return isAsked && record.decision !== "deny";',
    to: "return isAsked && false;",
    mode: RETRY,
    says: /C38/,
  },
  {
    what: "an effect that was under way gets another key on another way",
    file: "engine/open-yield.ts",
    from: "return key === null ? {} : { sentAs: key };",
    to: "return {};",
    mode: RETRY,
    says: /with the key of then/,
  },
  {
    what: "a retry sends what timed out under another key",
    file: "replay/finished-lines.ts",
    from: "return sent.has(place) && isSending(record);",
    to: "return false;",
    mode: RETRY,
    says: /with the same key/,
  },
];
