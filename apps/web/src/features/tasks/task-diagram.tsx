import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import classes from './task-page.module.css'

/** Where the process of the task stands. */
export function TaskDiagram({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery(instanceDiagramQuery(instanceId))
  if (isError)
    return (
      <div className={classes.pending}>
        <ErrorBanner title={t('diagram.unreachable')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  return data ? <LazyDiagram {...data} /> : <DiagramPending />
}
