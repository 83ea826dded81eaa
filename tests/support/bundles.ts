// The bundles most tests need. Each comes back in the middle: it goes on after the steps it is given.

/** Steps r1, r2, ... at once. */
export function counting(count: number): string {
  return `export default async function* ({ steps }) {
  for (let n = steps.length + 1; n <= ${count}; n++) yield { role: "r" + n, content: "step " + n, meta: { n } };
  return { returnCode: 0, summary: "counted to ${count}" };
}
`;
}

/** Steps r1, r2, ...; each waits for TempHome.open(n). Its prompt is the test's folder: `home.dir`. */
export function gated(count: number, more = ""): string {
  return `import { existsSync, writeFileSync } from "node:fs";
${more}
export default async function* ({ prompt, steps }) {
  for (let n = steps.length + 1; n <= ${count}; n++) {
    if (existsSync(prompt)) writeFileSync(prompt + "/at-" + n, "");
    while (!existsSync(prompt + "/open-" + n)) await new Promise((go) => setTimeout(go, 5));
    yield { role: "r" + n, content: "step " + n, meta: { n } };
  }
  return { returnCode: 0, summary: "counted to ${count}" };
}
`;
}

/** One step whose content is the JSON of an expression over `input` and `options`. */
export function telling(expression: string, imports = ""): string {
  return `${imports}
export default async function* (input, options) {
  if (input.steps.length === 0) yield { role: "tell", content: JSON.stringify(${expression}), meta: {} };
  return { returnCode: 0, summary: "told" };
}
`;
}

/** One step with these values, given as JavaScript. */
export function saying(role: string, content: string, meta = "{}"): string {
  return `export default async function* ({ steps }) {
  if (steps.length === 0) yield { role: ${role}, content: ${content}, meta: ${meta} };
  return { returnCode: 0, summary: "said" };
}
`;
}

/** A generator with this body, over `prompt`, `steps`, `state`, `variables` and `options`; strict unless told otherwise. */
export function yielding(body: string, descriptor: Record<string, unknown> = {}): string {
  const whole = { description: "", roles: {}, determinism: "strict", ...descriptor };
  return `export const descriptor = ${JSON.stringify(whole)};
export default async function* ({ prompt, steps, state, variables }, options) {
${body}
}
`;
}

/**
 * How a bundle comes back: strict ones repeat everything, others go on behind the `steps` they are given. One that does
 * neither is forgetful: once a step is finished, only the worker that has its generator can bring it on.
 */
export const MODES = ["strict", "steps", "forgetful"] as const;
export type Mode = (typeof MODES)[number];

/**
 * The same body in every mode: yields in a row, each at the beginning of its line, over `prompt`. Where it begins with a
 * step that was finished, the code of `steps` leaves that step out.
 */
export function modal(mode: Mode, body: string, descriptor: Record<string, unknown> = {}): string {
  const strict = mode === "strict" ? { determinism: "strict" } : {};
  const whole = { description: "", roles: {}, ...strict, ...descriptor };
  const skips = mode === "steps" ? `const past = [...steps];` : "";
  const text =
    mode === "steps"
      ? body.replaceAll(
          /^(\s*)yield (\{ role: .*\});/gm,
          "$1if (past.length > 0) past.shift(); else yield $2;",
        )
      : body;
  return `export const descriptor = ${JSON.stringify(whole)};
export default async function* ({ prompt${mode === "steps" ? ", steps" : ""} }) {
${skips}
${text}
  return { returnCode: 0, summary: "done" };
}
`;
}

/**
 * Yields these commands, given as JavaScript, one after the other, and ends with a role whose content is the JSON of the
 * answers. Repeats itself, so it comes back anywhere.
 */
export function commanding(commands: string[], effects: string[] = ["sys/exec@1"]): string {
  const yields = commands.map((command) => `  answers.push(yield ${command});`).join("\n");
  return `export const descriptor = { description: "d", roles: { end: { description: "e" } }, determinism: "strict", effects: ${JSON.stringify(effects)} };
export default async function* ({ prompt }) {
  const answers = [];
${yields}
  yield { role: "end", content: JSON.stringify(answers), meta: {} };
  return { returnCode: 0, summary: "did it" };
}
`;
}

/** The same in any mode, behind a step `begin` that is finished when the first command comes. */
export function commandingIn(mode: Mode, commands: string[], effects: string[] = ["sys/exec@1"]): string {
  const yields = commands.map((command) => `  answers.push(yield ${command});`).join("\n");
  return modal(
    mode,
    `  yield { role: "begin", content: "", meta: {} };
  const answers = [];
${yields}
  yield { role: "end", content: JSON.stringify(answers), meta: {} };`,
    { effects, roles: { begin: { description: "b" }, end: { description: "e" } } },
  );
}
