import { parseDocument } from '@millrace/forms'
import { compareDocuments, type Design, type DocumentComparison, toDocument } from '@millrace/forms/design'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onSessionEnding } from '../../../web/src/lib/session/session-ending.ts'
import type { DesignerDetail, DesignerPort } from '../designer-port.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { findUnsavedWork, forgetUnsavedWork, keepUnsavedWork, type UnsavedWork, type WorkKey } from './unsaved-work.ts'

export interface Recovery {
  /** The unsaved changes of the last time; null when there are none, or the user has decided. */
  readonly found: UnsavedWork | null
  /**
   * The differences to the design, when another version was saved after it was started; null where it is based on the
   * current version.
   */
  readonly newerBy: DocumentComparison | null
  readonly restore: () => void
  readonly discard: () => void
  /** The design has been saved. */
  readonly forget: () => void
}

/**
 * Keeps a recovery copy of unsaved changes in this browser. When the designer opens, it offers a recovery copy of the
 * browser or the server.
 */
export function useRecovery(
  key: WorkKey,
  { autoSaved, designerJson, version: detailVersion }: DesignerDetail,
  { version, discardUnsaved }: { version: number; discardUnsaved: DesignerPort['discardUnsaved'] },
): Recovery {
  const { t } = useTranslation()
  const store = useStore()
  const [found, setFound] = useState(() => findNewest(findUnsavedWork(key), autoSaved, designerJson))
  const stack = useDesigner((state) => state.stack)
  const forget = () => forgetUnsavedWork(key)
  const keep = useEffectEvent((design: Design) => {
    // What was found stays until somebody has decided about it.
    if (found !== null) return
    // Nobody is asked about a change that was undone.
    if (!store.isDirty) return forget()
    const work = { designerJson: JSON.stringify(toDocument(design)), version, savedAt: new Date().toISOString() }
    keepUnsavedWork(key, work)
  })
  useEffect(() => {
    if (found !== null) return
    const idle = requestIdleCallback(() => keep(stack.design), { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [stack, found])
  useEffect(() => onSessionEnding(() => keep(store.design)), [store])
  const newerBy = useMemo(
    () => (found === null || found.version >= detailVersion ? null : compare(designerJson, found.designerJson)),
    [found, detailVersion, designerJson],
  )
  return {
    found,
    newerBy,
    restore: () => {
      const read = found === null ? null : parseDocument(found.designerJson)
      if (read?.ok) store.replaceAll(read.document, t('designer.recovery.restored'), { isRestored: true })
      setFound(null)
    },
    discard: () => {
      forget()
      // What stays there is offered again the next time.
      if (autoSaved !== null) void discardUnsaved().catch(() => undefined)
      setFound(null)
    },
    forget,
  }
}

function compare(saved: string | null, unsaved: string): DocumentComparison | null {
  const [before, after] = [parseDocument(saved ?? ''), parseDocument(unsaved)]
  return before.ok && after.ok ? compareDocuments(before.document, after.document) : null
}

function findNewest(
  here: UnsavedWork | null,
  there: UnsavedWork | null,
  designerJson: string | null,
): UnsavedWork | null {
  const newest = here !== null && (there === null || here.savedAt >= there.savedAt) ? here : there
  return newest === null || newest.designerJson === designerJson ? null : newest
}
