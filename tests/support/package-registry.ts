// A registry of packages for the tarballs of scripts/pack.ts, as npm and Bun ask one. All other packages come from the
// registry that the machine uses: only the scope @uncaged is sent here.
import { basename } from "node:path";

export type PackageRegistry = Disposable & { url: string };

export async function packageRegistry(tarballs: Iterable<string>): Promise<PackageRegistry> {
  const packages = new Map<string, Packed>();
  for (const path of tarballs) {
    const packed = await readTarball(path);
    packages.set(packed.manifest.name, packed);
  }
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      const asked = decodeURIComponent(pathname.slice(1));
      const packed = packages.get(asked);
      if (packed !== undefined) return Response.json(packument(packed, origin));
      const file = [...packages.values()].find(({ path }) => asked === `tarballs/${basename(path)}`);
      return file === undefined ? new Response("{}", { status: 404 }) : new Response(Bun.file(file.path));
    },
  });
  return { url: `http://127.0.0.1:${server.port}/`, [Symbol.dispose]: () => void server.stop(true) };
}

type Packed = {
  path: string;
  manifest: { name: string; version: string; [key: string]: unknown };
  integrity: string;
  shasum: string;
};

async function readTarball(path: string): Promise<Packed> {
  const bytes = await Bun.file(path).bytes();
  const { stdout } = Bun.spawnSync(["tar", "-xzOf", path, "package/package.json"]);
  return {
    path,
    manifest: JSON.parse(stdout.toString()),
    integrity: `sha512-${new Bun.CryptoHasher("sha512").update(bytes).digest("base64")}`,
    shasum: new Bun.CryptoHasher("sha1").update(bytes).digest("hex"),
  };
}

function packument({ path, manifest, integrity, shasum }: Packed, origin: string) {
  const { name, version } = manifest;
  const dist = { tarball: `${origin}/tarballs/${basename(path)}`, integrity, shasum };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
