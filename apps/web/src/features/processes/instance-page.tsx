import IconFileOff from 'icon:file-off'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { InstanceRecord } from './instance-record.tsx'
import { instanceQuery } from './process-queries.ts'

/** An instance, for whoever started it and for operators: the same page at two addresses. */
export function Page() {
  const { t } = useTranslation()
  const { instId = '' } = useParams({ strict: false })
  const { data, isError, error, refetch } = useQuery(instanceQuery(instId))
  if (data) return <InstanceRecord key={data.id} instance={data} />
  return (
    <>
      <PageHeader title={t('instance.title')} help={t('instance.help')} />
      <PageBody>
        {isError && hasCode(error, 'thing.not-found') ? (
          <EmptyState
            icon={IconFileOff}
            title={t('instance.goneTitle')}
            text={t('instance.goneText')}
            actions={
              <LinkButton to={paths.startedByMe} variant="filled">
                {t('processes.startedByMeTitle')}
              </LinkButton>
            }
          />
        ) : null}
        {isError && !hasCode(error, 'thing.not-found') ? (
          <ErrorBanner title={t('instance.failed')} error={error} onRetry={() => void refetch()} />
        ) : null}
        {isError ? null : <SkeletonRows count={6} height={40} />}
      </PageBody>
    </>
  )
}
