import type { KeyboardEvent } from 'react'
import { copy, duplicate, moveStep, paste, remove, selectAround, selectNeighbour } from './actions.ts'
import { copyMarked, duplicateMarked, markNeighbour, removeMarked } from './bulk-actions.ts'
import type { DesignerStore } from './designer-store.ts'
import { useStore } from './use-designer.ts'

/**
 * Returns the handler of the keyboard shortcuts for nodes on the canvas and in the outline. Keys in text fields are
 * left to them.
 */
export function useNodeKeys(options: { onRename: () => void }): (event: KeyboardEvent<HTMLElement>) => void {
  const store = useStore()
  return (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const act = findAction(event, store, options.onRename)
    if (act === null) return
    event.preventDefault()
    act()
  }
}

/** Returns whether key presses on the target enter text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]') !== null
  )
}

function findAction(event: KeyboardEvent, store: DesignerStore, onRename: () => void): (() => void) | null {
  const { selected, marked } = store.getState()
  const { key, altKey, shiftKey } = event
  const withControl = event.ctrlKey || event.metaKey
  if (withControl && marked.length > 0) return findBulkAction(key.toLowerCase(), store)
  if (withControl) return findControlAction(key.toLowerCase(), store, selected)
  if (shiftKey && key === 'ArrowDown') return () => markNeighbour(store, 1)
  if (shiftKey && key === 'ArrowUp') return () => markNeighbour(store, -1)
  if (altKey && selected !== null) {
    const step = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const)[key]
    return step === undefined ? null : () => moveStep(store, selected, step)
  }
  if (altKey || shiftKey) return null
  if (key === 'ArrowDown') return () => selectNeighbour(store, 1)
  if (key === 'ArrowUp') return () => selectNeighbour(store, -1)
  if (selected === null) return null
  if (key === 'Escape') return () => (marked.length > 0 ? store.select(selected) : selectAround(store, selected))
  if (key === 'Delete' && marked.length > 0) return () => removeMarked(store)
  if (key === 'Delete') return () => remove(store, selected)
  if (key === 'F2') return onRename
  return null
}

/** Undo and redo are in `use-window-keys.ts`: they work everywhere. */
function findControlAction(key: string, store: DesignerStore, selected: string | null): (() => void) | null {
  if (key === 'v') return () => void paste(store)
  if (selected === null) return null
  if (key === 'd') return () => duplicate(store, selected)
  if (key === 'c') return () => void copy(store, selected)
  if (key === 'x') return () => void copy(store, selected, true)
  return null
}

function findBulkAction(key: string, store: DesignerStore): (() => void) | null {
  if (key === 'v') return () => void paste(store)
  if (key === 'd') return () => duplicateMarked(store)
  if (key === 'c') return () => void copyMarked(store)
  if (key === 'x') return () => void copyMarked(store, true)
  return null
}
