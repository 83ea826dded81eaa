import type { Plant } from "../plant.ts";

const TESTS = "packages/agents/test/agent-turns.test.ts";
const BINARY = "tests/agents.test.ts";

/** What coding agents cost, may do, and go on with. */
export const CODING_AGENTS: readonly Plant[] = [
  {
    what: "the cost of a whole session is counted again at every turn",
    file: "packages/agents/src/turns/turn-cost.ts",
    from: "Math.max(0, now - before)",
    to: "Math.max(0, now)",
    mode: TESTS,
    says: /COST-2: claude, whose cost is of the whole session, is counted once/,
  },
  {
    what: "the tokens of a whole session are counted again at every turn",
    file: "packages/agents/src/turns/turn-cost.ts",
    from: "now[name] - (before[name] ?? 0)",
    to: "now[name]",
    mode: TESTS,
    says: /COST-2: codex, whose tokens are of the whole session, is counted once/,
  },
  {
    what: "a cost of 0 for tokens that were used is a cost",
    file: "packages/agents/src/turns/turn-cost.ts",
    from: "!(toldUsd === 0 && isUsed(usage))",
    to: "toldUsd >= 0",
    mode: TESTS,
    says: /COST-3: opencode without a price/,
  },
  {
    what: "a fork goes on in the session of its origin",
    file: "packages/agents/src/turns/session-way.ts",
    from: "const isOwn = last.thread === ports.thread;",
    to: "const isOwn = true;",
    mode: TESTS,
    says: /SESSION-2: a fork of an agent that cannot branch/,
  },
  {
    what: "a prompt that begins with a slash is handed over as it is",
    file: "packages/agents/src/cli/quote-prompt.ts",
    from: 'first !== "" && start.includes(first)',
    to: 'first === "" && start.includes(first)',
    mode: TESTS,
    says: /PRESET-2: claude gets/,
  },
  {
    what: "an agent that may only look works on the workspace itself",
    file: "packages/agents/src/cli/agent-executor.ts",
    from: 'const isCopy = params.access === "read";',
    to: "const isCopy = false;",
    mode: TESTS,
    says: /VIEW-1: what it writes is discarded/,
  },
  {
    what: "with a budget, an agent starts whose cost nobody could know",
    file: "packages/agents/src/cli/agent-executor.ts",
    from: "if (mustKnowCost === true && !tellsCost)",
    to: "if (mustKnowCost === null && !tellsCost)",
    mode: TESTS,
    says: /COST-1: with a budget, an agent whose cost nobody could know does not start/,
  },
  {
    what: "an agent works on after its worker was killed",
    file: "packages/agents/src/cli/agent-executor.ts",
    from: "endsWithUs: true,",
    to: "endsWithUs: false,",
    mode: BINARY,
    says: /WATCHDOG-1: after kill -9 of the worker the agent does not work on/,
  },
  {
    what: "whoever reconciles is not shown the session",
    file: "host/look/told-session.ts",
    from: `told === null ? waiting :`,
    to: `told !== null ? waiting :`,
    mode: BINARY,
    says: /after kill -9 the session is shown/,
  },
];
