import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadDiagramFont } from '../../../components/bpmn-diagram/create-viewer.ts'
import { openModeler } from './create-modeler.ts'
import { DrawingSession } from './drawing-session.ts'

export type Opened =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly session: DrawingSession }
  /** It has steps, but does not say where they are drawn. */
  | { readonly kind: 'undrawn' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Opens a file in a region, once for each file, and closes it again. */
export function useOpened(xml: string, canEdit: boolean): [RefObject<HTMLDivElement | null>, Opened] {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<{ readonly xml: string; readonly opened: Opened } | null>(null)
  useEffect(() => {
    const region = container.current
    if (region === null) return
    let session: DrawingSession | null = null
    let isLeft = false
    const open = async () => {
      await loadDiagramFont()
      if (isLeft) return
      const made = new DrawingSession(await openModeler(region, xml, canEdit))
      if (isLeft) {
        made.close()
        return
      }
      session = made
      made.fit()
      setState({ xml, opened: { kind: 'ready', session: made } })
    }
    open().catch((error: unknown) => {
      if (isLeft) return
      const reason = error instanceof Error ? error.message : String(error)
      const isUndrawn = /no diagram to display/.test(reason)
      setState({ xml, opened: isUndrawn ? { kind: 'undrawn' } : { kind: 'failed', reason } })
    })
    return () => {
      isLeft = true
      session?.close()
    }
  }, [xml, canEdit])
  return [container, state?.xml === xml ? state.opened : { kind: 'loading' }]
}
