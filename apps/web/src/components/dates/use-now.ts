import { useSyncExternalStore } from 'react'

/** Milliseconds: ages and due dates are shown to the minute. */
const interval = 30_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Returns the current time, updated every half minute for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, interval)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}
