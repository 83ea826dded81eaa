// Every way data enters, with a reference in it that data must not hold.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../tests/support/temp-home.ts";
import type { World } from "./world.ts";

const REFERENCE = '{"$secret":"CANARY_KEY"}';
const REFUSED = ["SECRET_IN_DATA", "SECRET_NOT_DECLARED", "SECRET_MISPLACED"];

/** As JSON may spell it. */
const SPELLED = [
  REFERENCE,
  `[[${REFERENCE}]]`,
  '{"\\u0024secret":"CANARY_KEY"}',
  '{"a":{"$secret":"CANARY_KEY","prefix":"Bearer "}}',
];

export type Entry = { name: string; run(world: World): Promise<string[]> };

/** Hands on what it is given, to a program that would note it. The secret is declared for `program`. */
function handsOn(world: World, given: string, program: string): string {
  const descriptor = {
    description: "hands on what it is given",
    roles: {},
    determinism: world.determinism,
    effects: ["sys/exec@1", "sys/http.request@1", "my/data@1"],
    secrets: [{ name: "CANARY_KEY", effects: ["sys/exec@1"], programs: [program] }],
  };
  return `export const descriptor = ${JSON.stringify(descriptor)};
const parsed = (text) => { try { return JSON.parse(text); } catch { return text; } };
export default async function* ({ prompt, steps, variables }) {
  if (steps.length > 0) return { returnCode: 0, summary: "done" };
  const given = ${given};
  const env = given !== null && typeof given === "object" ? { T: given.a ?? given[0]?.[0] ?? given } : { T: String(given) };
  const receipt = yield { do: "effect", effect: "sys/exec@1",
    params: { argv: ["sh", "-c", 'printf "%s" "$T" >> ${world.ledger}.data'], env } };
  yield { role: "end", content: JSON.stringify(receipt), meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;
}

function entry(
  name: string,
  given: string,
  feed: (world: World, value: string) => Promise<string[]>,
  program = "sh",
): Entry {
  return {
    name,
    async run(world) {
      writeFileSync(`${world.ledger}.data`, "");
      await world.home.add("data", handsOn(world, given, program));
      const problems: string[] = [];
      for (const value of SPELLED)
        problems.push(...(await feed(world, value)).map((said) => `${value}: ${said}`));
      const noted = readFileSync(`${world.ledger}.data`, "latin1");
      return [...problems, ...world.watch.look("what the program was given", noted)];
    },
  };
}

/** Exit 0 is not enough: what counts is that it was said no to. */
async function refused(world: World, args: string[], options: { stdin?: string } = {}): Promise<string[]> {
  const ran = await world.uw([...args, "--json"], options);
  const code = ran.json.error?.code;
  return REFUSED.includes(code) ? [] : [`${args.slice(0, 2).join(" ")}: exit ${ran.exitCode}, ${code}`];
}

async function waiting(world: World): Promise<string> {
  return (await world.uw(["run", "data", "--json"])).json.executionId as string;
}

export const ENTRIES: readonly Entry[] = [
  entry("prompt", "parsed(prompt)", (world, value) => refused(world, ["run", "data", "--prompt", value])),
  entry("prompt from standard input", "parsed(prompt)", (world, value) =>
    refused(world, ["run", "data", "-"], { stdin: value }),
  ),
  entry("prompt file", "parsed(prompt)", (world, value) => {
    const file = join(world.home.dir, "prompt.json");
    writeFileSync(file, value);
    return refused(world, ["run", "data", "--prompt-file", file]);
  }),
  entry("variable", "parsed(variables?.v ?? '\"\"')", (world, value) =>
    refused(world, ["run", "data", "--var", `v=${value}`]),
  ),
  entry("fork", "parsed(variables?.v ?? prompt)", async (world, value) => {
    const id = await waiting(world);
    return [
      ...(await refused(world, ["fork", id, "--var", `v=${value}`])),
      ...(await refused(world, ["fork", id, "--prompt", value])),
    ];
  }),
  entry("request", "parsed(variables?.v ?? '\"\"')", async (world, value) => {
    const hash = (await world.uw(["show", "data", "--json"])).json.hash as string;
    const document = {
      workflow: "data",
      variables: { v: value },
      runtime: { idempotencyKey: `k-${Bun.hash(value)}` },
    };
    const flags = [
      "--execution-id",
      `e-${Bun.hash(value)}`,
      "--workflow-hash",
      hash,
      "--workspace",
      world.home.dir,
    ];
    return refused(world, ["run", ...flags], { stdin: JSON.stringify(document) });
  }),
  entry("answer", 'yield { do: "input", prompt: "?", schema: {} }', async (world, value) => {
    const id = await waiting(world);
    return [
      ...(await refused(world, ["answer", id, "--value", value])),
      ...(await refused(world, ["answer", id, "--value", JSON.stringify(value)])),
    ];
  }),
  entry("a program's payload", receiptOf('effect: "my/data@1", params: {}'), (world, value) => {
    writeFileSync(
      world.dataProgram,
      `cat > /dev/null\ncat <<'END'\n{"receipt":{"status":"ok","payload":${value}}}\nEND\n`,
    );
    return endsWithout(world);
  }),
  entry(
    "a page that the workflow parses",
    `parsed((${receiptOf('effect: "sys/http.request@1", params: { url: prompt }')}).body)`,
    async (world, value) => {
      using page = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(value) });
      return await refused(world, ["run", "data", "--prompt", `http://127.0.0.1:${page.port}/`]);
    },
    // Nobody looks into this text, so only the declaration stands between.
    "true",
  ),
];

function receiptOf(effect: string): string {
  return `(yield { do: "effect", ${effect} }).payload ?? {}`;
}

/** The thread may end well; the program must not have had the secret, which the ledger tells. */
async function endsWithout(world: World): Promise<string[]> {
  const ran = await world.uw(["run", "data", "--json"]);
  const text = readFileSync(await world.home.journalPath(ran.json.executionId), "utf8");
  await until(async () => (ran.json.status === "running" ? null : true), "the thread to end");
  return text.includes("SECRET_IN_DATA") ? [] : ["the payload was taken"];
}
