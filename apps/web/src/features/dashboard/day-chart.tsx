import type { Dashboard, DashboardScope } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { presentDate } from '../../lib/dates.ts'
import { instanceAddresses } from './addresses.ts'
import classes from './day-chart.module.css'

interface Props {
  readonly days: Dashboard['finished']
  readonly label: string
  readonly scope: DashboardScope
}

/** A bar for each day, which says its numbers and leads to its list. Days without any have none. */
export function DayChart({ days, label, scope }: Props) {
  const { t } = useTranslation()
  const { endedOn } = instanceAddresses(scope)
  const step = stepOf(Math.max(1, ...days.map(({ completed, cancelled }) => completed + cancelled)))
  const top = step * 4
  const height = (count: number) => `${(count / top) * 100}%`
  // Few enough that their words stand beside one another.
  const every = Math.ceil(days.length / 7)
  return (
    <div className={classes.chart}>
      <div className={classes.lines} aria-hidden>
        {[4, 3, 2, 1, 0].map((line) => (
          <span key={line} className="tn" data-line={line * step} />
        ))}
      </div>
      <ul className={classes.bars} aria-label={label}>
        {days.map(({ day, completed, cancelled }, index) => (
          <li key={day} className={classes.day}>
            {completed + cancelled === 0 ? null : (
              <Link
                {...endedOn(day)}
                className={classes.bar}
                aria-label={t('dashboard.dayCompleted', { day: presentDate(`${day}T12:00:00`), completed, cancelled })}
                title={t('dashboard.dayCompleted', { day: presentDate(`${day}T12:00:00`), completed, cancelled })}
              >
                <span data-mark="cancelled" style={{ height: height(cancelled) }} />
                <span data-mark="completed" style={{ height: height(completed) }} />
              </Link>
            )}
            {index % every === 0 ? (
              <span className={classes.date} aria-hidden data-date={presentDate(`${day}T12:00:00`).slice(0, 5)} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A quarter of the height, as a number that people read: 1, 2, 5, 10, 20, 50 … */
function stepOf(most: number): number {
  const wanted = most / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= wanted) ?? power
}
