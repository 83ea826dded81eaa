const SHORT_CHARS = 6;

/**
 * How the threads of one list are called in it: on a screen by the end of their ids, as much as tells them apart. Every
 * verb takes that form, the ellipsis included. A program that reads on gets the whole id.
 */
export function threadNamer(
  ids: readonly string[],
  { isInteractive }: { isInteractive: boolean },
): (id: string) => string {
  if (!isInteractive) return (id) => id;
  const all = new Set(ids);
  let chars = SHORT_CHARS;
  while (new Set([...all].map((id) => id.slice(-chars))).size < all.size) chars += 1;
  return (id) => (id.length <= chars ? id : `…${id.slice(-chars)}`);
}
