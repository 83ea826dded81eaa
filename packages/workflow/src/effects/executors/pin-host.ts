// From a URL to the addresses a connection may go to (HTTP-1).
import { bareHost, parseAddress, refuseAddress } from "../net-rules.ts";
import type { NetRules } from "../policy.ts";
import { Refusal } from "../refusal.ts";

type PinPorts = { net: NetRules; resolve?: (host: string) => Promise<string[]> };

/** One address that is refused refuses the host: which one is used is not left to chance. */
export async function pinnedAddresses(
  url: URL,
  { net, resolve = systemResolve }: PinPorts,
): Promise<string[]> {
  const host = bareHost(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const addresses = parseAddress(host) === null ? await lookUp(host, resolve) : [host];
  for (const address of addresses) {
    const kind = refuseAddress(net, { host, address, port });
    if (kind !== null)
      throw new Refusal(
        "HTTP_ADDRESS_REFUSED",
        `${host}:${port} is a ${kind} address; to allow it, name it under http.allow in policy.yaml`,
        { details: { host, port, kind } },
      );
  }
  return addresses;
}

async function lookUp(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  try {
    const found = await resolve(host);
    if (found.length > 0) return found;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Refusal("HTTP_DNS", `${host} cannot be resolved: ${said}`, { retryable: true });
  }
  throw new Refusal("HTTP_DNS", `${host} has no address`, { retryable: true });
}

async function systemResolve(host: string): Promise<string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
