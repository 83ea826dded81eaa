// A store with one secret, a bundle that uses it as it is told, a server it is for, and one it is not for.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, TempHome } from "../../tests/support/temp-home.ts";
import { Watch } from "./canary.ts";

/** One effect of the bundle. The text "@KEY" stands for a reference: data itself may hold none. */
export type Use = { effect: string; params: unknown; timeoutMs?: number; retry?: false };

export const EFFECTS = [
  "sys/exec@1",
  "sys/http.request@1",
  "sys/fs.read@1",
  "sys/fs.write@1",
  "sys/llm.generate@1",
  "sys/agent.run@1",
  "my/tool@1",
];

/** The file that is meant to hold the secret. */
const WRITTEN = "token-file";

export class World {
  readonly said: string[] = [];
  /** What the server that the secret is not for was sent. */
  readonly strange: string[] = [];
  readonly watch: Watch;
  private readonly servers: Bun.Server<undefined>[] = [];

  private constructor(
    readonly home: TempHome,
    readonly canary: string,
    readonly determinism: "strict" | "steps",
  ) {
    this.watch = new Watch(canary);
  }

  static async make(canary: string, determinism: "strict" | "steps"): Promise<World> {
    const world = new World(await TempHome.create(), canary, determinism);
    const { home } = world;
    for (const folder of [home.layout.root, join(home.dir, "tmp"), join(home.dir, "outside")])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    const own = world.serve((request, body) => world.answer(request, body));
    const other = world.serve(async (request, body) => {
      world.strange.push(`${request.url} ${JSON.stringify([...request.headers])} ${body}`);
      return new Response("other");
    });
    world.own = own;
    world.other = other;
    world.settings();
    await home.add("use", world.bundle());
    return world;
  }

  own = "";
  other = "";

  /** Where programs note that they had the secret. */
  get ledger(): string {
    return join(this.home.dir, "outside/ledger");
  }

  /** What performs my/data@1. */
  get dataProgram(): string {
    return join(this.home.dir, "outside/data.sh");
  }

  get env(): Record<string, string> {
    return { CANARY_KEY: this.canary, TMPDIR: join(this.home.dir, "tmp") };
  }

  async uw(args: string[], options: { stdin?: string } = {}): Promise<Ran> {
    const ran = await this.home.uw(args, { ...options, env: this.env });
    this.said.push(ran.stdout, ran.stderr);
    return ran;
  }

  use(uses: readonly Use[], ...flags: string[]): Promise<Ran> {
    return this.uw([
      "run",
      "use",
      "--prompt",
      JSON.stringify(uses),
      "--workspace",
      "own",
      "--json",
      ...flags,
    ]);
  }

  wasUsed(): boolean {
    return existsSync(this.ledger) && readFileSync(this.ledger, "utf8") !== "";
  }

  /** Everything that must not hold the secret, and does. */
  leaks(): string[] {
    const { home, watch } = this;
    const isMeant = (path: string) => path.endsWith(`/${WRITTEN}`) || path.includes("/outside/");
    return [
      ...watch.lookInto(home.dir, isMeant),
      ...this.said.flatMap((text) => watch.look("what was printed", text)),
      ...this.strange.flatMap((text) => watch.look("what another origin was sent", text)),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) server.stop(true);
    await this.home[Symbol.asyncDispose]();
  }

