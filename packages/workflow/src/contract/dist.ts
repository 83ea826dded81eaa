// How this program was put together: from its sources, or as the few files of dist/ (see scripts/build-dist.ts).

/** Only known to the builds, which set them. */
declare const UNCAGED_DIST: true | undefined;
declare const UNCAGED_BINARY: true | undefined;

/** The folder with worker.js and bundle-host.js, or null when sources run. */
export const DIST_DIR: string | null = typeof UNCAGED_DIST === "undefined" ? null : folderOf(Bun.main);

/** The program is our one executable file: its own files lie inside it. Somebody else's, with us in it, is another matter. */
export const IS_BINARY: boolean = typeof UNCAGED_BINARY !== "undefined";

/** The program was started as dist/worker.js, or through its launcher in bin/. */
function folderOf(main: string): string {
  const folder = main.slice(0, main.lastIndexOf("/"));
  return folder.endsWith("/bin") ? `${folder.slice(0, -"/bin".length)}/dist` : folder;
}
