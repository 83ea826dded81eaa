// Every effect with the secret, in every way it may come back: as it is, encoded, cut, in pieces, and when it fails.
import type { Use } from "./world.ts";

export type Case = { name: string; uses: Use[]; flags?: string[] };

/** An exec must really have had the secret, or nothing was tried. */
const NOTED = 'echo used >> "$LEDGER"; ';
const TAIL_CHARS = 2000;
const OUTPUT_BYTES = 4000;
const REDIRECTS = [301, 302, 303, 307, 308];

/** At most this many commands stand in one yield. */
const AT_ONCE_MAX = 64;

export function casesOf(world: { own: string; ledger: string }, canary: string): Case[] {
  const cuts = Array.from({ length: canary.length + 1 }, (_, cut) => cut);
  const { sh, tool, agent, http } = effectsIn(world);
  const body = { headers: { "x-key": "@KEY" }, body: { a: { key: "@KEY" } } };
  const x = (count: number) => `head -c ${count} /dev/zero | tr '\\0' x`;
  return [
    {
      name: "exec prints it",
      uses: [
        sh('printf %s "$K"; printf %s "$K" >&2'),
        sh(
          'printf "user:%s" "$K" | base64; printf %s "$K" | base64; printf %s "$K" | od -An -tx1 | tr -d " \\n"',
        ),
      ],
    },
    {
      name: "exec prints it in two pieces",
      uses: cuts.map((cut) =>
        sh(`printf %.${cut}s "$K"; sleep 0.02; printf %s "\${K#$(printf %.${cut}s "$K")}"`),
      ),
    },
    {
      name: "exec: a timeout's tail begins inside it",
      uses: cuts.map((cut) => sh(`printf %s "$K"; ${x(TAIL_CHARS - cut)}; sleep 60`, { timeoutMs: 700 })),
    },
    {
      name: "exec: a timeout's tail ends inside it",
      uses: cuts.map((cut) =>
        sh(`printf %.${cut}s "$K"; printf %.${cut}s "$K" >&2; sleep 60`, { timeoutMs: 700 }),
      ),
    },
    {
      name: "exec: output is cut inside it",
      flags: ["--max-output-bytes", String(OUTPUT_BYTES)],
      uses: cuts.map((cut) => sh(`${x(OUTPUT_BYTES - 60 - cut)}; printf %s "$K"; ${x(500)}`)),
    },
    ...["frames", "stderr", "stderr-pieces", "nonsense", "field", "error"].map((how) => ({
      name: `a program: ${how}`,
      uses: cuts.map((cut) => tool(how, cut)),
    })),
    { name: "a program: letter by letter, and its receipt", uses: [tool("letters", 0), tool("ok", 0)] },
    {
      name: "an agent's lines and stderr",
      uses: [
        ...cuts
          .filter((cut) => cut % 3 === 0)
          .flatMap((cut) => [
            agent(`${x(200 - cut)}; printf '%s\\n' "$K"`),
            agent(`printf %s "$K" >&2; ${x(4096 - cut)} >&2; exit 3`),
          ]),
        agent('printf %.20s "$K"; sleep 60', { timeoutMs: 700 }),
      ],
    },
    {
      name: "a model repeats its key",
      uses: cuts.map((cut) => ({
        effect: "sys/llm.generate@1",
        params: { model: "fake/m", prompt: `cut ${cut}` },
        retry: false as const,
      })),
    },
    {
      name: "http says it back",
      uses: [200, 404, 500].map((status) => http(`/echo?status=${status}`, "POST", body)),
    },
    {
      name: "http: redirects to another origin",
      uses: REDIRECTS.flatMap((status) => [
        ...["POST", "PUT", "PATCH", "DELETE"].map((method) => http(`/${status}`, method, body)),
        ...["GET", "HEAD"].map((method) =>
          http(`/${status}`, method, { headers: { "x-key": "@KEY", authorization: "@KEY", cookie: "@KEY" } }),
        ),
        http(`/${status}?secret`, "GET", { headers: { "x-key": "@KEY" } }),
      ]),
    },
    {
      name: "a file",
      uses: [
        { effect: "sys/fs.write@1", params: { path: "token-file", content: "@KEY" } },
        sh("sleep 0.3; cat token-file; base64 token-file"),
      ],
    },
  ].map((one) => ({ ...one, uses: one.uses.slice(0, AT_ONCE_MAX) }));
}

/** An effect in few words. */
function effectsIn(world: { own: string; ledger: string }) {
  const sh = (script: string, more: Partial<Use> = {}): Use => ({
    effect: "sys/exec@1",
    params: { argv: ["sh", "-c", NOTED + script], env: { K: "@KEY", LEDGER: world.ledger } },
    ...more,
  });
  const tool = (how: string, cut: number): Use => ({
    effect: "my/tool@1",
    params: { key: "@KEY", how, cut },
  });
  const agent = (script: string, more: Partial<Use> = {}): Use => ({
    effect: "sys/agent.run@1",
    params: { command: ["sh", "-c", NOTED + script], prompt: "p", env: { K: "@KEY", LEDGER: world.ledger } },
    ...more,
  });
  const http = (path: string, method: string, more: object): Use => ({
    effect: "sys/http.request@1",
    params: { url: `http://${world.own}${path}`, method, ...more },
    retry: false,
  });
  return { sh, tool, agent, http };
}

/** For the kills: it prints the secret and stays. */
export function lingering(ledger: string): Use {
  return {
    effect: "sys/exec@1",
    params: {
      argv: ["sh", "-c", `${NOTED}printf %s "$K"; printf %.20s "$K" >&2; sleep 600`],
      env: { K: "@KEY", LEDGER: ledger },
    },
  };
}
