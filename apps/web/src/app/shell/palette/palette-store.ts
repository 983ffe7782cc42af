import { useSyncExternalStore } from 'react'

interface State {
  readonly isOpen: boolean
  readonly query: string
  /** Enter was pressed before there was anything: what stands first is opened as soon as it is there. */
  readonly isEntered: boolean
}

let state: State = { isOpen: false, query: '', isEntered: false }
const listeners = new Set<() => void>()

/** Opens it, and keeps what is typed until its input has the focus: the first time its program has to be loaded. */
export function openPalette(): void {
  if (state.isOpen) return
  change({ isOpen: true, query: '', isEntered: false })
  addEventListener('keydown', keep, { capture: true })
}

export function closePalette(): void {
  stopKeeping()
  change({ isOpen: false, query: '', isEntered: false })
}

/** The input has the focus: what is typed from now on is its own. */
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
