import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DiagramPending } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Operator } from '../../components/operator/operator.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { MetaRow } from '../../components/page/meta-row.tsx'
import { useCurrentPage } from '../../components/page/page-header.tsx'
import { useWatch } from '../../lib/live/watched.ts'
import { useOnce } from '../../lib/use-once.ts'
import { InstanceRecord } from './instance-record.tsx'
import { incidentsQuery, instanceQuery } from './process-queries.ts'
import { UserInstancePending } from './user-instance-pending.tsx'

/** The page of an instance, for its starter and for operators: the same page at two addresses. */
export function Page() {
  const { t } = useTranslation()
  const { instId = '' } = useParams({ strict: false })
  const isOperated = useCurrentPage()?.section === 'engine'
  const instance = useQuery(instanceQuery(instId))
  const { data, isError, error, refetch, dataUpdatedAt } = instance
  // From before it is asked for, so that nothing is missed between, and after its end too: of its parts, each with an
  // answer of its own, some may have been read before that.
  useWatch([`instance:${instId}`])
  const hasIncidents = isOperated && data?.permissions.seeIncidents === true && data.counts.incidents > 0
  const incidents = useQuery({ ...incidentsQuery(instId), enabled: hasIncidents })
  // The first time all comes at once: the incident stands above the rest, and would move it.
  const isOpened = useOnce(data !== undefined && !(hasIncidents && incidents.isPending), instId)
  return (
    <AwaitedPage
      query={{ isError, error, refetch, dataUpdatedAt, data: isOpened ? data : undefined }}
      help={t('instance.help')}
      failed={t('instance.failed')}
      pending={{
        facts: (
          <MetaRow>
            <Skeleton width={420} maw="100%" height={12} my={3} />
          </MetaRow>
        ),
        body: isOperated ? (
          <Operator
            diagram={<DiagramPending />}
            side={<SkeletonRows count={12} height={28} />}
            data={<SkeletonRows count={5} height={34} />}
          />
        ) : (
          <UserInstancePending />
        ),
      }}
      gone={{ title: t('instance.goneTitle'), text: t('instance.goneText') }}
    >
      {(instance) => <InstanceRecord key={instance.id} instance={instance} />}
    </AwaitedPage>
  )
}
