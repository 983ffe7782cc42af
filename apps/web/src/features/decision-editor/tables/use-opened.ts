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

/**
 * Opens a file in a region, and closes it again. When it may be edited no more, or again, it is opened again with all
 * that was done to it.
 */
export function useOpened(xml: string, canEdit: boolean): [RefObject<HTMLDivElement | null>, Opened] {
  const container = useRef<HTMLDivElement>(null)
  const held = useRef<{ readonly of: string; readonly session: DecisionSession }>(null)
  const [opened, setOpened] = useState<Opened>(loading)
  useEffect(() => {
    const region = container.current
    if (region === null) return
    let isLeft = false
    const open = async () => {
      const before = held.current?.of === xml ? held.current.session : null
      // What is being typed has been done to it, too.
      if (before !== null) leavePlace()
      const mark = before?.mark ?? 0
      const source = before === null ? xml : await before.toXml()
      if (isLeft) return
      held.current?.session.close()
      held.current = null
      const tables = await openTables(region, source, canEdit)
      const session = new DecisionSession(tables, before?.isMarkSaved(mark) ?? true)
      before?.continueIn(session, mark)
      if (isLeft) {
        session.close()
        return
      }
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
    },
    [],
  )
  return [container, opened]
}

const loading: Opened = { kind: 'loading' }
