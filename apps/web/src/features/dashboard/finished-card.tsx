import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { Bar, ChartLegend, DayChart } from '../../components/dashboard/day-chart.tsx'
import { Link } from '../../components/link/link.tsx'
import { presentDay } from '../../lib/dates.ts'
import { instanceAddresses } from './addresses.ts'
import classes from './dashboard.module.css'
import type { CardProps } from './use-dashboard.ts'

/** The card with the number of processes that ended on each day, as bars or as a table. */
export function FinishedCard({ data: { finished }, scope }: CardProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const some = finished.filter(({ completed, cancelled }) => completed + cancelled > 0)
  const title = t('dashboard.finished')
  if (some.length === 0)
    return (
      <Card title={title}>
        <CardText>{t('dashboard.noneFinished')}</CardText>
      </Card>
    )
  return (
    <Card
      title={title}
      aside={
        <>
          <ChartLegend
            marks={[
              ['main', t('dashboard.chartCompleted')],
              ['warning', t('dashboard.chartCancelled')],
            ]}
          />
          <Button size="compact-xs" variant="subtle" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'dashboard.asChart' : 'dashboard.asTable')}
          </Button>
        </>
      }
    >
      {isTable ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.day')}</th>
              <th scope="col">{t('dashboard.chartCompleted')}</th>
              <th scope="col">{t('dashboard.chartCancelled')}</th>
            </tr>
          </thead>
          <tbody>
            {some.map(({ day, completed, cancelled }) => (
              <tr key={day}>
                <th scope="row">
                  <Link {...instanceAddresses(scope).endedOn(day)}>{presentDay(day)}</Link>
                </th>
                <td className="tn">{completed}</td>
                <td className="tn">{cancelled}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <DayChart days={finished} most={Math.max(...finished.map(({ completed, cancelled }) => completed + cancelled))}>
          {({ day, completed, cancelled }, heightOf) =>
            completed + cancelled === 0 ? null : (
              <Link
                {...instanceAddresses(scope).endedOn(day)}
                className={classes.day}
                tabIndex={-1}
                title={t('dashboard.dayCompleted', { day: presentDay(day), completed, cancelled })}
              >
                <Bar mark="warning" height={heightOf(cancelled)} />
                <Bar mark="main" height={heightOf(completed)} />
              </Link>
            )
          }
        </DayChart>
      )}
    </Card>
  )
}
