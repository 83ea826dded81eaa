// An agent that asks for leave: its turn has ended, a person decides, and the next turn goes on with the answer.
//
// LEAVE-1. Every answer is a decision of the journal, and is bound to what was shown: `request` is the hash of the item.
// LEAVE-2. A session that is not there any more is no reason to fail: the task is given anew, with the answers so far.
// LEAVE-3. A no, and an approval that ran out, are told to the agent: it goes on without.
import type { ApproveCommand, Commands, Decision } from "#contract/command.ts";
import { AgentError } from "./agent-error.ts";
import { type CommandAgent, effectOf, type Meta } from "./agent-options.ts";
import { approve } from "./commands.ts";
import type { ReceiptOf } from "./effects.ts";
import { type AgentAnswer, type AgentAsk, type AgentRequest, runAgent } from "./models.ts";

type Answers = NonNullable<AgentRequest["answers"]>;

/** One that asks this often is not getting on. */
const ASKS_MAX = 50;

export async function* withLeave(
  first: AgentRequest,
  options: CommandAgent<Meta>,
): AsyncGenerator<Commands, ReceiptOf<AgentAnswer>, unknown> {
  let request = first;
  for (let asked = 0; asked <= ASKS_MAX; asked++) {
    const receipt = yield* runAgent(request, effectOf(options));
    if (receipt.error?.code === "AGENT_SESSION" && request.session !== first.session) {
      request = anew(first, request.answers ?? []);
      continue;
    }
    const { asks = [], session = null, waitsMs } = receipt.payload ?? {};
    if (receipt.error?.code !== "AGENT_NEEDS_PERMISSION" || asks.length === 0 || session === null)
      return receipt;
    const decision = yield* approve(promptFor(request, asks), {
      ...options.approval,
      ...(waitsMs === undefined ? {} : { ttlMs: waitsMs }),
      items: asks as unknown as NonNullable<ApproveCommand["items"]>,
      onDeny: "deliver",
    });
    request = goOn(request, session, asks, decision);
  }
  throw new AgentError("AGENT_TURNS", `it still asked for permission after ${ASKS_MAX} answers`);
}

function promptFor(request: AgentRequest, asks: readonly AgentAsk[]): string {
  const name = "agent" in request ? request.agent : (request.command[0] ?? "the agent");
  const what = asks.map(({ tool, kind }) => `${kind}: ${tool}`).join("\n");
  const servers = (request.mcpServers ?? []).map(({ name: server }) => server).join(", ");
  return `${name} asks for permission${servers === "" ? "" : ` (it has the MCP servers ${servers})`}\n${what}`;
}

function anew(first: AgentRequest, answers: Answers): AgentRequest {
  const note = "You began with this before and were interrupted: look at what is done already.";
  return { ...first, prompt: `${first.prompt}\n\n${note}`, answers };
}

function goOn(request: AgentRequest, session: string, asks: AgentAsk[], said: Decision): AgentRequest {
  const decision = said.decision === "approve" ? "allow" : "deny";
  const answers: Answers = [
    // A yes was for the turn that is over; a no stands.
    ...(request.answers ?? []).filter((one) => one.decision === "deny"),
    ...asks.map(({ request: hash }) => ({ request: hash, decision }) as const),
  ];
  const tools = asks.map(({ tool }) => tool).join(", ");
  const because = said.reason === undefined ? "" : ` The reason: ${said.reason}`;
  const prompt =
    decision === "allow"
      ? `You asked for permission: ${tools}. It is granted. Do exactly that now, then go on with the task.`
      : `You asked for permission: ${tools}. It is denied.${because} Go on with the task without it.`;
  return { ...request, system: undefined, prompt, session, answers };
}
