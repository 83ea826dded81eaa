// A bug to plant in a copy of the engine.

export type Plant = {
  what: string;
  /** Under packages/workflow/src; of another package from `packages/` on. */
  file: string;
  from: string;
  to: string;
  /** The mode, or the file of tests, that must find it, and what it then says. */
  mode: string;
  says: RegExp;
  /** A sample may miss it: every case is tried, until one complains. */
  isFull?: true;
};

/** Where the line to change stands, from the root of the repository. */
export function pathOf({ file }: Pick<Plant, "file">): string {
  return file.startsWith("packages/") ? file : `packages/workflow/src/${file}`;
}
