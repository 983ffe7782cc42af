import IconAdjustmentsHorizontal from 'icon:adjustments-horizontal'
import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import { dashboardDays, dashboardLimits, dashboardScopes } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ChoiceChips } from '../../components/chip/choice-chips.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { awaitAlso } from '../../components/page/await-also.ts'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { presentTime } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './dashboard.module.css'
import { DashboardPending } from './dashboard-pending.tsx'
import { DueCard, firstTasksQuery } from './due-card.tsx'
import { FinishedCard } from './finished-card.tsx'
import { KeyNumbers } from './key-numbers.tsx'
import { LayoutDialog } from './layout-dialog.tsx'
import { DurationsCard, WaitingCard } from './process-cards.tsx'
import { processesToStartQuery, StartCard } from './start-card.tsx'
import { type CardProps, useDashboard } from './use-dashboard.ts'

const cards = {
  due: DueCard,
  finished: FinishedCard,
  waiting: WaitingCard,
  durations: DurationsCard,
  start: StartCard,
} as const

/** Whether a card is a chart of ended processes, of which there are none. */
function isEmptyChart(card: keyof typeof cards, { finished, durations }: CardProps['data']): boolean {
  if (card === 'finished') return finished.every(({ completed, cancelled }) => completed + cancelled === 0)
  return card === 'durations' && durations.length === 0
}

/** The dashboard with the user's tasks and processes, in the layout that they have chosen. */
export function Page() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const days = dashboardDays.find((number) => String(number) === search.days) ?? 30
  const scope = dashboardScopes.find((name) => name === search.of) ?? 'involved'
  const figures = useDashboard(days, scope)
  const hidden = figures.data?.layout.hidden ?? []
  const isShown = { due: !hidden.includes('due'), start: !hidden.includes('start') }
  const tasks = useQuery({ ...firstTasksQuery, enabled: isShown.due })
  const processes = useQuery({ ...processesToStartQuery, enabled: isShown.start })
  const asked = awaitAlso(
    figures,
    { isPending: isShown.due && tasks.isPending, isFetched: tasks.isFetched },
    { isPending: isShown.start && processes.isPending, isFetched: processes.isFetched },
  )
  const [isEditing, setEditing] = useState(false)
  const { data, dataUpdatedAt } = asked
  const chosen = data?.layout.cards.filter((card) => !data.layout.hidden.includes(card)) ?? []
  // Charts without anything in them are one line below the cards.
  const shown = chosen.filter((card) => data === undefined || !isEmptyChart(card, data))
  return (
    <>
      <PageHeader
        help={t('dashboard.help')}
        actions={
          <>
            {/* It has its room before it is there: on a phone it is a line of its own. */}
            <span className={classes.updated} data-pending={data === undefined || undefined}>
              {t('dashboard.updated', { time: presentTime(data === undefined ? new Date() : new Date(dataUpdatedAt)) })}
            </span>
            <Button
              size="xs"
              leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
              disabled={data === undefined}
              onClick={() => setEditing(true)}
            >
              {t('dashboard.edit')}
            </Button>
            <LinkButton to={paths.home} size="xs" variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />}>
              {t('dashboard.start')}
            </LinkButton>
          </>
        }
      />
      <PageBody>
        <QueryFailure query={asked} title={t('dashboard.failed')} className={classes.message} />
        <div className={classes.period}>
          <ChoiceChips
            label={t('dashboard.period')}
            choices={dashboardDays.map((count) => ({ value: String(count), label: t('dashboard.days', { count }) }))}
            value={String(days)}
            onChange={(value) => setSearch({ days: value === '30' ? undefined : value }, { replace: true })}
          />
          <ChoiceChips
            label={t('dashboard.scope')}
            choices={dashboardScopes.map((name) => ({ value: name, label: t(`dashboard.of.${name}`) }))}
            value={scope}
            onChange={(value) => setSearch({ of: value === 'involved' ? undefined : value }, { replace: true })}
          />
        </div>
        {data === undefined && !asked.isError ? <DashboardPending /> : null}
        {data === undefined ? null : (
          <>
            <KeyNumbers data={data} days={days} scope={scope} />
            {chosen.length === 0 ? <p>{t('dashboard.allHidden')}</p> : null}
            <div className={classes.cards}>
              {shown.map((name) => {
                const Card = cards[name]
                return <Card key={name} data={data} days={days} scope={scope} />
              })}
            </div>
            {shown.length < chosen.length ? <p className={classes.partial}>{t('dashboard.noneFinished')}</p> : null}
            {data.started.isPartial ? (
              <p className={classes.partial}>{t('dashboard.partial', { count: dashboardLimits.instances })}</p>
            ) : null}
          </>
        )}
      </PageBody>
      {isEditing && data !== undefined ? (
        <LayoutDialog layout={data.layout} isOwn={data.isOwnLayout} onClose={() => setEditing(false)} />
      ) : null}
    </>
  )
}
