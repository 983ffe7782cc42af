import type { AdminDashboard } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { Bar, ChartLegend, DayChart } from '../../components/dashboard/day-chart.tsx'
import { paths } from '../../config/paths.ts'
import { presentDay } from '../../lib/dates.ts'
import classes from './admin-dashboard.module.css'

type Days = AdminDashboard['days']

/** The card with the started and ended instances by day, as a chart or as a table. */
export function DaysCard({ days }: { days: Days }) {
  const { t } = useTranslation()
  const sum = (of: 'started' | 'ended') => days.reduce((total, day) => total + day[of], 0).toLocaleString('en')
  return (
    <Card
      title={t('adminDashboard.instances')}
      aside={
        <ChartLegend
          marks={[
            ['main', t('adminDashboard.startedTotal', { total: sum('started') })],
            ['second', t('adminDashboard.endedTotal', { total: sum('ended') })],
          ]}
        />
      }
      all={{ to: paths.engineInstances, label: t('adminDashboard.allInstances') }}
    >
      {days.length === 0 ? (
        <CardText>{t('adminDashboard.noDays')}</CardText>
      ) : (
        <>
          <DayChart days={days} most={Math.max(...days.flatMap(({ started, ended }) => [started, ended]))}>
            {({ day, started, ended }, heightOf) => (
              <div className={classes.day} title={`${presentDay(day)}: ${started} / ${ended}`}>
                <Bar mark="main" height={heightOf(started)} />
                <Bar mark="second" height={heightOf(ended)} />
              </div>
            )}
          </DayChart>
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
                    <th scope="row">{presentDay(day)}</th>
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
