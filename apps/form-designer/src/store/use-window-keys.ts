import { useEffect, useEffectEvent } from 'react'
import { redoLast, undoLast } from './actions.ts'
import { useStore } from './use-designer.ts'
import { isTyping } from './use-keys.ts'

interface Options {
  readonly onSave: () => void
  /** Puts the focus on the search of the palette. */
  readonly onSearch: () => void
  /** Goes back to the canvas from the panes beside it. */
  readonly onLeave: () => void
  /** Shows what the keys do. */
  readonly onKeys: () => void
}

/**
 * Handles keyboard shortcuts in the whole designer, unless a dialog is open. In a text field, undo concerns its text.
 */
export function useWindowKeys({ onSave, onSearch, onLeave, onKeys }: Options): void {
  const store = useStore()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]') !== null) return
    const key = event.key.toLowerCase()
    const withControl = (event.ctrlKey || event.metaKey) && !event.altKey
    const act = withControl ? findControlAction(key, event) : findPlainAction(key, event)
    if (act === null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  function findPlainAction(key: string, { target }: KeyboardEvent): (() => void) | null {
    if (key === '/' && !isTyping(target)) return onSearch
    if (key === '?' && !isTyping(target)) return onKeys
    const isBeside = target instanceof HTMLElement && target.closest('[data-beside]') !== null
    return key === 'escape' && isBeside ? onLeave : null
  }

  function findControlAction(key: string, { shiftKey, target }: KeyboardEvent): (() => void) | null {
    if (key === 's') return onSave
    // A field of the panel shows what the design has, so the design's own steps take back what was typed.
    if (isTyping(target) && !(target instanceof HTMLElement && target.closest('[data-designs]') !== null)) return null
    if (key === 'z') return () => (shiftKey ? redoLast(store) : undoLast(store))
    return key === 'y' ? () => redoLast(store) : null
  }
}
