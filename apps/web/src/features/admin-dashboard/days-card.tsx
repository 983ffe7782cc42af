import type { AdminDashboard } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { presentDate } from '../../lib/dates.ts'
import classes from './admin-dashboard.module.css'
import { Card } from './card.tsx'

type Days = AdminDashboard['days']

/** Instances that were started and that ended, by day: as a chart, and the same values as a table. */
export function DaysCard({ days }: { days: Days }) {
  const { t } = useTranslation()
  const sum = (of: 'started' | 'ended') => days.reduce((total, day) => total + day[of], 0).toLocaleString('en')
  return (
    <Card
      title={t('adminDashboard.instances')}
      aside={
        <span className={classes.legend}>
          <span data-mark="started">{t('adminDashboard.startedTotal', { total: sum('started') })}</span>
          <span data-mark="ended">{t('adminDashboard.endedTotal', { total: sum('ended') })}</span>
        </span>
      }
      all={{ to: paths.engineInstances, label: t('adminDashboard.allInstances') }}
    >
      {days.length === 0 ? (
        <p className={classes.none}>{t('adminDashboard.noDays')}</p>
      ) : (
        <>
          <DayBars days={days} />
          <details className={classes.values}>
            <summary>{t('adminDashboard.asTable')}</summary>
            <table className={classes.table} aria-label={t('adminDashboard.instances')}>
              <thead>
                <tr>
                  <th scope="col">{t('adminDashboard.day')}</th>
                  <th scope="col" data-number>
                    {t('adminDashboard.started')}
                  </th>
                  <th scope="col" data-number>
                    {t('adminDashboard.ended')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map(({ day, started, ended }) => (
                  <tr key={day}>
                    <th scope="row">{dateOf(day)}</th>
                    <td data-number>{started.toLocaleString('en')}</td>
                    <td data-number>{ended.toLocaleString('en')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Card>
  )
}

/** Decoration: the table has the same values. */
function DayBars({ days }: { days: Days }) {
  const step = stepOf(Math.max(1, ...days.flatMap(({ started, ended }) => [started, ended])))
  const height = (count: number) => `${(count / (4 * step)) * 100}%`
  const every = Math.ceil(days.length / 7)
  return (
    <div className={classes.chart} aria-hidden>
      <div className={classes.lines}>
        {[4, 3, 2, 1, 0].map((line) => (
          <span key={line} className="tn" data-line={(line * step).toLocaleString('en')} />
        ))}
      </div>
      <div className={classes.bars}>
        {days.map(({ day, started, ended }, index) => (
          <div key={day} className={classes.day} title={`${dateOf(day)}: ${started} / ${ended}`}>
            <span data-mark="started" style={{ height: height(started) }} />
            <span data-mark="ended" style={{ height: height(ended) }} />
            {index % every === 0 ? <i className={classes.date} data-date={dateOf(day).slice(0, 5)} /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

function dateOf(day: string): string {
  return presentDate(`${day}T12:00:00`)
}

/** A quarter of the height, as a number that people read: 1, 2, 5, 10, 20, 50 … */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= most / 4) ?? power
}