  private serve(answer: (request: Request, body: string) => Promise<Response>): string {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => answer(request, await request.text()),
    });
    this.servers.push(server);
    return `127.0.0.1:${server.port}`;
  }

  /** /echo says back what it was sent, /<status> redirects to the other origin, /v1 is a model that repeats its key. */
  private async answer(request: Request, body: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const key = request.headers.get("x-key") ?? request.headers.get("authorization") ?? body;
    if (key.includes(this.canary)) appendFileSync(this.ledger, "served\n");
    if (pathname.startsWith("/v1")) return this.model(request, body);
    if (pathname === "/echo")
      return new Response(`${key} ${body} ${Buffer.from(`user:${key}`).toString("base64")}`, {
        status: Number(searchParams.get("status") ?? 200),
        headers: { "x-echo": key },
      });
    const to = searchParams.has("secret") ? `/?t=${encodeURIComponent(this.canary)}` : "/end";
    return new Response(null, {
      status: Number(pathname.slice(1)),
      headers: { location: `http://${this.other}${to}` },
    });
  }

  /** Streams its key in two parts, cut where the prompt says. */
  private model(request: Request, body: string): Response {
    const key = (request.headers.get("authorization") ?? "").replace("Bearer ", "");
    const cut = Number(/cut (\d+)/.exec(body)?.[1] ?? 0);
    const parts = [`it is ${key.slice(0, cut)}`, `${key.slice(cut)} indeed`].map((content) => ({
      id: "1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
    }));
    const end = { ...parts[0], choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
    const text = [...parts, end].map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");
    return new Response(`${text}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
  }

  private settings(): void {
    const { layout, dir } = this.home;
    writeFileSync(
      layout.config,
      `secrets: { CANARY_KEY: { env: CANARY_KEY } }
models: { fake: { baseUrl: "http://${this.own}/v1", apiKey: { $secret: CANARY_KEY } } }\n`,
    );
    writeFileSync(layout.policy, "http: { allowPrivate: true }\n");
    const tool = join(dir, "outside/tool.ts");
    writeFileSync(tool, TOOL);
    writeFileSync(
      layout.effects,
      `effects:\n  "my/tool@1": { command: [${process.execPath}, ${tool}, ${this.ledger}], class: once, risk: write, secrets: [key] }
  "my/data@1": { command: [sh, ${this.dataProgram}], class: once, risk: write }\n`,
    );
  }

  private bundle(): string {
    const descriptor = {
      description: "uses a secret as it is told",
      roles: {},
      determinism: this.determinism,
      effects: EFFECTS,
      limits: { maxParallel: 8 },
      secrets: [
        { name: "CANARY_KEY", effects: ["sys/http.request@1"], hosts: [this.own] },
        { name: "CANARY_KEY", effects: ["sys/http.request@1"], hosts: [this.own], places: ["body.**"] },
        { name: "CANARY_KEY", effects: ["sys/exec@1", "sys/agent.run@1"], programs: ["sh"] },
        { name: "CANARY_KEY", effects: ["sys/fs.write@1"], files: [WRITTEN] },
        { name: "CANARY_KEY", effects: ["my/tool@1"] },
      ],
    };
    return `export const descriptor = ${JSON.stringify(descriptor)};
const fill = (value) =>
  value === "@KEY" ? { $secret: "CANARY_KEY" }
  : Array.isArray(value) ? value.map(fill)
  : value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fill(v)]))
  : value;
export default async function* ({ prompt, steps }) {
  if (steps.length === 0) {
    const answers = yield JSON.parse(prompt).map((use) => ({ do: "effect", onFault: "deliver", ...fill(use) }));
    yield { role: "end", content: JSON.stringify(answers), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}
`;
  }
}

/** A program of effects.yaml: does with its key what it is told. */
const TOOL = `import { appendFileSync, writeSync } from "node:fs";
const { params } = JSON.parse(await Bun.stdin.text());
const { key, how, cut = 0 } = params;
if (key) appendFileSync(process.argv[2], "tool\\n");
const say = (message) => writeSync(1, JSON.stringify(message) + "\\n");
const ok = () => say({ receipt: { status: "ok", payload: { key, [key]: 1, encoded: Buffer.from("u:" + key).toString("base64") } } });
switch (how) {
  case "frames": say({ progress: { text: "a " + key.slice(0, cut) } }); say({ progress: { text: key.slice(cut) + " b" } }); ok(); break;
  case "letters": for (const one of key) say({ progress: { deep: [{ text: one }] } }); ok(); break;
  case "stderr": writeSync(2, key + "x".repeat(4096 - cut)); process.exit(1);
  case "stderr-pieces": writeSync(2, "x" + key.slice(0, cut)); await Bun.sleep(30); writeSync(2, key.slice(cut)); process.exit(1);
  case "nonsense": writeSync(1, "n".repeat(200 - cut) + key + "\\n"); break;
  case "field": say({ receipt: { status: "ok", ["f".repeat(200 - cut) + key]: 1 } }); break;
  case "error": say({ receipt: { status: "error", error: { code: "NO", message: "m".repeat(cut) + key, details: { key } } } }); break;
  default: ok();
}
`;
