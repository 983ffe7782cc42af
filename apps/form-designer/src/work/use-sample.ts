import { useSyncExternalStore } from 'react'

/** The typed sample data, shared by checks and preview while the designer is open. */
let text = ''
const listeners = new Set<() => void>()

export function useSample(): [string, (next: string) => void] {
  const value = useSyncExternalStore(subscribe, () => text)
  return [value, setSample]
}

/** Returns the current sample data, without following changes. */
export function getSample(): string {
  return text
}

/** Replaces the sample data, also when another design is opened. */
export function setSample(next: string): void {
  text = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
