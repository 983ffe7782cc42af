import { useEffect, useEffectEvent, useState } from 'react'
import { type DecisionSession, useDecision } from '../tables/decision-session.ts'
import type { TablesProps } from './opened-tables.tsx'

export interface Saving {
  readonly isSaving: boolean
  readonly isChanged: boolean
  readonly isDirty: () => boolean
  readonly save: () => Promise<void>
}

/** Whether what is there is saved, and saving it: by the button, and by Ctrl S wherever the focus is. */
export function useSaving(
  session: DecisionSession | null,
  { isForeign: begins, canEdit, onSave }: Pick<TablesProps, 'isForeign' | 'canEdit' | 'onSave'>,
): Saving {
  const [isSaving, setSaving] = useState(false)
  const [hasSaved, setHasSaved] = useState(false)
  // What comes from a file is not saved, though nothing was done to it.
  const [isForeign, setForeign] = useState(begins)
  const { isSaved } = useDecision(session)
  const isDirty = () => isForeign || !(session?.getState().isSaved ?? true)
  const save = useEffectEvent(async () => {
    if (session === null || isSaving || !canEdit) return
    // What is being typed belongs to it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // The second half of a double click would be a version that is the same.
    if (hasSaved && !isDirty()) return
    setSaving(true)
    try {
      const { step } = session.getState()
      const xml = await session.toXml()
      await onSave(xml)
      session.markSaved(step)
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
  const isChanged = isForeign || (session !== null && !isSaved)
  return { isSaving, isChanged, isDirty, save: () => save() }
}
