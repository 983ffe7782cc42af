import { useEffect, useEffectEvent } from 'react'

interface Undoable {
  undo(): void
  redo(): void
}

/** Binds the keys for undo and redo, wherever the focus is, except in text inputs, which undo their own changes. */
export function useUndoKeys(design: Undoable | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (design === null || event.defaultPrevented || !(ctrlKey || metaKey) || altKey) return
    if (target instanceof Element && target.closest(typed) !== null) return
    const isUndo = key.toLowerCase() === 'z' && !shiftKey
    const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey)
    if (!isUndo && !isRedo) return
    event.preventDefault()
    if (isUndo) design.undo()
    else design.redo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const typed =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable=true], dialog, [role=dialog]'
