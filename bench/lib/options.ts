import { parseArgs } from "node:util";

export type Options = {
  only: string[] | undefined;
  /** Names of peers; none without --peers. */
  peers: string[];
  json: string | undefined;
  write: boolean;
};

/** Ends the bench with 10 when it was asked for something that is not there. */
export function readOptions(args: string[], rows: string[], peers: string[]): Options {
  const usage = `bun run bench [--only row,row] [--peers[=peer,peer]] [--json file] [--write]
rows: ${rows.join(", ")}
peers: ${peers.join(", ")}`;
  // parseArgs knows no option whose value may be left out.
  const spelled = args.map((arg) => (arg === "--peers" ? `--peers=${peers.join(",")}` : arg));
  try {
    const { values } = parseArgs({
      args: spelled,
      options: {
        only: { type: "string" },
        peers: { type: "string" },
        json: { type: "string" },
        write: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return {
      only: known(values.only, rows, "row"),
      peers: known(values.peers, peers, "peer") ?? [],
      json: values.json,
      write: values.write ?? false,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(10);
  }
}

function known(list: string | undefined, names: string[], what: string): string[] | undefined {
  const wanted = list?.split(",");
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return wanted;
  throw new Error(`there is no ${what} ${unknown.join(", ")}`);
}
