import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'

export function InstanceDiagramRegion({ instanceId, selection }: { instanceId: string; selection: Selection }) {
  const { t } = useTranslation()
  const query = useQuery(instanceDiagramQuery(instanceId))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('diagram.unreachable')} isRegion className={classes.message} />
  if (data === undefined) return query.isError ? failure : <DiagramPending />
  return (
    <>
      {failure}
      <LazyDiagram {...data} selected={selection.elementId} onSelect={selection.select} />
    </>
  )
}
