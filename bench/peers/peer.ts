/** A server the bench started: what drivers need to reach it, and how it ends. */
export type Server = AsyncDisposable & { env: Record<string, string>; version: string };

export type Peer = {
  /** Its folder here, and its key in the results. */
  name: string;
  label: string;
  /** Packages whose versions are told. */
  packages: string[];
  runtime: "node" | "bun";
  /** What it promises about a step that it has acknowledged, as it is driven here. */
  durability: string;
  startServer?: () => Promise<Server>;
};
