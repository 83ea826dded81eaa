// Ctrl-C and closed pipes.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { counting, gated, saying } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { REPO, TempHome } from "../../../tests/support/temp-home.ts";

const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

type Reader = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };

/** Reads a stream up to the given word. What follows stays readable. */
async function readUntil(reader: Reader, word: string): Promise<string> {
  let text = "";
  while (!text.includes(word)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended before "${word}": ${text}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}

async function readRest(reader: Reader): Promise<string> {
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += new TextDecoder().decode(value);
  }
}

describe("Ctrl-C", () => {
  test("with --json it detaches: the document says running, the last event is execution.finished, the thread goes on", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const child = home.spawn(["run", "flow", "--prompt", home.dir, "--json"]);
    const events = child.stderr.getReader();
    const head = await readUntil(events, '"step.started"');
    child.kill("SIGINT");
    const [stdout, tail] = [await new Response(child.stdout).text(), await readRest(events)];
    const { executionId, status } = JSON.parse(stdout);
    expect([await child.exited, status]).toEqual([0, "running"]);
    const last = JSON.parse((head + tail).trimEnd().split("\n").at(-1) as string);
    expect(last).toMatchObject({ type: "execution.finished", status: "running", executionId });

    await home.open(1, 2);
    await home.untilStatus(executionId, "completed");
    expect(await home.roles(executionId)).toEqual(["r1", "r2"]);
  });

  test("without --json it prints the id and how to follow", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const child = home.spawn(["run", "flow", "--prompt", home.dir]);
    const output = child.stdout.getReader();
    const head = await readUntil(output, "thread ");
    child.kill("SIGINT");
    const tail = await readRest(output);
    expect(await child.exited).toBe(0);
    const id = head.match(/thread ([0-9A-Z]{26})/)?.[1] ?? "";
    expect(tail).toContain(`uncaged-workflow follow ${id}`);
    await home.open(1);
    await home.untilStatus(id, "completed");
  });

  test("of follow: it stops watching, and the thread goes on", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const id = await home.start("flow", "--prompt", home.dir);
    const child = home.spawn(["follow", id, "--json"]);
    const events = child.stderr.getReader();
    await readUntil(events, '"step.started"');
    child.kill("SIGINT");
    expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
      executionId: id,
      status: "running",
    });
    await readRest(events);
    await home.open(1);
    await home.untilStatus(id, "completed");
  });

  test("a run killed outright leaves its thread going", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const child = home.spawn(["run", "flow", "--prompt", home.dir, "--json"]);
    const events = child.stderr.getReader();
    const head = await readUntil(events, '"step.started"');
    child.kill("SIGKILL");
    await child.exited;
    const id = JSON.parse(head.split("\n")[0] as string).executionId;
    await home.open(1);
    await home.untilStatus(id, "completed");
  });
});

describe("EPIPE", () => {
  /** Runs `uncaged-workflow … | reader` and answers the first program's exit code and what it complained about. */
  async function piped(
    home: TempHome,
    args: string,
    reader: string,
  ): Promise<{ exitCode: number; stderr: string; stdout: string }> {
    const script = `"$UW" ${args} | ${reader}; echo "\${PIPESTATUS[0]}" > "$CODE"`;
    const code = join(home.dir, "code");
    const child = Bun.spawn(["bash", "-c", script], {
      env: { ...process.env, UNCAGED_HOME: home.home, UW: BINARY, CODE: code },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    await child.exited;
    return { exitCode: Number(await Bun.file(code).text()), stdout, stderr };
  }

  test("a reader that leaves early is no error: `| head -1` is silent", async () => {
    await using home = await TempHome.create();
    await home.add("big", saying('"r"', '"line of text\\n".repeat(60000)'));
    const id = (await home.uw(["run", "big", "--json"])).json.executionId;
    for (const args of [`thread ${id}`, `thread ${id} --raw`, `thread ${id} --json`]) {
      const ran = await piped(home, args, "head -c 5");
      expect([args, ran.exitCode, ran.stderr]).toEqual([args, 0, ""]);
      expect(ran.stdout).toHaveLength(5);
    }
  });

  test("a reader that is not there at all is no error", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const ran = await piped(home, "list", "exec 0<&-; sleep 0");
    expect([ran.exitCode, ran.stderr]).toEqual([0, ""]);
  });

  test("run | head -1: the run is silent and its thread finishes", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(20));
    const ran = await piped(home, "run flow", "head -1");
    expect(ran.stderr).toBe("");
    const id = ran.stdout.match(/[0-9A-Z]{26}/)?.[0] ?? "";
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toHaveLength(20);
  });
});

describe("following", () => {
  test("a run ends with its thread, though it reads slowly and a sibling keeps the worker alive", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    await home.open(1);
    const sibling = await home.start("flow", "--prompt", "/nowhere");
    const slow = { err: () => Bun.sleep(100) };
    const ran = await cli(home, ["run", "flow", "--prompt", home.dir, "--json"], slow);
    expect([ran.exitCode, ran.json.status]).toEqual([0, "ok"]);
    expect(await home.status(sibling)).toBe("running");
  });

  test("the start line is told as durable before the first step ends", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const child = home.spawn(["run", "flow", "--prompt", home.dir, "--json"]);
    const head = await readUntil(child.stderr.getReader(), '"record.durable"');
    expect(head).toContain('"seq":1');
    await home.open(1);
    await child.exited;
  });
});
