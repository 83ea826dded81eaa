import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { until } from "../../../../tests/support/temp-home.ts";
import type { Json } from "../../src/contract/command.ts";
import { Bench, type BenchOptions, codeOf, payloadOf } from "./bench.ts";

const HTTP = "sys/http.request@1";
const CANARY = "sk-canary-0123456789";

type Seen = { method: string; path: string; headers: Record<string, string>; body: string };
type Answered = { status: number; headers: Record<string, Json>; body: string };

/** A server on the loopback that remembers what it was asked. */
/** A port that is free at one address may be in use at another: tried until both have it. */
function onOnePort(): { good: Server; bad: Bun.Server<undefined> } {
  for (;;) {
    const good = new Server(() => new Response("good"), "127.0.0.2");
    try {
      const bad = Bun.serve({ port: good.port, hostname: "127.0.0.1", fetch: () => new Response("bad") });
      return { good, bad };
    } catch {
      good.close();
    }
  }
}

class Server {
  readonly seen: Seen[] = [];
  readonly port: number;
  private readonly server: Bun.Server<undefined>;

  constructor(
    answer: (request: Request, seen: Seen) => Response | Promise<Response>,
    hostname = "127.0.0.1",
  ) {
    this.server = Bun.serve({
      port: 0,
      hostname,
      idleTimeout: 0,
      fetch: async (request) => {
        const seen: Seen = {
          method: request.method,
          path: new URL(request.url).pathname,
          headers: Object.fromEntries(request.headers),
          body: await request.text(),
        };
        this.seen.push(seen);
        return answer(request, seen);
      },
    });
    this.port = this.server.port ?? 0;
    servers.push(this);
  }

  url(path = "/", host = "127.0.0.1"): string {
    return `http://${host}:${this.port}${path}`;
  }

