import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { WorkflowError } from "../../src/contract/errors.ts";
import { kindOf, parseAddress, refuseAddress } from "../../src/effects/net-rules.ts";
import { type NetRules, parsePolicy } from "../../src/effects/policy.ts";

describe("OPS-82: policy.yaml", () => {
  test("OPS-82: each risk has its rule; without a file everything is allowed, except private addresses", () => {
    expect(parsePolicy("risks: { destructive: approve, financial: deny }\n")).toEqual({
      risks: { destructive: "approve", financial: "deny" },
      http: { allow: [], allowPrivate: false },
      files: { allowGit: false },
      say: { allowTemperature: false },
      permissions: [],
    });
    for (const none of [null, "", "# later\n", "risks:\n"])
      expect(parsePolicy(none)).toEqual({
        risks: {},
        http: { allow: [], allowPrivate: false },
        files: { allowGit: false },
        say: { allowTemperature: false },
        permissions: [],
      });
  });

  test("addresses are allowed by host and port", () => {
    expect(
      parsePolicy('http: { allow: ["127.0.0.1:8080", "*.internal", "[::1]:80"], allowPrivate: true }\n').http,
    ).toEqual({
      allow: ["127.0.0.1:8080", "*.internal", "[::1]:80"],
      allowPrivate: true,
    });
  });

  test.each([
    ["risk: {}", "`risk`", "known keys here: risks, default, http"],
    ["risks: { deletion: deny }", "`risks.deletion`", "destructive"],
    ["risks: { write: ask }", "`risks.write`", "allow"],
    ["risks: [write]", "`risks`", ""],
    ["http: { allowprivate: true }", "`http.allowprivate`", "allowPrivate"],
    ["http: { allowPrivate: yes }", "`http.allowPrivate`", ""],
    ["http: { allow: localhost }", "`http.allow`", ""],
    ['http: { allow: ["http://localhost"] }', "`http.allow[0]`", "127.0.0.1:8080"],
    ['http: { allow: ["a", "*"] }', "`http.allow[1]`", ""],
    ['http: { allow: ["a:99999"] }', "`http.allow[0]`", ""],
    ['http: { allow: ["10.0.0.0/8"] }', "`http.allow[0]`", ""],
  ])("%s is refused with its field", (yaml, field, hint) => {
    try {
      parsePolicy(yaml);
      throw new Error("accepted");
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      expect([error.code, error.message]).toEqual(["SCHEMA_INVALID", expect.stringContaining(field)]);
      expect(error.hint).toContain(hint);
    }
  });
});

describe("N8: which addresses are public", () => {
  const kind = (address: string) => {
    const bytes = parseAddress(address);
    return bytes === null ? null : kindOf(bytes);
  };

  test.each([
    ["8.8.8.8", "public"],
    ["172.15.255.255", "public"],
    ["172.32.0.0", "public"],
    ["100.128.0.0", "public"],
    ["2606:4700::1111", "public"],
    ["::ffff:8.8.8.8", "public"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["::127.0.0.1", "loopback"],
    ["64:ff9b::127.0.0.1", "loopback"],
    ["2002:7f00:1::", "loopback"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "private"],
    ["100.100.100.200", "private"],
    ["fd00:ec2::254", "private"],
    ["2002:a00:1::", "private"],
    ["169.254.169.254", "link-local"],
    ["168.63.129.16", "link-local"],
    ["::ffff:169.254.169.254", "link-local"],
    ["fe80::1", "link-local"],
    ["0.0.0.0", "reserved"],
    ["::", "reserved"],
    ["224.0.0.1", "reserved"],
    ["255.255.255.255", "reserved"],
    ["192.0.2.1", "reserved"],
    ["198.18.0.1", "reserved"],
    ["ff02::1", "reserved"],
    ["2001:db8::1", "reserved"],
    ["2001::1", "reserved"],
    ["64:ff9b:1::1", "reserved"],
    ["100::1", "reserved"],
  ])("N8: %s is %s", (address, expected) => {
    expect(kind(address)).toBe(expected as never);
  });

  test.each([
    "fe80::1%eth0",
    "127.1",
    "0177.0.0.1",
    "1.2.3",
    "1.2.3.256",
    "::1::2",
    "localhost",
    "",
    "1.2.3.4.5",
    "0x7f.0.0.1",
  ])("N8: %s is no address", (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  test("N8: every IPv4 address is judged the same when it is carried by IPv6", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(kind(`::ffff:${address}`)).toBe(kind(address));
        expect(kind(`64:ff9b::${address}`)).toBe(kind(address));
      }),
    );
  });
});

describe("N8: what the rules open", () => {
  const refuse = (rules: Partial<NetRules>, host: string, address = host, port = 80) =>
    refuseAddress({ allow: [], allowPrivate: false, ...rules }, { host, address, port });

  test("N8: nothing private without a rule", () => {
    expect(refuse({}, "a.test", "8.8.8.8")).toBeNull();
    expect(refuse({}, "a.test", "10.0.0.1")).toBe("private");
    expect(refuse({}, "a.test", "not an address")).toBe("unreadable");
  });

  test("N8: allowPrivate opens private and loopback, not where clouds hand out credentials", () => {
    expect(refuse({ allowPrivate: true }, "10.0.0.1")).toBeNull();
    expect(refuse({ allowPrivate: true }, "::1")).toBeNull();
    expect(refuse({ allowPrivate: true }, "169.254.169.254")).toBe("link-local");
    expect(refuse({ allowPrivate: true }, "0.0.0.0")).toBe("reserved");
  });

  test("N8: a name opens its own private addresses, on its port", () => {
    const rules = { allow: ["*.internal", "db.test:5432"] };
    expect(refuse(rules, "api.internal", "10.0.0.1")).toBeNull();
    expect(refuse(rules, "API.internal.", "10.0.0.1")).toBeNull();
    expect(refuse(rules, "internal", "10.0.0.1")).toBe("private");
    expect(refuse(rules, "evil-internal", "10.0.0.1")).toBe("private");
    expect(refuse(rules, "metadata.google.internal", "169.254.169.254")).toBe("link-local");
    expect(refuse(rules, "db.test", "10.0.0.1", 5432)).toBeNull();
    expect(refuse(rules, "db.test", "10.0.0.1", 80)).toBe("private");
  });

  test("N8: an address opens itself, whatever name leads there", () => {
    const rules = { allow: ["127.0.0.1:8080", "169.254.169.254", "[::1]:80"] };
    expect(refuse(rules, "localhost", "127.0.0.1", 8080)).toBeNull();
    expect(refuse(rules, "localhost", "::ffff:127.0.0.1", 8080)).toBeNull();
    expect(refuse(rules, "localhost", "127.0.0.1", 8081)).toBe("loopback");
    expect(refuse(rules, "169.254.169.254")).toBeNull();
    expect(refuse(rules, "::1")).toBeNull();
  });
});
