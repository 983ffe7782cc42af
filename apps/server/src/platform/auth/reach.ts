/** The processes or decisions that a right covers, by their keys. */
export interface Reach {
  /** Whether the permission applies everywhere except to `keys`; otherwise it applies to `keys` only. */
  readonly isEverywhere: boolean
  readonly keys: ReadonlySet<string>
}

export const everywhere: Reach = { isEverywhere: true, keys: new Set() }
export const nowhere: Reach = { isEverywhere: false, keys: new Set() }

export function onlyTo(keys: Iterable<string>): Reach {
  return { isEverywhere: false, keys: new Set(keys) }
}

/**
 * Returns whether a reach covers an object.
 *
 * @param key the key of its process or decision; null for objects that belong to no process, which only an unlimited
 * reach covers.
 */
export function reaches({ isEverywhere, keys }: Reach, key: string | null): boolean {
  return key === null ? isEverywhere : keys.has(key) !== isEverywhere
}

/** Returns whether a right covers everything. */
export function isUnlimited({ isEverywhere, keys }: Reach): boolean {
  return isEverywhere && keys.size === 0
}

/** Returns whether a right covers nothing. */
export function isNowhere({ isEverywhere, keys }: Reach): boolean {
  return !isEverywhere && keys.size === 0
}

/** Returns whether the first reach covers everything that the second covers. */
export function contains(outer: Reach, inner: Reach): boolean {
  return isNowhere(intersect(inner, complement(outer)))
}

/** Returns the union of two reaches. */
export function unite(one: Reach, other: Reach): Reach {
  return complement(intersect(complement(one), complement(other)))
}

/** Returns the intersection of two reaches. */
export function intersect(one: Reach, other: Reach): Reach {
  if (one.isEverywhere && other.isEverywhere) return { isEverywhere: true, keys: one.keys.union(other.keys) }
  if (one.isEverywhere) return { isEverywhere: false, keys: other.keys.difference(one.keys) }
  if (other.isEverywhere) return { isEverywhere: false, keys: one.keys.difference(other.keys) }
  return { isEverywhere: false, keys: one.keys.intersection(other.keys) }
}

function complement({ isEverywhere, keys }: Reach): Reach {
  return { isEverywhere: !isEverywhere, keys }
}
