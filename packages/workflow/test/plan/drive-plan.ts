// For the tests: the generator by hand, each command answered by a script.

import type { Commands, EffectCommand, Json, SingleCommand } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import runPlan, { type PlanResult } from "#plan/plan.ts";

export type Script = (command: SingleCommand) => unknown;

export type DrivenPlan = {
  yields: (RoleOutput | Commands)[];
  /** The commands alone, a list as a list. */
  asked: Commands[];
  roles: RoleOutput[];
  result: PlanResult;
};

type Given = { variables?: Record<string, string>; prompt?: string; maxRounds?: number };

export async function drivePlan(
  plan: unknown,
  script: Script = ok(),
  given: Given = {},
): Promise<DrivenPlan> {
  const variables = { plan: typeof plan === "string" ? plan : JSON.stringify(plan), ...given.variables };
  const options = { isDryRun: false, maxRounds: given.maxRounds ?? 50, threadId: THREAD };
  const generator = runPlan({ prompt: given.prompt ?? "", steps: [], variables }, options);
  const driven: Omit<DrivenPlan, "result"> = { yields: [], asked: [], roles: [] };
  let answer: unknown;
  while (true) {
    const turn = await generator.next(answer);
    if (turn.done) return { ...driven, result: turn.value };
    driven.yields.push(turn.value);
    answer = undefined;
    if (isRoleOutput(turn.value)) driven.roles.push(turn.value);
    else {
      driven.asked.push(turn.value);
      answer = Array.isArray(turn.value) ? turn.value.map(script) : script(turn.value as SingleCommand);
    }
  }
}

function isRoleOutput(value: RoleOutput | Commands): value is RoleOutput {
  return !Array.isArray(value) && !("do" in value);
}

/** Every effect says this, every approval is a yes. */
export function ok(payload: Json = { exitCode: 0, stdout: "done\n", stderr: "" }): Script {
  return (command) => (command.do === "approve" ? yes() : receipt(command, { status: "ok", payload }));
}

/** Some steps by their id, the others as `rest` says. */
export function byStep(answers: Record<string, Partial<Receipt> | Json>, rest: Script = ok()): Script {
  return (command) => {
    const id = "id" in command && typeof command.id === "string" ? command.id : "";
    const answer = answers[id];
    if (answer === undefined) return rest(command);
    return command.do === "effect" ? receipt(command, answer as Partial<Receipt>) : answer;
  };
}

export function yes() {
  return { decision: "approve", actor: "ann", at: "2026-02-07T12:00:00.000Z" };
}

const THREAD = "01KQXKW18CT8G75T53R8F4G7YG" as ThreadId;

export function receipt(command: SingleCommand, said: Partial<Receipt>): Receipt {
  return {
    intent: "0".repeat(64) as Receipt["intent"],
    effect: (command as EffectCommand).effect,
    executor: "test",
    status: "ok",
    attempt: 1,
    thread: THREAD,
    workflow: "plan",
    hash: "0000000000000" as BundleId,
    n: 0,
    index: 0,
    paramsHash: "0".repeat(64) as Receipt["paramsHash"],
    sig: "",
    ...said,
  };
}
