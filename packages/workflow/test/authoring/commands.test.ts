import { expect, expectTypeOf, test } from "bun:test";
import {
  all,
  annotate,
  any,
  approve,
  type Context,
  checkpoint,
  context,
  continueWith,
  type Decision,
  type Exec,
  effect,
  exec,
  getBlob,
  type HttpResponse,
  http,
  input,
  now,
  putBlob,
  type Receipt,
  type ReceiptOf,
  random,
  readFile,
  secret,
  sleep,
  sleepUntil,
  type WorkflowFn,
  type WorkflowResult,
  writeFile,
} from "@uncaged/workflow";
import { canonicalJson } from "#codec/canonical-json.ts";
import { commandProblem } from "#commands/check-command.ts";

const schema = { type: "string" };

const built: [unknown, { command: unknown }][] = [
  [{ do: "effect", effect: "shop/charge@1", params: { cents: 5 } }, effect("shop/charge@1", { cents: 5 })],
  [
    { do: "effect", effect: "a/b@2", params: null, key: "k", retry: false, onUnknown: "deliver" },
    effect("a/b@2", null, { key: "k", retry: false, onUnknown: "deliver", id: undefined }),
  ],
  [{ do: "effect", effect: "sys/exec@1", params: { argv: ["ls"] } }, exec(["ls"])],
  [
    {
      do: "effect",
      effect: "sys/exec@1",
      params: { argv: ["ls"], cwd: "src", env: { TOKEN: { $secret: "TOKEN" } }, stdin: "x" },
      class: "idempotent",
      timeoutMs: 5,
    },
    exec(["ls"], {
      cwd: "src",
      env: { TOKEN: secret("TOKEN") },
      stdin: "x",
      class: "idempotent",
      timeoutMs: 5,
    }),
  ],
  [
    { do: "effect", effect: "sys/exec@1", params: { argv: [] } },
    exec([], { cwd: undefined, timeoutMs: undefined }),
  ],
  [
    { do: "effect", effect: "sys/http.request@1", params: { url: "http://a" } },
    http({ url: "http://a", method: undefined }),
  ],
  [
    {
      do: "effect",
      effect: "sys/http.request@1",
      params: { method: "POST", url: "http://a", headers: { a: "b" }, body: { a: 1 } },
      key: "k",
    },
    http({ method: "POST", url: "http://a", headers: { a: "b" }, body: { a: 1 } }, { key: "k" }),
  ],
  [{ do: "effect", effect: "sys/fs.read@1", params: { path: "a" } }, readFile("a")],
  [{ do: "effect", effect: "sys/fs.write@1", params: { path: "a", content: "b" } }, writeFile("a", "b")],
  [
    {
      do: "effect",
      effect: "sys/fs.write@1",
      params: { path: "a", content: "Yg==", encoding: "base64", mode: "755" },
      id: "w",
    },
    writeFile("a", "Yg==", { encoding: "base64", mode: "755", id: "w" }),
  ],
  [
    { do: "effect", effect: "sys/fs.read@1", params: { path: "a", encoding: "base64" } },
    readFile("a", { encoding: "base64" }),
  ],
  [{ do: "effect", effect: "sys/blob.put@1", params: { content: "b" } }, putBlob("b")],
  [{ do: "effect", effect: "sys/blob.get@1", params: { sha256: "b" } }, getBlob("b")],
  [{ do: "approve", prompt: "p" }, approve("p")],
  [
    { do: "approve", prompt: "p", items: [1], onDeny: "deliver" },
    approve("p", { items: [1], onDeny: "deliver", ttlMs: undefined }),
  ],
  [{ do: "input", prompt: "p", schema, defaults: "d" }, input("p", schema, { defaults: "d" })],
  [{ do: "sleep", ms: 5 }, sleep(5)],
  [{ do: "sleep", until: 5 }, sleepUntil(5)],
  [{ do: "sleep", until: "2030-01-31" }, sleepUntil("2030-01-31")],
  [{ do: "sleep", until: 5 }, sleepUntil(new Date(5))],
  [{ do: "now" }, now()],
  [{ do: "random", bytes: 8 }, random(8)],
  [{ do: "context" }, context()],
  [{ do: "checkpoint", state: [1] }, checkpoint([1])],
  [{ do: "continue", state: null }, continueWith(null)],
  [{ do: "annotate", why: "x" }, annotate({ why: "x" })],
  [[{ do: "now" }, { do: "sleep", ms: 5 }], all([now(), sleep(5)])],
  [{ do: "any", of: [{ do: "now" }, { do: "sleep", ms: 5 }] }, any([now(), sleep(5)])],
];

test.each(built)("C3: a builder makes plain data the engine takes: %j", (expected, { command }) => {
  expect(command).toEqual(expected as never);
  expect(commandProblem(JSON.parse(canonicalJson(command)))).toBeNull();
});

