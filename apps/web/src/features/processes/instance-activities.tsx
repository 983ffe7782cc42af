import type { InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ActivityHistory } from './activity-history.tsx'
import { ActivityTree } from './activity-tree.tsx'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'
import { activitiesQuery } from './process-queries.ts'

/** What the instance went through: as the tree of its scopes, and in the order of time. */
export function InstanceActivities({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const tab = search.side === 'history' ? 'history' : 'tree'
  const { data, isError, error, refetch } = useQuery(activitiesQuery(instance.id))
  return (
    <PageTabs
      label={t('instance.activityTree')}
      listClassName={classes.tabList}
      tabs={[
        { value: 'tree', label: t('instance.activityTree') },
        { value: 'history', label: t('instance.history'), count: data?.items.length },
      ]}
      value={tab}
      onChange={(value) => setSearch({ side: value === 'tree' ? undefined : value }, { replace: true })}
    >
      {isError ? (
        <div className={classes.message}>
          <ErrorBanner title={t('instance.activitiesFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data === undefined && !isError ? <SkeletonRows count={6} height={28} /> : null}
      {data?.items.length === 0 ? <p className={classes.message}>{t('instance.activitiesEmpty')}</p> : null}
      {data?.isCapped ? (
        <p className={classes.message}>{t('instance.activitiesCapped', { count: data.items.length })}</p>
      ) : null}
      {data && data.items.length > 0 ? (
        tab === 'tree' ? (
          <ActivityTree instance={instance} activities={data.items} selection={selection} />
        ) : (
          <ActivityHistory activities={data.items} />
        )
      ) : null}
    </PageTabs>
  )
}
