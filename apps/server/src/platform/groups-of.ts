/**
 * Yields neighbours in groups that weigh at most `most` together. An item that alone weighs more is a group of its own.
 */
export function* groupsOf<T>(
  items: readonly T[],
  { weightOf, most }: { readonly weightOf: (item: T) => number; readonly most: number },
): Generator<readonly T[]> {
  let [from, weight] = [0, 0]
  for (const [index, item] of items.entries()) {
    const own = weightOf(item)
    if (index > from && weight + own > most) {
      yield items.slice(from, index)
      from = index
      weight = 0
    }
    weight += own
  }
  if (from < items.length) yield items.slice(from)
}
