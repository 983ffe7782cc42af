import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { awaitPart } from '../../lib/await-part.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { useDelayed } from '../delayed/use-delayed.ts'
import type { BpmnDiagramProps } from './bpmn-diagram.tsx'
import classes from './lazy-diagram.module.css'

const useProgram = awaitPart(() => loadChunk(() => import('./bpmn-diagram.tsx')))

/** A diagram whose code is loaded when the first diagram is shown. */
export function LazyDiagram(props: BpmnDiagramProps) {
  const program = useProgram()
  return program === undefined ? <DiagramPending /> : <program.default {...props} />
}

/** The diagram of a process as it was deployed. */
export function LazyDefinitionDiagram({ definitionId }: { definitionId: string }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    ...callQuery(api.processes.definitionDiagram, { params: { id: definitionId } }),
    // A deployed version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError)
    return (
      <div className={classes.failure}>
        <ErrorBanner title={t('diagram.unreachable')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined) return <DiagramPending />
  return (
    <div className={classes.frame}>
      <LazyDiagram {...data} />
    </div>
  )
}

export function DiagramPending() {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  // Beside the call that fetches the drawing, not after it. A failure shows when the program is needed.
  useEffect(() => void useProgram.start().catch(() => undefined), [])
  return (
    <div className={classes.frame} role="status">
      {isShown ? <span className={classes.text}>{t('diagram.loading')}</span> : null}
    </div>
  )
}
