import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'

export function InstanceDiagramRegion({ instanceId, selection }: { instanceId: string; selection: Selection }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery(instanceDiagramQuery(instanceId))
  if (isError && data === undefined)
    return (
      <div className={classes.message}>
        <ErrorBanner title={t('diagram.unreachable')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined) return <DiagramPending />
  return <LazyDiagram {...data} selected={selection.elementId} onSelect={selection.select} />
}
