import { createTurns } from '../platform/turns.ts'

/** Carries out items concurrently, and items with the same key one after the other in their order. */
export interface Lanes<Item> {
  add(item: Item): void
  /** Settles when everything that was added has been carried out. */
  idle(): Promise<void>
}

export interface LanesOptions<Item> {
  /** How many at once. */
  readonly width: number
  readonly keyOf: (item: Item) => string
  /** Returns the owner of an item. Owners are served in turn. */
  readonly ownerOf: (item: Item) => string
  /** How many at once of what an item has in common with others, such as its owner or whom it asks. */
  readonly limits: readonly { readonly of: (item: Item) => string; readonly most: number }[]
  /** Does not fail. */
  readonly run: (item: Item) => Promise<void>
}

export function createLanes<Item>({ width, keyOf, ownerOf, limits, run }: LanesOptions<Item>): Lanes<Item> {
  const groups = new Map<string, Item[]>()
  /** Keys of groups that nobody is at. */
  const waiting = createTurns<string>()
  const running = new Set<Promise<void>>()
  const counts = limits.map(() => new Map<string, number>())

  const hasRoom = (item: Item) => limits.every(({ of, most }, index) => (counts[index]?.get(of(item)) ?? 0) < most)
  const count = (item: Item, step: 1 | -1) => {
    for (const [index, { of }] of limits.entries()) {
      const own = counts[index]
      const rest = (own?.get(of(item)) ?? 0) + step
      if (rest === 0) own?.delete(of(item))
      else own?.set(of(item), rest)
    }
  }

  const runFirst = async (key: string, group: Item[]) => {
    const [item] = group
    if (item === undefined) return
    count(item, 1)
    await run(item)
    count(item, -1)
    group.shift()
    if (group[0] === undefined) groups.delete(key)
    else waiting.add(ownerOf(group[0]), key)
  }

  const fill = () => {
    while (running.size < width) {
      const key = waiting.take((each) => groups.get(each)?.slice(0, 1).every(hasRoom) === true)
      if (key === undefined) return
      const lane = runFirst(key, groups.get(key) ?? []).finally(() => {
        running.delete(lane)
        fill()
      })
      running.add(lane)
    }
  }

  return {
    add: (item) => {
      const key = keyOf(item)
      const group = groups.get(key)
      if (group !== undefined) {
        group.push(item)
        return
      }
      groups.set(key, [item])
      waiting.add(ownerOf(item), key)
      fill()
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
