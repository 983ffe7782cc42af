import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Returns the state of a control whose text becomes a single change when the control loses the focus or Enter is
 * pressed. Escape restores the text.
 */
export function useDraft(value: string, onCommit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  // Another control may stand in its place because of what was committed: that is not to be committed again.
  const isCommitted = useRef(false)
  // Undone, or changed elsewhere.
  if (value !== known) {
    setKnown(value)
    setDraft(null)
  }
  const commit = useEffectEvent(() => {
    if (!isCommitted.current && draft !== null && draft.trim() !== value) onCommit(draft.trim())
  })
  // What is being typed when something else is selected counts.
  useEffect(() => () => commit(), [])
  const leave = () => {
    if (draft === null) return
    isCommitted.current = true
    if (draft.trim() !== value) onCommit(draft.trim())
    setDraft(null)
  }
  return {
    text: draft ?? value,
    set: (text: string) => {
      isCommitted.current = false
      setDraft(text)
    },
    leave,
    /** What was typed counts no more. */
    forget: () => setDraft(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && !event.shiftKey && !(event.target instanceof HTMLTextAreaElement)) leave()
      if (event.key === 'Escape' && draft !== null) {
        event.stopPropagation()
        setDraft(null)
      }
    },
  }
}
