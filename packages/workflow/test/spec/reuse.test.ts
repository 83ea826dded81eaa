// `reuse: false`: a second opinion is not a copy of the first.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modal } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";

const MODES = ["strict", "steps"] as const;

/** Notes in a file that it was asked. */
const note = (word: string, more = "") =>
  `yield { do: "effect", effect: "sys/exec@1", class: "read", params: { argv: ["sh", "-c", "echo ${word} >> asked"] }${more} };`;
const ONCE_MORE = ", reuse: false";

function asked(folder: string): string[] {
  const path = join(folder, "asked");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

describe.each(MODES)("in %s mode", (mode) => {
  const flow = (body: string) => modal(mode, body, { effects: ["sys/exec@1"] });
  const run = (home: TempHome, ...args: string[]) =>
    home.uw([...args, "--workspace", home.dir, "--json"]).then(({ json }) => json);

  test("FORK-4: a retry asks it anew and keeps the others; the plan says why", async () => {
    await using home = await TempHome.create();
    const fails = `const r = yield { do: "effect", effect: "sys/exec@1", class: "read", params: { argv: ["cat", "missing"] } };
      if (r.payload.exitCode !== 0) throw new Error("no");`;
    await home.add("flow", flow(`${note("kept")} ${note("single", ONCE_MORE)} ${note("later")} ${fails}`));
    const failed = await run(home, "run", "flow");
    expect(failed.status).toBe("failed");
    expect(asked(home.dir)).toEqual(["kept", "single", "later"]);
    const plan = (await home.uw(["retry", failed.executionId, "--plan", "--json"])).json;
    expect(plan.runs.map(({ why }: { why: string }) => why)).toContainEqual(
      expect.stringContaining("reuse: false"),
    );
    expect(plan.reused).toHaveLength(2);
    writeFileSync(join(home.dir, "missing"), "");
    const { json } = await home.uw(["retry", failed.executionId, "--json"]);
    expect(json.status).toBe("ok");
    expect(asked(home.dir)).toEqual(["kept", "single", "later", "single"]);
  });

  test("FORK-4: so does a fork, and other code that says so", async () => {
    await using home = await TempHome.create();
    const said = `\nyield { role: "said", content: "", meta: {} };\n`;
    await home.add("plain", flow(`${said} ${note("opinion")}`));
    await home.add("anew", flow(`${said} ${note("opinion", ONCE_MORE)}`));
    const forkOf = (id: string, code: string) => home.uw(["fork", id, "--bundle", code, "--json"]);
    const plain = await run(home, "run", "plain");
    await forkOf(plain.executionId, "plain");
    expect(asked(home.dir)).toEqual(["opinion"]);
    await forkOf(plain.executionId, "anew");
    expect(asked(home.dir)).toEqual(["opinion", "opinion"]);
    const anew = await run(home, "run", "anew");
    for (const code of ["anew", "plain"]) await forkOf(anew.executionId, code);
    expect(asked(home.dir)).toHaveLength(5);
  });

  test("a thread that comes back takes its own answer; its line says `reuse: false`", async () => {
    await using home = await TempHome.create();
    const question = `yield { do: "input", prompt: "?", schema: {} };`;
    await home.add("flow", flow(`${note("single", ONCE_MORE)} ${question}`));
    const { executionId } = await run(home, "run", "flow");
    await home.untilQuiet();
    const answered = await home.uw(["answer", executionId, "--value", "1", "--json"]);
    expect(answered.json.status).toBe("ok");
    expect(asked(home.dir)).toEqual(["single"]);
    const raw = (await home.uw(["thread", executionId, "--raw"])).stdout;
    expect(raw).toContain('"reuse":false');
    expect((await home.uw(["verify", executionId, "--json"])).exitCode).toBe(0);
  });

  test("anything but false is refused", async () => {
    await using home = await TempHome.create();
    await home.add("flow", flow(note("x", ", reuse: true")));
    expect((await run(home, "run", "flow")).error).toMatchObject({
      code: "SCHEMA_INVALID",
      message: expect.stringContaining("`reuse` must be false"),
    });
  });
});

test("FORK-4: what stands before a step that is kept stays", async () => {
  await using home = await TempHome.create();
  const body = `${note("first", ONCE_MORE)} yield { role: "said", content: "", meta: {} }; throw new Error("no");`;
  await home.add("flow", modal("strict", body, { effects: ["sys/exec@1"] }));
  const failed = (await home.uw(["run", "flow", "--workspace", home.dir, "--json"])).json;
  await home.uw(["retry", failed.executionId, "--json"]);
  expect(asked(home.dir)).toEqual(["first"]);
});
