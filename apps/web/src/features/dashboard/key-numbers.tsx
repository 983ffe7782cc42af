import { useTranslation } from 'react-i18next'
import { Figure } from '../../components/dashboard/figure.tsx'
import { presentDuration } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import type { Translate } from '../../lib/i18n.ts'
import { presentCount } from '../../lib/present-count.ts'
import { addresses, instanceAddresses } from './addresses.ts'
import classes from './dashboard.module.css'
import type { CardProps } from './use-dashboard.ts'

/** The four key figures at the top of the dashboard. */
export function KeyNumbers({ data: { tasks, started }, days, scope }: CardProps) {
  const { t } = useTranslation()
  const ofInstances = instanceAddresses(scope)
  const { running, incidents, completed, completedBefore, medianSeconds } = started
  return (
    <section className={classes.numbers} aria-label={t('dashboard.numbers')}>
      <Figure label={t('dashboard.assigned')} value={presentCount(tasks.assigned)} {...addresses.assigned}>
        {tasks.unclaimed.total === 0 ? (
          t('dashboard.noneUnclaimed')
        ) : (
          <Link to={addresses.unclaimed.to} search={addresses.unclaimed.search}>
            {t('dashboard.unclaimed', { count: tasks.unclaimed.total })}
          </Link>
        )}
      </Figure>
      <Figure
        label={t('dashboard.overdue')}
        value={presentCount(tasks.overdue)}
        isLate={tasks.overdue.total > 0}
        {...addresses.overdue}
      >
        {tasks.unclaimedOverdue.total === 0 ? (
          t('dashboard.noneUnclaimedLate')
        ) : (
          <Link to={addresses.unclaimedOverdue.to} search={addresses.unclaimedOverdue.search}>
            {t('dashboard.unclaimedLate', { count: tasks.unclaimedOverdue.total })}
          </Link>
        )}
      </Figure>
      <Figure label={t('dashboard.running')} value={running.toLocaleString('en')} {...ofInstances.running}>
        {incidents === 0 ? (
          t('dashboard.noIncidents')
        ) : (
          <Link to={ofInstances.incidents.to} search={ofInstances.incidents.search}>
            {t('dashboard.incidents', { count: incidents })}
          </Link>
        )}
      </Figure>
      <Figure label={t('dashboard.completed')} value={completed.toLocaleString('en')} {...ofInstances.completed(days)}>
        {medianSeconds === null
          ? compare(completed - completedBefore, t)
          : `${compare(completed - completedBefore, t)}. ${t('dashboard.median', { span: presentDuration(medianSeconds * 1_000, t) })}`}
      </Figure>
    </section>
  )
}

function compare(more: number, t: Translate): string {
  if (more === 0) return t('dashboard.same')
  return more > 0 ? t('dashboard.more', { count: more }) : t('dashboard.fewer', { count: -more })
}
