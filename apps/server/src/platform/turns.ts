/** Items that wait, each with an owner and a member of the owner, such as a caller in a workplace. */
export interface Turns<Item> {
  readonly size: number
  sizeOf(owner: string, within?: string): number
  add(owner: string, item: Item, within?: string): void
  /**
   * Takes the first permitted item of the next owner who has one, and of the next group within it. The owner and the
   * group then move to the end of their queues.
   */
  take(may: (item: Item) => boolean): Item | undefined
  /** @returns whether it waited. */
  remove(owner: string, item: Item): boolean
  /** All, which then wait no more. */
  clear(): Item[]
}

/**
 * Creates a queue that serves owners in turn, within each its members in turn, and the items of a member in order, so
 * that a member with a thousand items waits behind its own.
 */
export function createTurns<Item extends {}>(): Turns<Item> {
  const byOwner = new Map<string, Map<string, Item[]>>()

  /** Takes one out; what is left is behind all others where it had its turn. */
  const takeOut = (owner: string, within: string, index: number, hadTurn: boolean): Item | undefined => {
    const own = byOwner.get(owner) ?? new Map<string, Item[]>()
    const items = own.get(within) ?? []
    const [item] = items.splice(index, 1)
    if (hadTurn || items.length === 0) own.delete(within)
    if (items.length > 0) own.set(within, items)
    if (hadTurn || own.size === 0) byOwner.delete(owner)
    if (own.size > 0) byOwner.set(owner, own)
    return item
  }

  return {
    get size() {
      return byOwner.values().reduce((sum, own) => sum + sizeOf(own), 0)
    },
    sizeOf: (owner, within) => {
      const own = byOwner.get(owner)
      if (own === undefined) return 0
      return within === undefined ? sizeOf(own) : (own.get(within)?.length ?? 0)
    },
    add: (owner, item, within = '') => {
      const own = byOwner.get(owner) ?? new Map<string, Item[]>()
      byOwner.set(owner, own)
      const items = own.get(within)
      if (items === undefined) own.set(within, [item])
      else items.push(item)
    },
    take: (may) => {
      for (const [owner, own] of byOwner)
        for (const [within, items] of own) {
          const index = items.findIndex(may)
          if (index >= 0) return takeOut(owner, within, index, true)
        }
      return undefined
    },
    remove: (owner, item) => {
      for (const [within, items] of byOwner.get(owner) ?? []) {
        const index = items.indexOf(item)
        if (index >= 0) return takeOut(owner, within, index, false) !== undefined
      }
      return false
    },
    clear: () => {
      const items = [...byOwner.values()].flatMap((own) => [...own.values()].flat())
      byOwner.clear()
      return items
    },
  }
}

function sizeOf<Item>(own: ReadonlyMap<string, readonly Item[]>): number {
  return own.values().reduce((sum, items) => sum + items.length, 0)
}