test("yield* yields the command once and evaluates to its answer, in both kinds of generators", async () => {
  function* sync() {
    return { got: yield* now() };
  }
  async function* async() {
    return { got: yield* now() };
  }
  for (const generator of [sync(), async()]) {
    expect(await generator.next()).toEqual({ done: false, value: { do: "now" } });
    expect(await generator.next(7)).toEqual({ done: true, value: { got: 7 } });
  }
});

test("a builder can be used more than once", () => {
  const clock = now();
  function* flow() {
    return [yield* clock, yield* clock, ...(yield* all([clock, clock]))];
  }
  const generator = flow();
  generator.next();
  generator.next(1);
  expect(generator.next(2).value).toEqual([{ do: "now" }, { do: "now" }]);
  expect(generator.next([3, 4]).value).toEqual([1, 2, 3, 4]);
});

test("closing the generator closes it inside a builder, too", async () => {
  const ran: string[] = [];
  async function* flow() {
    try {
      yield* sleep(5);
    } finally {
      ran.push("finally");
    }
  }
  const generator = flow();
  await generator.next();
  await generator.return();
  expect(ran).toEqual(["finally"]);
});

test("all of nothing is answered at once: the engine would refuse an empty list", () => {
  function* flow() {
    return yield* all([]);
  }
  expect(flow().next()).toEqual({ done: true, value: [] });
});

test("a secret is a name, and perhaps what stands before it", () => {
  expect(secret("TOKEN")).toEqual({ $secret: "TOKEN" });
  expect(secret("TOKEN", { prefix: "Bearer " })).toEqual({ $secret: "TOKEN", prefix: "Bearer " });
});

test("annotate does not let a note pass for another command", () => {
  expect(annotate({ do: "exec" } as never).command).toEqual({ do: "annotate" });
});

test("answers are typed", () => {
  async function* flow() {
    expectTypeOf(yield* exec(["ls"])).toEqualTypeOf<ReceiptOf<Exec>>();
    expectTypeOf(yield* http({ url: "" })).toEqualTypeOf<ReceiptOf<HttpResponse>>();
    expectTypeOf(yield* effect<{ id: string }>("a/b@1", null)).toEqualTypeOf<ReceiptOf<{ id: string }>>();
    expectTypeOf(yield* approve("")).toEqualTypeOf<Decision>();
    expectTypeOf(yield* input<{ a: string }>("", {})).toEqualTypeOf<{ a: string }>();
    expectTypeOf(yield* sleep(1)).toEqualTypeOf<Receipt>();
    expectTypeOf(yield* now()).toEqualTypeOf<number>();
    expectTypeOf(yield* random(1)).toEqualTypeOf<string>();
    expectTypeOf(yield* context()).toEqualTypeOf<Context>();
    expectTypeOf(yield* checkpoint(1)).toEqualTypeOf<{ seq: number }>();
    expectTypeOf(yield* annotate({})).toEqualTypeOf<void>();

    const [ran, at, decision] = yield* all([exec(["a"]), now(), approve("?")]);
    expectTypeOf(ran).toEqualTypeOf<ReceiptOf<Exec>>();
    expectTypeOf(at).toEqualTypeOf<number>();
    expectTypeOf(decision).toEqualTypeOf<Decision>();
    expectTypeOf(yield* all(["a", "b"].map((name) => exec([name])))).toEqualTypeOf<ReceiptOf<Exec>[]>();

    const first = yield* any([exec(["a"]), now()]);
    expectTypeOf(first.index).toEqualTypeOf<0 | 1>();
    if (first.index === 0) expectTypeOf(first.answer).toEqualTypeOf<ReceiptOf<Exec>>();
    else expectTypeOf(first.answer).toEqualTypeOf<number>();
    expectTypeOf((yield* any([now()].slice())).index).toEqualTypeOf<number>();

    // @ts-expect-error a list holds single commands
    all([all([now()])]);
    // @ts-expect-error so does any
    any([any([now()])]);
    // @ts-expect-error continue ends the generator, it has no place beside others
    all([continueWith(1)]);
    // @ts-expect-error a secret in argv would be seen by everybody on the machine
    exec([secret("TOKEN")]);
  }
  expectTypeOf(flow).toBeFunction();
});

test("an ok receipt has its payload: testing the status tells", () => {
  const read = (receipt: ReceiptOf<Exec>) => {
    if (receipt.status === "ok") expectTypeOf(receipt.payload).toEqualTypeOf<Exec>();
    else expectTypeOf(receipt.payload).toEqualTypeOf<Exec | undefined>();
    return receipt;
  };
  expectTypeOf(read).toBeFunction();
  expectTypeOf<ReceiptOf<Exec>>().toExtend<Receipt<Exec>>();
});

test("a flow of builders is a WorkflowFn, and may end with continueWith", () => {
  const flow: WorkflowFn = async function* () {
    yield* all([exec(["a"]), sleep(1)]);
    yield { role: "a", content: "", meta: {} };
    const never: WorkflowResult = yield* continueWith({ n: 1 });
    return never;
  };
  expectTypeOf(flow).toBeFunction();
});
