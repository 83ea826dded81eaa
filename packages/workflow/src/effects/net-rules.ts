// Which addresses a request may reach. Everything that is not plainly the public internet is refused unless allowed.
//
// NET-1. Every notation of an address is reduced to its bytes before it is judged.
// NET-2. An IPv6 address that carries an IPv4 address is judged by that one.
// NET-3. `allowPrivate`, and a host allowed by name, open private and loopback addresses only. Link-local addresses,
//     where clouds hand out credentials, and reserved ones must be allowed by the address itself.
import type { NetRules } from "./policy.ts";

export type AddressKind = "public" | "loopback" | "private" | "link-local" | "reserved";

export type Allowed = { host: string; isSuffix: boolean; port: number | null };

/** Null when the request may go there, else why not. `host` is as the URL has it, `address` what it resolved to. */
export function refuseAddress(
  rules: NetRules,
  { host, address, port }: { host: string; address: string; port: number },
): AddressKind | "unreadable" | null {
  const bytes = parseAddress(address);
  if (bytes === null) return "unreadable";
  const kind = kindOf(bytes);
  if (kind === "public") return null;
  const allowed = rules.allow.map(parseAllowed).filter((one) => one !== null);
  if (allowed.some((one) => allowsAddress(one, bytes, port))) return null;
  if (kind !== "loopback" && kind !== "private") return kind;
  if (rules.allowPrivate || allowed.some((one) => allowsName(one, host, port))) return null;
  return kind;
}

/** `host`, `host:port`, `*.suffix`, `1.2.3.4:80`, `[::1]:80`. Null when it is none of these. */
export function parseAllowed(text: string): Allowed | null {
  const match = /^(\*\.)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return null;
  const [, star, host = "", port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return null;
  if (host.startsWith("[") && (star !== undefined || parseAddress(host) === null)) return null;
  return {
    host: bareHost(host),
    isSuffix: star !== undefined,
    port: port === undefined ? null : Number(port),
  };
}

/** Lower case, without brackets and without the dot of a full name. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

/** 4 or 16 bytes, or null. Takes what resolvers and `URL` produce; the odd notations are gone by then. */
export function parseAddress(text: string): number[] | null {
  const bare = bareHost(text);
  return bare.includes(":") ? parseV6(bare) : parseV4(bare);
}

export function kindOf(bytes: number[]): AddressKind {
  if (bytes.length === 4) return kindOfV4(bytes);
  const inner = embeddedV4(bytes);
  return inner === null ? kindOfV6(bytes) : kindOfV4(inner);
}

function allowsAddress({ host, isSuffix, port }: Allowed, bytes: number[], at: number): boolean {
  if (isSuffix || (port !== null && port !== at)) return false;
  const own = parseAddress(host);
  return own !== null && sameBytes(embeddedV4(own) ?? own, embeddedV4(bytes) ?? bytes);
}

function allowsName({ host, isSuffix, port }: Allowed, name: string, at: number): boolean {
  if (port !== null && port !== at) return false;
  const bare = bareHost(name);
  return isSuffix ? bare.endsWith(`.${host}`) : bare === host;
}

// --- IPv4

const V4: readonly [prefix: readonly number[], bits: number, kind: AddressKind][] = [
  [[0, 0, 0, 0], 8, "reserved"],
  [[10, 0, 0, 0], 8, "private"],
  [[100, 64, 0, 0], 10, "private"], // carriers; Alibaba's metadata
  [[127, 0, 0, 0], 8, "loopback"],
  [[168, 63, 129, 16], 32, "link-local"], // Azure's metadata
  [[169, 254, 0, 0], 16, "link-local"],
  [[172, 16, 0, 0], 12, "private"],
  [[192, 0, 0, 0], 24, "reserved"],
  [[192, 0, 2, 0], 24, "reserved"],
  [[192, 88, 99, 0], 24, "reserved"],
  [[192, 168, 0, 0], 16, "private"],
  [[198, 18, 0, 0], 15, "reserved"],
  [[198, 51, 100, 0], 24, "reserved"],
  [[203, 0, 113, 0], 24, "reserved"],
  [[224, 0, 0, 0], 3, "reserved"],
];

function kindOfV4(bytes: number[]): AddressKind {
  return V4.find(([prefix, bits]) => startsWith(bytes, prefix, bits))?.[2] ?? "public";
}

function parseV4(text: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const bytes = text.split(".").map(Number);
  // A leading zero is octal to some and decimal to others.
  return bytes.every((byte) => byte <= 255) && bytes.join(".") === text ? bytes : null;
}

// --- IPv6

const V6: readonly [prefix: readonly number[], bits: number, kind: AddressKind][] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, "loopback"],
  [[0xfc], 7, "private"],
  [[0xfe, 0x80], 10, "link-local"],
  [[0xfe, 0xc0], 10, "private"],
  [[0x20, 0x01, 0x0d, 0xb8], 32, "reserved"],
  [[0x20, 0x01, 0x00], 23, "reserved"], // Teredo, ORCHID and other tunnels
  [[0x3f, 0xff, 0x00], 20, "reserved"],
  [[0x20], 3, "public"],
];

function kindOfV6(bytes: number[]): AddressKind {
  return V6.find(([prefix, bits]) => startsWith(bytes, prefix, bits))?.[2] ?? "reserved";
}

/** Mapped, compatible, NAT64 and 6to4. */
function embeddedV4(bytes: number[]): number[] | null {
  if (bytes.length !== 16) return null;
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 0xff && bytes[11] === 0xff) return bytes.slice(12);
  if (zeros(0, 12) && !zeros(12, 15)) return bytes.slice(12);
  if (startsWith(bytes, [0, 0x64, 0xff, 0x9b], 32) && zeros(4, 12)) return bytes.slice(12);
  if (startsWith(bytes, [0x20, 0x02], 16)) return bytes.slice(2, 6);
  return null;
}

function parseV6(text: string): number[] | null {
  // A zone (`%eth0`) chooses an interface: only link-local addresses have one.
  if (!/^[0-9a-f:.]+$/.test(text)) return null;
  try {
    return expand(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  } catch {
    return null;
  }
}

/** From the shortest form, which is what `URL` gives. */
function expand(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const groups = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const middle = Array<number>(8 - front.length - back.length).fill(0);
  return [...front, ...middle, ...back].flatMap((group) => [group >> 8, group & 0xff]);
}

function startsWith(bytes: number[], prefix: readonly number[], bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff;
    if (((bytes[bit / 8] ?? 0) & mask) !== ((prefix[bit / 8] ?? 0) & mask)) return false;
  }
  return true;
}

function sameBytes(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
