import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepMenusOpen } from '../../../components/press-region/keep-menus-open.ts'
import { leavePlace } from '../../../components/unsaved/leave-place.ts'
import { openTables } from './create-modeler.ts'
import { DecisionSession } from './decision-session.ts'

export type Opened =
  | { readonly kind: 'loading' }
  /** With whether it can be edited as it was opened: until it is opened again, that may not be what is asked for. */
  | { readonly kind: 'ready'; readonly session: DecisionSession; readonly isEditable: boolean }
  | { readonly kind: 'failed'; readonly reason: string }

/** A decision that was closed to be opened again, until the next session shows it. */
interface Continued {
  /** The file that was opened first. */
  readonly of: string
  readonly session: DecisionSession
  readonly mark: number
  /** The file with all that was done to it. */
  readonly source: string
}

/**
 * Opens a file in a region, and closes it again. When the permission to edit changes, the file is opened again with its
 * changes.
 */
export function useOpened(xml: string, canEdit: boolean): [RefObject<HTMLDivElement | null>, Opened] {
  const container = useRef<HTMLDivElement>(null)
  const held = useRef<{ readonly of: string; readonly session: DecisionSession }>(null)
  const continued = useRef<Continued>(null)
  const [opened, setOpened] = useState<Opened>(loading)
  useEffect(() => {
    const region = container.current
    if (region === null) return
    let isLeft = false
    const open = async () => {
      const before = held.current?.of === xml ? held.current.session : null
      if (before !== null) {
        // What is being typed has been done to it, too.
        leavePlace()
        const { mark } = before
        const source = await before.toXml()
        if (isLeft) return
        continued.current = { of: xml, session: before, mark, source }
      }
      held.current?.session.close()
      held.current = null
      // Also where the window changed once more before the next session was there.
      const from = continued.current?.of === xml ? continued.current : null
      const tables = await openTables(region, from?.source ?? xml, canEdit)
      const session = new DecisionSession(tables, from?.session.isMarkSaved(from.mark) ?? true)
      if (isLeft) {
        session.close()
        return
      }
      from?.session.continueIn(session, from.mark)
      continued.current = null
      held.current = { of: xml, session }
      setOpened({ kind: 'ready', session, isEditable: canEdit })
    }
    open().catch((error: unknown) => {
      if (!isLeft) setOpened({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    })
    return () => {
      isLeft = true
    }
  }, [xml, canEdit])
  useEffect(() => (container.current === null ? undefined : keepMenusOpen(container.current)), [])
  useEffect(
    () => () => {
      held.current?.session.close()
      held.current = null
      continued.current = null
    },
    [],
  )
  return [container, opened]
}

const loading: Opened = { kind: 'loading' }
