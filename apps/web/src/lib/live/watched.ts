const counts = new Map<string, number>()
const listeners = new Set<() => void>()
let key = ''

/** Says that this window shows something, `task:ID` or `instance:ID`, until the function that it gives is called. */
export function watch(thing: string): () => void {
  change(thing, 1)
  return () => change(thing, -1)
}

/** What this window shows, with commas. */
export function listWatched(): string {
  return key
}

/** Calls back when that changes. @returns what ends it. */
export function onWatched(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(thing: string, by: 1 | -1): void {
  const count = (counts.get(thing) ?? 0) + by
  if (count > 0) counts.set(thing, count)
  else counts.delete(thing)
  const next = [...counts.keys()].sort().join(',')
  if (next === key) return
  key = next
  for (const listener of listeners) listener()
}
