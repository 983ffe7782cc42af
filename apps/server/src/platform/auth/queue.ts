/** Creates a queue that runs work with the same key one after another, in order of arrival. */
export function createQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const next = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = next.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return next
  }
}