  close(): void {
    this.server.stop(true);
  }
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

function open(server: Server, more: BenchOptions = {}): Bench {
  return new Bench({ net: { allow: [`127.0.0.1:${server.port}`], allowPrivate: false }, ...more });
}

describe("a request", () => {
  test("AOS-87: carries the idempotency key, and answers with status, headers and body", async () => {
    const server = new Server(
      () => new Response("héllo", { headers: { "X-Thing": "1", "Set-Cookie": "a=1, b" } }),
    );
    using bench = open(server);
    const { status, headers, body } = payloadOf<Answered>(
      await bench.call(HTTP, { url: server.url("/path?q=1") }, { idempotencyKey: "key-1" }),
    );
    expect([status, body]).toEqual([200, "héllo"]);
    expect(headers).toMatchObject({ "x-thing": "1", "set-cookie": ["a=1, b"] });
    expect(server.seen[0]).toMatchObject({
      method: "GET",
      path: "/path",
      headers: { "idempotency-key": "key-1", host: `127.0.0.1:${server.port}` },
    });
  });

  test("a body is sent as it is when it is text, and as JSON when it is not", async () => {
    const server = new Server(() => new Response(""));
    using bench = open(server);
    await bench.call(HTTP, {
      method: "POST",
      url: server.url(),
      body: "a=1",
      headers: { "Content-Type": "text/x" },
    });
    await bench.call(HTTP, { method: "PUT", url: server.url(), body: { a: [1, null] } });
    await bench.call(HTTP, { method: "DELETE", url: server.url() });
    expect(server.seen.map(({ method, body, headers }) => [method, body, headers["content-type"]])).toEqual([
      ["POST", "a=1", "text/x"],
      ["PUT", '{"a":[1,null]}', "application/json"],
      ["DELETE", "", undefined],
    ]);
  });

  test("bytes that are no text come as base64", async () => {
    const server = new Server(() => new Response(new Uint8Array([0xff, 0, 0xfe])));
    using bench = open(server);
    expect(payloadOf<Answered>(await bench.call(HTTP, { url: server.url(), encoding: "base64" })).body).toBe(
      "/wD+",
    );
    expect(payloadOf<Answered>(await bench.call(HTTP, { url: server.url() })).body).toBe("\ufffd\0\ufffd");
  });

  test("HEAD has no body, and 304 is an answer", async () => {
    const server = new Server(({ method }) => new Response(null, { status: method === "HEAD" ? 200 : 304 }));
    using bench = open(server);
    expect(payloadOf<Answered>(await bench.call(HTTP, { method: "HEAD", url: server.url() })).body).toBe("");
    expect(payloadOf<Answered>(await bench.call(HTTP, { url: server.url() })).status).toBe(304);
  });

  test.each([
    [500, true],
    [503, true],
    [429, true],
    [400, false],
    [404, false],
    [401, false],
  ])("OPS-92: %d is an error with its payload; may be tried again: %p", async (status, retryable) => {
    const server = new Server(() => new Response("why", { status, headers: { "Retry-After": "7" } }));
    using bench = open(server);
    expect(await bench.call(HTTP, { url: server.url() })).toMatchObject({
      status: "error",
      error: { code: "HTTP_STATUS", retryable, details: { status, retryAfter: "7" } },
      payload: { status, body: "why" },
    });
  });

  test("OPS-92: nobody there is worth another try", async () => {
    const server = new Server(() => new Response(""));
    using bench = open(server);
    server.close();
    expect(await bench.call(HTTP, { url: server.url() })).toMatchObject({
      error: { code: "HTTP_UNREACHABLE", retryable: true },
    });
  });

  test("OPS-92: and so is a name that does not resolve, or a server that hangs up", async () => {
    using bench = new Bench({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await bench.call(HTTP, { url: "http://a.test/" })).toMatchObject({
      error: { code: "HTTP_DNS", retryable: true },
    });
    const rude = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { data: (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf") },
    });
    using local = new Bench({ net: { allow: ["127.0.0.1"], allowPrivate: false } });
    expect(await local.call(HTTP, { url: `http://127.0.0.1:${rude.port}/` })).toMatchObject({
      error: { code: "HTTP_UNREACHABLE", retryable: true },
    });
    rude.stop(true);
  });

  test("a second address is tried when nobody listens at the first", async () => {
    const server = new Server(() => new Response("here"));
    using bench = new Bench({
      net: { allow: [], allowPrivate: true },
      resolve: async () => ["127.0.0.9", "127.0.0.1"],
    });
    expect(payloadOf<Answered>(await bench.call(HTTP, { url: server.url("/", "two.test") })).body).toBe(
      "here",
    );
  });

  test.each([
    ["no URL", { url: "not a url" }, "HTTP_URL_INVALID"],
    ["a file", { url: "file:///etc/passwd" }, "HTTP_URL_INVALID"],
    ["data", { url: "data:text/plain,hi" }, "HTTP_URL_INVALID"],
    ["a bucket", { url: "s3://bucket/key" }, "HTTP_URL_INVALID"],
    ["gopher", { url: "gopher://127.0.0.1/" }, "HTTP_URL_INVALID"],
    ["credentials in the URL", { url: `http://me:${CANARY}@example.com/` }, "HTTP_URL_INVALID"],
    ["a Host of one's own", { url: "http://8.8.8.8/", headers: { HOST: "evil" } }, "HTTP_HEADER_INVALID"],
    [
      "a length of one's own",
      { url: "http://8.8.8.8/", headers: { "Content-Length": "1" } },
      "HTTP_HEADER_INVALID",
    ],
    [
      "a line end in a header",
      { url: "http://8.8.8.8/", headers: { a: "b\r\nc: d" } },
      "HTTP_HEADER_INVALID",
    ],
    ["a line end in its name", { url: "http://8.8.8.8/", headers: { "a\r\nb": "c" } }, "HTTP_HEADER_INVALID"],
    ["a header twice", { url: "http://8.8.8.8/", headers: { a: "1", A: "2" } }, "HTTP_HEADER_INVALID"],
    ["a body with GET", { url: "http://8.8.8.8/", body: "x" }, "HTTP_BODY_NOT_ALLOWED"],
  ] as [string, Json, string][])("%s is refused", async (_what, params, code) => {
    using bench = new Bench({ env: { SECRET: CANARY } });
    const refused = await bench.call(HTTP, params);
    expect(codeOf(refused)).toBe(code);
    expect(JSON.stringify(refused)).not.toContain(CANARY);
  });
});

describe("N8: addresses that are not for workflows", () => {
  const server = new Server(() => new Response("inner"));

  test.each([
    `http://127.0.0.1:${server.port}/`,
    `http://localhost:${server.port}/`,
    `http://localhost.:${server.port}/`,
    `http://2130706433:${server.port}/`,
    `http://0x7f000001:${server.port}/`,
    `http://0177.0.0.1:${server.port}/`,
    `http://127.1:${server.port}/`,
    `http://127.0.0.1.:${server.port}/`,
    `http://0:${server.port}/`,
    `http://0.0.0.0:${server.port}/`,
    `http://[::1]:${server.port}/`,
    `http://[::]:${server.port}/`,
    `http://[::ffff:127.0.0.1]:${server.port}/`,
    `http://[::ffff:7f00:1]:${server.port}/`,
    `http://[0:0:0:0:0:ffff:127.0.0.1]:${server.port}/`,
    `http://①②⑦.⓪.⓪.①:${server.port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://[fd00:ec2::254]/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "https://172.16.0.1/",
  ])("N8: %s", async (url) => {
    using bench = new Bench();
    const before = server.seen.length;
    expect(codeOf(await bench.call(HTTP, { url }))).toBe("HTTP_ADDRESS_REFUSED");
    expect(server.seen.length).toBe(before);
  });

  test("N8: a zone id is no URL", async () => {
    using bench = new Bench();
    expect(codeOf(await bench.call(HTTP, { url: "http://[fe80::1%25eth0]/" }))).toBe("HTTP_URL_INVALID");
  });

  test("N8: a public name with a private address among others is refused", async () => {
    using bench = new Bench({ resolve: async () => ["8.8.8.8", "127.0.0.1"] });
    expect(codeOf(await bench.call(HTTP, { url: server.url("/", "mixed.test") }))).toBe(
      "HTTP_ADDRESS_REFUSED",
    );
  });

  test("N8: a resolver may say what it likes", async () => {
    for (const odd of ["0177.0.0.1", "127.1", "fe80::1%eth0", "localhost", "", "::ffff:127.0.0.1"]) {
      using bench = new Bench({ resolve: async () => [odd] });
      expect(codeOf(await bench.call(HTTP, { url: server.url("/", "odd.test") }))).toBe(
        "HTTP_ADDRESS_REFUSED",
      );
    }
  });

  test("N8: a name is resolved once, and the connection goes to the address that was judged", async () => {
    // `bad` is what the name would lead to if anyone asked again.
    const { good, bad } = onOnePort();
    const { port } = good;
    let asked = 0;
    using bench = new Bench({
      net: { allow: [`127.0.0.2:${port}`], allowPrivate: false },
      resolve: async () => [asked++ === 0 ? "127.0.0.2" : "127.0.0.1"],
    });
    const url = `http://rebind.test:${port}/`;
    expect(payloadOf<Answered>(await bench.call(HTTP, { url })).body).toBe("good");
    expect(asked).toBe(1);
    expect(good.seen[0]?.headers.host).toBe(`rebind.test:${port}`);
    // The next call asks again, and is judged again.
    expect(codeOf(await bench.call(HTTP, { url }))).toBe("HTTP_ADDRESS_REFUSED");
    bad.stop(true);
  });

  test("N8: a name that changes its address between two hops is judged at each", async () => {
    const hop = new Server(() => Response.redirect("/next", 302), "127.0.0.2");
    let asked = 0;
    using bench = new Bench({
      net: { allow: [`127.0.0.2:${hop.port}`], allowPrivate: false },
      resolve: async () => [asked++ === 0 ? "127.0.0.2" : "127.0.0.1"],
    });
    expect(codeOf(await bench.call(HTTP, { url: hop.url("/", "rebind.test") }))).toBe("HTTP_ADDRESS_REFUSED");
  });

  test.each([301, 302, 303, 307, 308])("N8: a %d to a private address is refused", async (status) => {
    const lure = new Server(
      () => new Response(null, { status, headers: { Location: server.url("/admin") } }),
    );
    using bench = open(lure);
    const before = server.seen.length;
    expect(codeOf(await bench.call(HTTP, { url: lure.url() }))).toBe("HTTP_ADDRESS_REFUSED");
    expect(server.seen.length).toBe(before);
  });

  test.each(["file:///etc/passwd", "data:,x", "http://a:b@8.8.8.8/", "http://[::1%25lo]/"])(
    "N8: a redirect to %s is refused",
    async (location) => {
      const lure = new Server(() => new Response(null, { status: 302, headers: { Location: location } }));
      using bench = open(lure);
      expect(codeOf(await bench.call(HTTP, { url: lure.url() }))).toBe("HTTP_URL_INVALID");
    },
  );

  test("N8: no proxy of the environment comes between", async () => {
    const proxy = new Server(() => new Response("by proxy"));
    const target = new Server(() => new Response("direct"));
    process.env.HTTP_PROXY = proxy.url();
    process.env.http_proxy = proxy.url();
    try {
      using bench = open(target);
      expect(payloadOf<Answered>(await bench.call(HTTP, { url: target.url() })).body).toBe("direct");
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
    }
  });
});

describe("redirects", () => {
  test("up to 5 are followed, a loop is not", async () => {
    const server = new Server((_, { path }) => {
      const left = Number(path.slice(1));
      return left === 0 ? new Response("there") : Response.redirect(`/${left - 1}`, 302);
    });
    using bench = open(server);
    expect(payloadOf<Answered>(await bench.call(HTTP, { url: server.url("/5") })).body).toBe("there");
    expect(codeOf(await bench.call(HTTP, { url: server.url("/6") }))).toBe("HTTP_REDIRECTS");
    const loop = new Server(() => Response.redirect("/", 307));
    using looping = open(loop);
    expect(codeOf(await looping.call(HTTP, { url: loop.url() }))).toBe("HTTP_REDIRECTS");
    expect(loop.seen.length).toBe(6);
  });

  test.each([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "x"],
    [308, "POST", "x"],
  ])("after a %d a POST is a %s", async (status, method, body) => {
    const server = new Server((_, { path }) =>
      path === "/" ? new Response(null, { status, headers: { Location: "/next" } }) : new Response("done"),
    );
    using bench = open(server);
    await bench.call(HTTP, { method: "POST", url: server.url(), body: "x" });
    expect(server.seen.map((one) => [one.method, one.body])).toEqual([
      ["POST", "x"],
      [method, body],
    ]);
  });

  test("N13: credentials, secrets and headers of the workflow stay with the origin they were meant for", async () => {
    const other = new Server(() => new Response("other"));
    const server = new Server((_, { path }) =>
      path === "/" ? Response.redirect("/same", 302) : Response.redirect(other.url(), 307),
    );
    using bench = new Bench({
      net: { allow: [], allowPrivate: true },
      env: { MY_KEY: CANARY },
    });
    await bench.call(HTTP, {
      url: server.url(),
      headers: {
        Authorization: "Basic eDp5",
        Cookie: "a=1",
        "X-Api-Key": { $secret: "MY_KEY" },
        "X-Trace": "t",
        Accept: "text/plain",
      },
    });
    expect(server.seen.map((one) => one.headers["x-api-key"])).toEqual([CANARY, CANARY]);
    expect(other.seen[0]?.headers).toMatchObject({ accept: "text/plain", "user-agent": "uncaged-workflow" });
    for (const name of ["authorization", "cookie", "x-api-key", "x-trace", "idempotency-key"])
      expect([name, other.seen[0]?.headers[name]]).toEqual([name, undefined]);
  });

  const KINDS = [301, 302, 303, 307, 308].flatMap((status) =>
    ["POST", "PUT", "PATCH", "DELETE"].map((method) => [status, method] as const),
  );
  /** As fetch has it: what becomes a GET has no body left. */
  const keepsBody = (status: number, method: string) =>
    status >= 307 || (status !== 303 && method !== "POST");

  test.each(KINDS)("H7: after a %d the body of a %s goes to no other origin", async (status, method) => {
    const other = new Server(() => new Response("other"));
    const server = new Server(() => new Response(null, { status, headers: { Location: other.url("/x") } }));
    using bench = new Bench({ net: { allow: [], allowPrivate: true }, env: { MY_KEY: CANARY } });
    const ran = await bench.call(HTTP, {
      method,
      url: server.url(),
      headers: { "X-Api-Key": { $secret: "MY_KEY" } },
      body: { key: { $secret: "MY_KEY" }, plain: "p" },
    });
    if (keepsBody(status, method)) {
      expect(ran).toMatchObject({
        error: {
          code: "HTTP_REDIRECT_REFUSED",
          retryable: false,
          details: { status, to: other.url().slice(0, -1) },
        },
      });
      expect(other.seen).toEqual([]);
    } else {
      expect(other.seen.map((one) => [one.method, one.body])).toEqual([["GET", ""]]);
      expect(JSON.stringify(other.seen)).not.toContain(CANARY);
    }
  });

  test("H7: a body without a secret stays, too, and a hop over the first origin brings no header back", async () => {
    const other = new Server((_, { path }) =>
      path === "/back" ? Response.redirect(server.url("/end"), 302) : new Response("other"),
    );
    const server: Server = new Server((_, { path }) =>
      path === "/end" ? new Response("end") : Response.redirect(other.url(path), 307),
    );
    using bench = new Bench({ net: { allow: [], allowPrivate: true }, env: { MY_KEY: CANARY } });
    const posted = await bench.call(HTTP, { method: "POST", url: server.url("/p"), body: "plain" });
    expect(codeOf(posted)).toBe("HTTP_REDIRECT_REFUSED");
    expect(other.seen).toEqual([]);
    const headers = { "X-Api-Key": { $secret: "MY_KEY" } };
    expect(codeOf(await bench.call(HTTP, { url: server.url("/back"), headers }))).toBe("ok");
    expect(server.seen.at(-1)).toMatchObject({ path: "/end" });
    expect(server.seen.at(-1)?.headers["x-api-key"]).toBeUndefined();
  });

  test("H7: a redirect whose address holds a secret does not leave the origin", async () => {
    const other = new Server(() => new Response("other"));
    const spelled = [CANARY, encodeURIComponent(CANARY), Buffer.from(`u:${CANARY}`).toString("base64url")];
    for (const text of spelled) {
      const server = new Server(
        () => new Response(null, { status: 302, headers: { Location: other.url(`/?t=${text}`) } }),
      );
      using bench = new Bench({ net: { allow: [], allowPrivate: true }, env: { MY_KEY: CANARY } });
      const headers = { "X-Api-Key": { $secret: "MY_KEY" } };
      const ran = await bench.call(HTTP, { url: server.url(), headers });
      expect(codeOf(ran)).toBe("HTTP_REDIRECT_REFUSED");
      expect(JSON.stringify(ran)).not.toContain(CANARY);
    }
    expect(other.seen).toEqual([]);
  });
});

describe("N13: secrets", () => {
  test("N13: a header and a body may have them; an echo of them is redacted", async () => {
    const server = new Server((_, seen) =>
      Response.json(seen, { headers: { "X-Echo": seen.headers.authorization ?? "" } }),
    );
    using bench = open(server, { env: { MY_KEY: CANARY } });
    const answered = await bench.call(HTTP, {
      method: "POST",
      url: server.url(),
      headers: { Authorization: { $secret: "MY_KEY", prefix: "Bearer " } },
      body: { auth: { key: { $secret: "MY_KEY" } } },
    });
    expect(server.seen[0]).toMatchObject({
      headers: { authorization: `Bearer ${CANARY}` },
      body: JSON.stringify({ auth: { key: CANARY } }),
    });
    expect(JSON.stringify(answered)).not.toContain(CANARY);
    expect(payloadOf<Answered>(answered).headers["x-echo"]).toBe("Bearer [MY_KEY]");
  });

  test("N13: one nobody knows sends nothing", async () => {
    const server = new Server(() => new Response(""));
    using bench = open(server);
    expect(
      codeOf(await bench.call(HTTP, { url: server.url(), headers: { A: { $secret: "NOPE_NOT_SET" } } })),
    ).toBe("SECRET_UNKNOWN");
    expect(server.seen).toEqual([]);
  });
});

describe("limits", () => {
  test("AOS-26: a server that does not answer is a timeout", async () => {
    const server = new Server(() => new Promise(() => {}));
    using bench = open(server);
    expect(await bench.call(HTTP, { url: server.url() }, { timeoutMs: 100 })).toMatchObject({
      status: "timeout",
      error: { retryable: true },
    });
  });

  test("AOS-26: one that drips is a timeout too", async () => {
    let closed = false;
    const server = new Server(
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              await Bun.sleep(20);
              controller.enqueue(Buffer.from("x"));
            },
            cancel() {
              closed = true;
            },
          }),
        ),
    );
    using bench = open(server);
    expect((await bench.call(HTTP, { url: server.url() }, { timeoutMs: 200 })).status).toBe("timeout");
    await until(async () => closed || null, "the server to see that nobody listens");
  });

  test("AOS-26: a resolver that hangs, or redirects that never settle, are no way around it", async () => {
    using bench = new Bench({ resolve: () => new Promise(() => {}) });
    expect((await bench.call(HTTP, { url: "http://slow.test/" }, { timeoutMs: 100 })).status).toBe("timeout");
    const server = new Server(async () => {
      await Bun.sleep(60);
      return Response.redirect("/", 302);
    });
    using hopping = open(server);
    expect((await hopping.call(HTTP, { url: server.url() }, { timeoutMs: 150 })).status).toBe("timeout");
  });

  test("OPS-99: an abort ends it at once", async () => {
    const server = new Server(() => new Promise(() => {}));
    using bench = open(server);
    expect(codeOf(await bench.call(HTTP, { url: server.url() }, { signal: AbortSignal.timeout(100) }))).toBe(
      "ABORTED",
    );
  });

  test("OPS-80: a body over the limit is an error, however small it was packed", async () => {
    const bomb = Bun.gzipSync(new Uint8Array(200 * 1024 * 1024));
    const server = new Server((_, { path }) =>
      path === "/bomb"
        ? new Response(bomb, { headers: { "Content-Encoding": "gzip" } })
        : new Response("x".repeat(300_000)),
    );
    using bench = open(server);
    const before = process.memoryUsage.rss();
    expect(codeOf(await bench.call(HTTP, { url: server.url("/bomb") }))).toBe("MAX_OUTPUT_BYTES");
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    expect(codeOf(await bench.call(HTTP, { url: server.url("/large") }))).toBe("MAX_OUTPUT_BYTES");
  });

  test("OPS-80: an error page over the limit is still the error it is", async () => {
    const server = new Server(() => new Response("x".repeat(300_000), { status: 503 }));
    using bench = open(server);
    expect(await bench.call(HTTP, { url: server.url() })).toMatchObject({
      error: { code: "HTTP_STATUS", retryable: true },
    });
  });
});

