/**
 * Ids by a key, each once, in the order in which they were added. Nearly every key has a single id, which is stored
 * without a set: 40,000 sets took half the time of loading 40,000 variables.
 */
export class IdsByKey {
  readonly #ids = new Map<string, string | Set<string>>()

  of(key: string): Iterable<string> {
    const ids = this.#ids.get(key)
    if (ids === undefined) return none
    return typeof ids === 'string' ? [ids] : ids
  }

  has(key: string, id: string): boolean {
    const ids = this.#ids.get(key)
    return typeof ids === 'string' ? ids === id : ids?.has(id) === true
  }

  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (typeof ids !== 'string') ids.add(id)
    else if (ids !== id) this.#ids.set(key, new Set([ids, id]))
  }

  delete(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === id || (typeof ids === 'object' && ids.delete(id) && ids.size === 0)) this.#ids.delete(key)
  }

  /** Sorts the ids of each key. */
  sort(): void {
    for (const [key, ids] of this.#ids) if (typeof ids !== 'string') this.#ids.set(key, new Set([...ids].sort()))
  }
}

const none: readonly string[] = []
