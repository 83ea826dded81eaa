/** An option that is undefined counts as left out. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** The engine refuses undefined members, since JSON cannot carry them; `{ cwd: maybe }` is too common to refuse. */
export function withoutUndefined<T extends object>(options: Loose<T>): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
