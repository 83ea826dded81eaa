/**
 * One effect, then one step that tells its receipt. The prompt is `<effect>|<nonce>|<stop>|<how>`, see the ledger. `more`
 * are further members of the command.
 */
export function effectFlow(more = "", descriptor = ""): string {
  return `
export const descriptor = {
  description: "one effect",
  roles: {},
  effects: ["ledger/keyed@1", "ledger/once@1", "ledger/read@1"],
  ${descriptor}
};
export default async function* ({ steps, prompt }) {
  const [effect, nonce, stop, how] = prompt.split("|");
  if (steps.length === 0) {
    const receipt = yield { do: "effect", effect, params: { nonce, stop, how }, ${more} };
    yield { role: "teller", content: JSON.stringify(receipt), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;
}