describe("https", () => {
  test("the certificate must be the name's, though the connection goes to an address", async () => {
    using keys = new Bench();
    const dir = keys.folder;
    const openssl = (...args: string[]) =>
      Bun.spawnSync(["openssl", ...args], { cwd: dir, stderr: "ignore" });
    await Bun.write(join(dir, "names"), "subjectAltName=DNS:good.test");
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-subj",
      "/CN=ca",
    );
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "s.key",
      "-out",
      "s.csr",
      "-subj",
      "/CN=good.test",
    );
    openssl(
      "x509",
      "-req",
      "-in",
      "s.csr",
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-out",
      "s.pem",
      "-extfile",
      "names",
    );
    const read = (name: string) => Bun.file(join(dir, name)).text();
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: { key: await read("s.key"), cert: await read("s.pem") },
      fetch: (request) => new Response(request.headers.get("host")),
    });
    const net = { allow: [], allowPrivate: true };
    const resolve = async () => ["127.0.0.1"];
    using trusting = new Bench({ net, resolve, ca: [await read("ca.pem")] });
    using plain = new Bench({ net, resolve });
    const url = (host: string) => `https://${host}:${server.port}/`;
    expect(payloadOf<Answered>(await trusting.call(HTTP, { url: url("good.test") })).body).toBe(
      `good.test:${server.port}`,
    );
    for (const refused of [
      await trusting.call(HTTP, { url: url("bad.test") }),
      await trusting.call(HTTP, { url: url("127.0.0.1") }),
      await plain.call(HTTP, { url: url("good.test") }),
    ])
      expect(refused).toMatchObject({ status: "error", error: { code: "HTTP_TLS", retryable: false } });
    server.stop(true);
  });
});
