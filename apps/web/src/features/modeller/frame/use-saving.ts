import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { DrawingSession } from '../editor/drawing-session.ts'
import type { FileProps } from './opened-file.tsx'

export interface Saving {
  readonly isSaving: boolean
  readonly isChanged: boolean
  readonly isDirty: () => boolean
  readonly save: () => Promise<void>
}

/** Whether what is there is saved, and saving it: by the button, and by Ctrl S wherever the focus is. */
export function useSaving(
  session: DrawingSession | null,
  { isForeign: begins = false, canEdit, onSave }: Pick<FileProps, 'isForeign' | 'canEdit' | 'onSave'>,
): Saving {
  const [isSaving, setSaving] = useState(false)
  const [hasSaved, setHasSaved] = useState(false)
  // What comes from a file is not saved, though nothing was done to it.
  const [isForeign, setForeign] = useState(begins)
  const isSaved = useSyncExternalStore(
    session?.subscribe ?? subscribeToNothing,
    () => session?.getState().isSaved ?? true,
  )
  const isDirty = () => isForeign || !(session?.getState().isSaved ?? true)
  const save = useEffectEvent(async () => {
    if (session === null || isSaving || !canEdit) return
    // What is being typed belongs to it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // The second half of a double click would be a version that is the same.
    if (hasSaved && !isDirty()) return
    setSaving(true)
    try {
      const { mark } = session
      await onSave(await session.toXml())
      session.markSaved(mark)
      setForeign(false)
      setHasSaved(true)
    } catch {
      // Whoever saves has said why.
    } finally {
      setSaving(false)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const isChanged = isForeign || !isSaved
  return { isSaving, isChanged, isDirty, save: () => save() }
}

const subscribeToNothing = () => () => undefined
