import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

export function openPalette(): void {
  setPaletteOpen(true)
}

export function setPaletteOpen(value: boolean): void {
  isOpen = value
  for (const listener of listeners) listener()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
