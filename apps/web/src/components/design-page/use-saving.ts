import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../lib/i18n.ts'
import { useInTurn } from '../../lib/use-in-turn.ts'
import { showToast } from '../toast/show-toast.tsx'
import { leavePlace } from '../unsaved/leave-place.ts'

/** The state of an open file that saving needs. */
export interface SavedFile<Mark> {
  readonly subscribe: (listener: () => void) => () => void
  readonly getState: () => { readonly isSaved: boolean }
  /** Identifies the present state of the file. */
  readonly mark: Mark
  toXml(): Promise<string>
  /** @param mark identifies the saved state, which may differ from the current one. */
  markSaved(mark: Mark): void
}

interface Options {
  /** Whether the opened text is unsaved although it was not edited: it comes from a file or a recovery copy. */
  readonly isForeign?: boolean
  readonly canEdit: boolean
  /** Saves the file. Errors that it throws were shown to the user already. */
  readonly onSave: (xml: string) => Promise<void>
}

export interface Saving {
  readonly isSaving: boolean
  readonly isChanged: boolean
  /** Whether the design can be saved; false while another user holds the lock, and for a file that was not opened. */
  readonly canSave: boolean
  readonly isDirty: () => boolean
  readonly save: () => void
  /** Saves unsaved changes. Returns whether the design is saved; a failed save has shown its message. */
  readonly saveNow: () => Promise<boolean>
}

/**
 * Returns whether the current state is saved, and the function that saves it: by the button, and by Ctrl+S anywhere.
 * Changes during a save are saved after it when requested.
 */
export function useSaving<Mark>(
  file: SavedFile<Mark> | null,
  { isForeign: begins = false, canEdit, onSave }: Options,
): Saving {
  const { t } = useTranslation()
  const [hasSaved, setHasSaved] = useState(false)
  const [isForeign, setForeign] = useState(begins)
  const isSaved = useSyncExternalStore(file?.subscribe ?? subscribeToNothing, () => file?.getState().isSaved ?? true)
  const isDirty = () => isForeign || !(file?.getState().isSaved ?? true)
  const canSave = file !== null && canEdit
  const { isUnderWay, start } = useInTurn({
    // The second half of a double click would be a version that is the same.
    isNeeded: () => canSave && (!hasSaved || isDirty()),
    run: async () => {
      if (file === null) return false
      const { mark } = file
      let xml: string
      try {
        xml = await file.toXml()
      } catch (error) {
        showNotWritten(error, t)
        return false
      }
      try {
        await onSave(xml)
        file.markSaved(mark)
        setForeign(false)
        setHasSaved(true)
        return true
      } catch {
        // Whoever saves has said why.
        return false
      }
    },
  })
  const save = useEffectEvent(() => {
    // What is being typed belongs to it.
    leavePlace()
    void start()
  })
  const saveNow = async () => {
    leavePlace()
    return isDirty() ? canSave && start() : true
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      save()
    }
    // While a label is typed, the editor of the drawing keeps all keys to itself.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
  return { isSaving: isUnderWay, isChanged: isForeign || !isSaved, canSave, isDirty, save: () => save(), saveNow }
}

/** Shows a message that a design could not be converted into a file, and that it is kept. */
export function showNotWritten(error: unknown, t: Translate): void {
  const reason = error instanceof Error ? error.message : String(error)
  const text = t('designs.notWrittenText', { reason: /[.!?]$/.test(reason) ? reason : `${reason}.` })
  showToast({ kind: 'error', title: t('designs.notWritten'), text })
}

const subscribeToNothing = () => () => undefined
