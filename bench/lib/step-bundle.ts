// The workflow that every row about steps runs: as many steps as the prompt says, each a record of about 300 bytes.

const CONTENT = "0123456789abcdef".repeat(13).slice(0, 205);

export const STEP_BUNDLE = `
const CONTENT = ${JSON.stringify(CONTENT)};
export default async function* (input) {
  const count = Number(input.prompt);
  for (let step = input.steps.length; step < count; step++)
    yield { role: "worker", content: CONTENT, meta: { step, attempt: 1 } };
  return { returnCode: 0, summary: "done" };
}
`;

/** The same record as anybody would write it, newline included. */
export const BARE_RECORD = `${JSON.stringify({
  content: CONTENT,
  meta: { attempt: 1, step: 1234 },
  role: "worker",
  timestamp: 1_800_000_000_000,
})}\n`;

export const ROUNDS = ["--max-rounds", "1000000"];
