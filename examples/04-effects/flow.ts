import {
  all,
  type Descriptor,
  exec,
  http,
  must,
  type RoleOutput,
  retry,
  type ThreadInput,
  writeFile,
} from "@uncaged/workflow";

const HEALTH = "http://127.0.0.1:8080/health";

export default async function* ({ prompt, steps, variables }: ThreadInput) {
  const facts = steps[0] ?? (yield* say("inspector", yield* inspect()));
  const health = steps[1] ?? (yield* say("prober", yield* probe(variables?.url ?? HEALTH)));
  const report = steps[2] ?? (yield* say("writer", yield* write(prompt, [facts.content, health.content])));
  return { returnCode: health.meta.isUp === true ? 0 : 1, summary: report.content };
}

/** Two programs at once. Without git there is nothing to report, so `must` may throw and fail the thread. */
async function* inspect() {
  const [head, status] = yield* all([
    exec(["git", "log", "-1", "--format=%h %s"]),
    exec(["git", "status", "--porcelain"]),
  ]);
  const changed = must(status).stdout.split("\n").filter(Boolean).length;
  const commit = must(head).exitCode === 0 ? must(head).stdout.trim() : "no commit";
  return { content: `${commit}, ${changed} changed`, meta: { commit, changed } };
}

/** A server that does not answer is a finding, not a failure: the receipt is a value, and nothing throws. */
async function* probe(url: string) {
  const receipt = yield* retry(() => http({ url }, { timeoutMs: 5000 }), { max: 3, delayMs: 500 });
  const found = receipt.payload === undefined ? receipt.error?.code : `HTTP ${receipt.payload.status}`;
  return { content: `${url}: ${found}`, meta: { isUp: receipt.status === "ok" } };
}

async function* write(title: string, findings: string[]) {
  const text = `# ${title}\n\n${findings.map((finding) => `- ${finding}\n`).join("")}`;
  const { path, bytes } = must(yield* writeFile("report.md", text));
  return { content: `wrote ${path}`, meta: { bytes } };
}

async function* say(role: string, { content, meta }: Omit<RoleOutput, "role">) {
  const step: RoleOutput = { role, content, meta };
  yield step;
  return step;
}

export const descriptor = {
  description: "Looks at a repository and a server, and writes a report",
  roles: {
    inspector: { description: "Asks git for the last commit and what changed" },
    prober: { description: "Asks the server how it is, up to three times" },
    writer: { description: "Writes report.md" },
  },
  effects: ["sys/exec@1", "sys/http.request@1", "sys/fs.write@1"],
} satisfies Descriptor;
