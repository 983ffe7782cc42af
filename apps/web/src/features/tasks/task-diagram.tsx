import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DiagramPending, LazyDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import classes from './task-page.module.css'

/** The diagram of the instance of the task. */
export function TaskDiagram({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const query = useQuery(instanceDiagramQuery(instanceId))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('diagram.unreachable')} isRegion className={classes.pending} />
  if (data === undefined) return query.isError ? failure : <DiagramPending />
  return (
    <>
      {failure}
      <LazyDiagram {...data} />
    </>
  )
}
