import '../../lib/setting-texts.ts'
import IconRefresh from 'icon:refresh'
import { ActionIcon } from '@mantine/core'
import { adminDashboardDays, api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ChoiceChips } from '../../components/chip/choice-chips.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Hint } from '../../components/hint/hint.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentTime } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './admin-dashboard.module.css'
import { ChoresCard } from './chores-card.tsx'
import { DaysCard } from './days-card.tsx'
import { HealthCard } from './health-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { QueuesCard } from './queues-card.tsx'
import { SizesCard } from './sizes-card.tsx'

/** Milliseconds between two looks while the page is open. */
const everyMs = 15_000

/**
 * The dashboard for administrators: the state of the workplace, and for administrators of the default workplace that of
 * the installation.
 */
export function Page() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const days = adminDashboardDays.find((count) => String(count) === search.days) ?? 30
  const query = useQuery({
    ...callQuery(api.adminDashboard.get, { query: { days } }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  const { data, dataUpdatedAt } = query
  return (
    <>
      <PageHeader
        help={t('adminDashboard.help')}
        actions={
          <>
            {data === undefined ? null : (
              <span className={classes.updated}>
                {t('adminDashboard.updated', { time: presentTime(new Date(dataUpdatedAt)) })}
              </span>
            )}
            <Hint label={t('adminDashboard.refresh')}>
              <ActionIcon aria-label={t('adminDashboard.refresh')} onClick={() => void query.refetch()}>
                <IconRefresh size={16} stroke={1.6} />
              </ActionIcon>
            </Hint>
          </>
        }
      />
      <PageBody>
        <QueryFailure query={query} title={t('adminDashboard.failed')} className={classes.failure} />
        <div className={classes.period}>
          <ChoiceChips
            label={t('adminDashboard.period')}
            choices={adminDashboardDays.map((count) => ({
              value: String(count),
              label: t('adminDashboard.days', { count }),
            }))}
            value={String(days)}
            onChange={(value) => setSearch({ days: value === '30' ? undefined : value }, { replace: true })}
          />
        </div>
        {data === undefined && !query.isError ? <SkeletonRows count={6} height={72} /> : null}
        {data === undefined ? null : (
          <>
            <KeyFigures data={data} />
            <div className={classes.wide} data-alone={data.installation === null || undefined}>
              {data.installation === null ? null : <HealthCard installation={data.installation} />}
              <DaysCard days={data.days} />
            </div>
            <div className={classes.cards}>
              <QueuesCard queues={data.queues} />
              {data.installation === null ? null : (
                <>
                  <SizesCard installation={data.installation} days={days} />
                  <ChoresCard chores={data.installation.chores} />
                </>
              )}
            </div>
          </>
        )}
      </PageBody>
    </>
  )
}
