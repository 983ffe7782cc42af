/** Which processes, or decisions, a right reaches, by their keys. */
export interface Reach {
  /** Whether `keys` are those that it does not reach. */
  readonly isEverywhere: boolean
  readonly keys: ReadonlySet<string>
}

export const everywhere: Reach = { isEverywhere: true, keys: new Set() }
export const nowhere: Reach = { isEverywhere: false, keys: new Set() }

export function onlyTo(keys: Iterable<string>): Reach {
  return { isEverywhere: false, keys: new Set(keys) }
}

/** @param key null for what belongs to no process: only a right to everything reaches it. */
export function reaches({ isEverywhere, keys }: Reach, key: string | null): boolean {
  return key === null ? isEverywhere : keys.has(key) !== isEverywhere
}

/** Whether it reaches all that exist. */
export function isUnlimited({ isEverywhere, keys }: Reach): boolean {
  return isEverywhere && keys.size === 0
}

/** Whether there is nothing that it could reach. */
export function isNowhere({ isEverywhere, keys }: Reach): boolean {
  return !isEverywhere && keys.size === 0
}

/** Whether the first reaches all that the second does. */
export function contains(outer: Reach, inner: Reach): boolean {
  return isNowhere(intersect(inner, complement(outer)))
}

/** What either reaches. */
export function unite(one: Reach, other: Reach): Reach {
  return complement(intersect(complement(one), complement(other)))
}

/** What both reach. */
export function intersect(one: Reach, other: Reach): Reach {
  if (one.isEverywhere && other.isEverywhere) return { isEverywhere: true, keys: one.keys.union(other.keys) }
  if (one.isEverywhere) return { isEverywhere: false, keys: other.keys.difference(one.keys) }
  if (other.isEverywhere) return { isEverywhere: false, keys: one.keys.difference(other.keys) }
  return { isEverywhere: false, keys: one.keys.intersection(other.keys) }
}

function complement({ isEverywhere, keys }: Reach): Reach {
  return { isEverywhere: !isEverywhere, keys }
}
