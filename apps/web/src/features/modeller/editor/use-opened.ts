import type { FileLoss } from '@millrace/bpmn/keep'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { showNotWritten } from '../../../components/design-page/use-saving.ts'
import { leavePlace } from '../../../components/unsaved/leave-place.ts'
import { t } from '../../../lib/i18n.ts'
import { fontLoaded } from '../../../styles/load-font.ts'
import { openModeler } from './create-modeler.ts'
import { DrawingSession, type Look } from './drawing-session.ts'

export type Opened =
  | { readonly kind: 'loading' }
  /** With where somebody looked at it before it was opened again. */
  | { readonly kind: 'ready'; readonly session: DrawingSession; readonly look: Look | null }
  /** Saving it would lose something. It is opened when somebody agrees. */
  | { readonly kind: 'asking'; readonly losses: readonly FileLoss[]; readonly agree: () => void }
  /** It has steps, but does not say where they are drawn. */
  | { readonly kind: 'undrawn' }
  | { readonly kind: 'failed'; readonly reason: string }

/** A drawing that was closed to be opened again, until the next session shows it. */
interface Continued {
  /** The file that was opened first. */
  readonly of: string
  readonly session: DrawingSession
  readonly mark: object | undefined
  /** The file with all that was done to it. */
  readonly source: string
  readonly look: Look | null
}

/**
 * Opens a file in a region, once for each file, and closes it again. When the permission to edit changes, the file is
 * opened again with its changes, in the same view.
 */
export function useOpened(xml: string, canEdit: boolean): [RefObject<HTMLDivElement | null>, Opened] {
  const container = useRef<HTMLDivElement>(null)
  const held = useRef<{ readonly of: string; readonly session: DrawingSession }>(null)
  const continued = useRef<Continued>(null)
  const [state, setState] = useState<{
    readonly of: string
    readonly canEdit: boolean
    readonly opened: Opened
  } | null>(null)
  useEffect(() => {
    const region = container.current
    if (region === null) return
    let isLeft = false
    const open = async () => {
      // Labels are measured when they are drawn: with another font they would be broken into other lines.
      await fontLoaded
      if (isLeft) return
      const before = held.current?.of === xml ? held.current.session : null
      if (before !== null) {
        // What is being typed has been done to it, too.
        leavePlace(region)
        const { mark } = before
        const source = await write(before)
        if (isLeft) return
        if (source === null) {
          // What cannot be written is opened anew by nobody: it stays as it is.
          setState({ of: xml, canEdit, opened: { kind: 'ready', session: before, look: null } })
          return
        }
        continued.current = { of: xml, session: before, mark, source, look: before.look }
      }
      held.current?.session.close()
      held.current = null
      setState(null)
      // Also where the window changed once more before the next session was there.
      const from = continued.current?.of === xml ? continued.current : null
      const look = from?.look ?? null
      const drawing = await openModeler(region, from?.source ?? xml, canEdit)
      const session = new DrawingSession(drawing, from?.session.isMarkSaved(from.mark) ?? true)
      if (isLeft) {
        session.close()
        return
      }
      from?.session.continueIn(session, from.mark)
      continued.current = null
      if (look !== null) session.choose(look)
      held.current = { of: xml, session }
      const ready: Opened = { kind: 'ready', session, look }
      const agree = () => setState({ of: xml, canEdit, opened: ready })
      if (from === null && canEdit && session.losses.length > 0)
        setState({ of: xml, canEdit, opened: { kind: 'asking', losses: session.losses, agree } })
      else agree()
    }
    open().catch((error: unknown) => {
      if (isLeft) return
      const reason = error instanceof Error ? error.message : String(error)
      const isUndrawn = /no diagram to display/.test(reason)
      setState({ of: xml, canEdit, opened: isUndrawn ? { kind: 'undrawn' } : { kind: 'failed', reason } })
    })
    return () => {
      isLeft = true
    }
  }, [xml, canEdit])
  const opened = state?.of === xml && state.canEdit === canEdit ? state.opened : loading
  useEffect(() => {
    // The panes beside it are there now, and have taken their room.
    if (opened.kind === 'ready') opened.session.open(opened.look)
  }, [opened])
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

async function write(session: DrawingSession): Promise<string | null> {
  try {
    return await session.toXml()
  } catch (error) {
    showNotWritten(error, t)
    return null
  }
}

const loading: Opened = { kind: 'loading' }
