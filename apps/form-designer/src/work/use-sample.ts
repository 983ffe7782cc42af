import { useSyncExternalStore } from 'react'

/** What was typed as sample data, for checks and preview alike, as long as the designer is open. */
let text = ''
const listeners = new Set<() => void>()

export function useSample(): [string, (next: string) => void] {
  const value = useSyncExternalStore(subscribe, () => text)
  return [value, setSample]
}

/** The same, once. */
export function getSample(): string {
  return text
}

/** Also when another design is opened. */
export function setSample(next: string): void {
  text = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
