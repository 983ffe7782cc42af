/**
 * Returns a record of entries with names from outside. It has no prototype, so that asking it for `constructor` or
 * writing `__proto__` finds and does nothing unexpected.
 */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null)
}
