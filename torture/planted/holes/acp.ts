// Holes of agents that ask: what is granted, and what is written.
import type { Plant } from "../plant.ts";

const TURNS = "packages/agents/test/acp/acp.test.ts";
const BINARY = "tests/acp.test.ts";
const RULES = "packages/agents/src/acp/permissions.ts";

export const ACP: readonly Plant[] = [
  {
    what: "a permission is granted without an answer",
    file: RULES,
    from: `{ rule: "ask", why: "no rule" }`,
    to: `{ rule: "allow", why: "no rule" }`,
    mode: BINARY,
    says: /TURN-1, LEAVE-1: it parks for a person/,
  },
  {
    what: "an answer to one request serves for every other",
    file: RULES,
    from: "permit.answers.find(({ request }) => request === ask.request)",
    to: "permit.answers[0]",
    mode: TURNS,
    says: /an answer is bound to the tool/,
  },
  {
    what: "one yes serves for the same request again and again",
    file: "packages/agents/src/acp/turn.ts",
    from: "if (at !== -1) this.permit =",
    to: "if (at === -2) this.permit =",
    mode: TURNS,
    says: /TURN-4: a yes is for one request/,
  },
  {
    what: "a write outside the workspace is done",
    file: "packages/agents/src/acp/files.ts",
    from: "const done = await write({ ...call, params: { path, content } });",
    to: "await Bun.write(path, content); const done = { status: 'ok' } as never as Awaited<ReturnType<typeof write>>;",
    mode: TURNS,
    says: /the file rules hold by themselves/,
  },
  {
    what: "a path outside the workspace can be allowed",
    file: RULES,
    from: "if (place === null) return `${path} is outside the workspace`;",
    to: "if (place === null) continue;",
    mode: TURNS,
    says: /no rule allows a path outside the workspace/,
  },
  {
    what: "who may only look is allowed to change",
    file: RULES,
    from: `if (access === "read" && !HARMLESS.has(kind)) return "access is read";`,
    to: "",
    mode: TURNS,
    says: /access read: no change is granted/,
  },
  {
    what: "over the protocol a fork goes on in the session of its origin",
    file: "packages/agents/src/turns/session-way.ts",
    from: "const isOwn = last.thread === ports.thread;",
    to: "const isOwn = true;",
    mode: TURNS,
    says: /SESSION-1, SESSION-2: a fork never goes on in the session of its origin/,
  },
  {
    what: "over the protocol the cost of a session is counted again at every turn",
    file: "packages/agents/src/acp/spent.ts",
    from: "session?.way.before ?? null",
    to: '"fresh"',
    mode: TURNS,
    says: /COST-2: the cost of a session is counted once/,
  },
  {
    what: "a session is handed to another agent",
    file: "packages/agents/src/turns/session-way.ts",
    from: "!== whoseIs(asked)",
    to: "=== null",
    mode: TURNS,
    says: /SESSION-4: another agent is told the turns/,
  },
  {
    what: "a no counts as a yes",
    file: "packages/workflow/src/authoring/agent-leave.ts",
    from: `said.decision === "approve" ? "allow" : "deny"`,
    to: `said.decision === "approve" ? "allow" : "allow"`,
    mode: BINARY,
    says: /LEAVE-3: a no is told/,
  },
];
