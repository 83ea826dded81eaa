// Holes that outsiders found: foreign and damaged journals.
import type { Plant } from "../plant.ts";

const FOREIGN = "packages/cli-workflow/test/foreign-journals.test.ts";

export const JOURNALS: readonly Plant[] = [
  {
    what: "an expiry may be any number",
    file: "journal/record-shapes.ts",
    from: "const GATE = { tokenHash: isDigest, expiresAt: isTime };",
    to: "const GATE = { tokenHash: isDigest, expiresAt: isAmount };",
    mode: FOREIGN,
    says: /an expiry (that is no date|beyond all dates)/,
  },
  {
    what: "a value of a line may be nested without end",
    file: "journal/check-value.ts",
    from: "if (depth >= RECORD_DEPTH_MAX)",
    to: "if (depth >= 1_000_000)",
    mode: FOREIGN,
    says: /nested (a|ten) thousand levels/,
  },
  {
    what: "a command may stand at any position",
    file: "journal/line-order.ts",
    from: "if (n <= (isCopied ? POSITION_MAX : last)) return null;",
    to: "if (n > 0) return null;",
    mode: FOREIGN,
    says: /a position near 2\^32/,
  },
  {
    what: "a branch may lead to a yield that never was",
    file: "journal/line-order.ts",
    from: "if (at > this.yields + 1)",
    to: "if (at < 0)",
    mode: FOREIGN,
    says: /a branch to a yield that never was/,
  },
  {
    what: "a step is looked into without a check",
    file: "journal/read-line.ts",
    from: "isKnown || !this.isRole ? null : roleProblem(record)",
    to: "isKnown || this.isRole ? null : roleProblem(record)",
    mode: "foreign",
    says: /INTERNAL|control character|exit 40/,
    isFull: true,
  },
  {
    what: "origins that name each other in a circle count as proof",
    file: "host/verify-commands.ts",
    from: "if (seen.has(origin.threadId)) return false;",
    to: "if (seen.has(origin.threadId)) return true;",
    mode: FOREIGN,
    says: /name each other as their origins/,
  },
  {
    what: "a folder in the place of a file is read",
    file: "disk/regular-file.ts",
    from: "if (stat.isFile()) return fd;",
    to: "if (stat.isFile() || stat.isDirectory()) return fd;",
    mode: FOREIGN,
    says: /a folder/,
  },
  {
    what: "a name of a stranger's among the journals stops whoever walks over them",
    file: "store/thread-folders.ts",
    from: "isBundleId(name) && isRealFolder(layout.threads(name))",
    to: "name.length > 0",
    mode: FOREIGN,
    says: /strange names/,
  },
  {
    what: "every check of a schema is made on the loop of the worker",
    file: "worker/schema-desk.ts",
    from: "isCheap(schema, value) ? normalise(schema, value)",
    to: "schema !== null ? normalise(schema, value)",
    mode: "packages/workflow/test/worker/schema-desk.test.ts",
    says: /H8: (a pattern|references|items|it is ended)/,
  },
  {
    what: "a group that repeats counts as a plain pattern",
    file: "effects/schema-cost.ts",
    from: "if (pattern === null) words.isTree = false;",
    to: "if (pattern === null) words.patterns.push({ repeats: [], isAnchored: true });",
    mode: "packages/workflow/test/worker/schema-desk.test.ts",
    says: /a group that repeats/,
  },
];
