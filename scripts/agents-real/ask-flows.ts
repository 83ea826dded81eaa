// Of agents over the protocol: they ask, and people and rules decide.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Flow } from "./flows.ts";
import { equal, said } from "./hold.ts";
import type { Rig } from "./rig.ts";

export const ASK_FLOWS: Record<string, Flow> = {
  "it asks, parks, and goes on after a yes": async (rig) => {
    const target = join(rig.work, "made.txt");
    const { json: parked } = await ask(rig, target);
    equal(parked.status, "needs_approval", JSON.stringify(parked).slice(0, 1500));
    equal(existsSync(target), false, "it wrote before anybody said yes");
    const { approvals } = (await rig.must("approvals")).json;
    equal(JSON.stringify(approvals[0].items).includes("written"), true, "the items show what is written");
    const done = await rig.uw("approve", [parked.executionId]);
    equal(done.json.status, "ok", said(await rig.allReceipts(parked.executionId)));
    equal(existsSync(target), true, "it wrote after the yes");
  },

  "policy denies without a person": async (rig) => {
    const target = join(rig.work, "made.txt");
    rig.policy("agents: { permissions: [{ rule: deny }] }\n");
    const { json } = await ask(rig, target);
    // To codex a no is an end.
    const isEnd = json.status === "ok" || String(json.output?.summary).includes("AGENT_DENIED");
    equal(isEnd, true, JSON.stringify(json).slice(0, 1500));
    equal(existsSync(target), false, "it wrote what was denied");
  },
};

async function ask(rig: Rig, target: string) {
  const { model } = rig.program.params;
  const named = model === undefined ? "" : `, model: ${JSON.stringify(model)}`;
  const flow = join(rig.userHome, "ask.ts");
  writeFileSync(
    flow,
    `import { agent, createRoleModerator, END } from "@uncaged/workflow";
export default createRoleModerator({
  roles: { coder: agent({ command: ${JSON.stringify(rig.name)}, via: "acp"${named} }) },
  moderator: ({ steps }) => (steps.length === 0 ? "coder" : END),
});
export const descriptor = { description: "d", roles: { coder: { description: "c" } }, effects: ["sys/agent.run@1"] };
`,
  );
  await rig.must("add", "ask", flow);
  return rig.uw("run", ["ask", "--prompt", `DO-ASK ${target}`, "--workspace", rig.work]);
}
