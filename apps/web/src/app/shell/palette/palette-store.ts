import { useSyncExternalStore } from 'react'

interface State {
  readonly isOpen: boolean
  readonly query: string
  /** Enter was pressed before there was anything: what stands first is opened as soon as it is there. */
  readonly isEntered: boolean
}

let state: State = { isOpen: false, query: '', isEntered: false }
const listeners = new Set<() => void>()

/**
 * Opens the command palette. Keys that are typed before its input has the focus are kept, because its code is loaded at
 * the first use.
 */
export function openPalette(): void {
  if (state.isOpen) return
  change({ isOpen: true, query: '', isEntered: false })
  addEventListener('keydown', keep, { capture: true })
}

export function closePalette(): void {
  stopKeeping()
  change({ isOpen: false, query: '', isEntered: false })
}

/** Stops keeping typed keys when the input of the palette has the focus. */
export function stopKeeping(): void {
  removeEventListener('keydown', keep, { capture: true })
}

export function setPaletteQuery(query: string, isEntered = false): void {
  change({ ...state, query, isEntered })
}

export function usePalette(): State {
  return useSyncExternalStore(subscribe, () => state)
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape') closePalette()
  else if (event.key === 'Backspace') setPaletteQuery(state.query.slice(0, -1))
  else if (event.key === 'Enter') setPaletteQuery(state.query, true)
  else if (event.key.length === 1) setPaletteQuery(state.query + event.key)
  else return
  event.preventDefault()
  event.stopPropagation()
}

function change(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
