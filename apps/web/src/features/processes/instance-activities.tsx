import type { InstanceDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ActivityTree } from './activity-tree.tsx'
import classes from './instance-data.module.css'
import { InstanceHistory } from './instance-history.tsx'
import type { Selection } from './instance-record.tsx'
import { activitiesQuery, historyQuery } from './process-queries.ts'
import { SelectedStep } from './selected-step.tsx'

/** The activities of the instance: as a tree of scopes, and in the order of time. */
export function InstanceActivities({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const tab = search.side === 'history' ? 'history' : 'tree'
  const history = useQuery(historyQuery(instance.id))
  const count = history.data?.items.length
  return (
    <PageTabs
      label={t('instance.activityTree')}
      listClassName={classes.tabList}
      tabs={[
        { value: 'tree', label: t('instance.activityTree') },
        { value: 'history', label: t('instance.history'), count },
      ]}
      value={tab}
      onChange={(value) => setSearch({ side: value === 'tree' ? undefined : value }, { replace: true })}
    >
      <SelectedStep selection={selection} />
      {tab === 'tree' ? (
        <InstanceTree instance={instance} selection={selection} />
      ) : (
        <InstanceHistory instance={instance} selection={selection} />
      )}
    </PageTabs>
  )
}

function InstanceTree({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const query = useQuery(activitiesQuery(instance.id))
  const { data } = query
  const { elementId } = selection
  const failure = (
    <QueryFailure query={query} title={t('instance.activitiesFailed')} isRegion className={classes.message} />
  )
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={6} height={28} />
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.activitiesEmpty')}</p> : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.activitiesCapped', { count: data.items.length })}</p>
      ) : null}
      {elementId === null || data.items.some((activity) => activity.elementId === elementId) ? (
        <ActivityTree instance={instance} activities={data.items} selection={selection} />
      ) : (
        <NothingMatches
          text={t('instance.historyNotOfStep')}
          action={t('instance.showAll')}
          onClear={() => selection.select(null)}
        />
      )}
    </>
  )
}
