/** Carries out items side by side, and those with the same key one after the other in their order. */
export interface Lanes<Item> {
  add(item: Item): void
  /** Settles when everything that was added has been carried out. */
  idle(): Promise<void>
}

export interface LanesOptions<Item> {
  /** How many at once. */
  readonly width: number
  readonly keyOf: (item: Item) => string
  /** Does not fail. */
  readonly run: (item: Item) => Promise<void>
}

export function createLanes<Item>({ width, keyOf, run }: LanesOptions<Item>): Lanes<Item> {
  const groups = new Map<string, Item[]>()
  const waiting: string[] = []
  const running = new Set<Promise<void>>()

  const runGroup = async (key: string) => {
    const group = groups.get(key) ?? []
    for (let item = group.shift(); item !== undefined; item = group.shift()) await run(item)
    groups.delete(key)
  }

  const fill = () => {
    while (running.size < width) {
      const key = waiting.shift()
      if (key === undefined) return
      const lane = runGroup(key).finally(() => {
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
      waiting.push(key)
      fill()
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
