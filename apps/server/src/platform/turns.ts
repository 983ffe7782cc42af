/** What waits, each for its owner. */
export interface Turns<Item> {
  readonly size: number
  sizeOf(owner: string): number
  add(owner: string, item: Item): void
  /** The first item that may go, of the next owner who has one: the owner stands behind all others then. */
  take(may: (item: Item) => boolean): Item | undefined
  /** @returns whether it waited. */
  remove(owner: string, item: Item): boolean
  /** All, which then wait no more. */
  clear(): Item[]
}

/** Owners are served in turn, and the items of one in their order: one with a thousand waits behind its own. */
export function createTurns<Item extends {}>(): Turns<Item> {
  const byOwner = new Map<string, Item[]>()
  return {
    get size() {
      return byOwner.values().reduce((sum, items) => sum + items.length, 0)
    },
    sizeOf: (owner) => byOwner.get(owner)?.length ?? 0,
    add: (owner, item) => {
      const items = byOwner.get(owner)
      if (items === undefined) byOwner.set(owner, [item])
      else items.push(item)
    },
    take: (may) => {
      for (const [owner, items] of byOwner) {
        const index = items.findIndex(may)
        if (index < 0) continue
        const [item] = items.splice(index, 1)
        byOwner.delete(owner)
        if (items.length > 0) byOwner.set(owner, items)
        return item
      }
      return undefined
    },
    remove: (owner, item) => {
      const items = byOwner.get(owner)
      const index = items?.indexOf(item) ?? -1
      if (items === undefined || index < 0) return false
      items.splice(index, 1)
      if (items.length === 0) byOwner.delete(owner)
      return true
    },
    clear: () => {
      const items = [...byOwner.values()].flat()
      byOwner.clear()
      return items
    },
  }
}
