import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { presentDate } from '../../lib/dates.ts'
import { instanceAddresses } from './addresses.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { DayChart } from './day-chart.tsx'
import type { CardProps } from './use-dashboard.ts'

/** How many processes ended on each day: as bars, or as a table. */
export function FinishedCard({ data: { finished }, scope }: CardProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const some = finished.filter(({ completed, cancelled }) => completed + cancelled > 0)
  const title = t('dashboard.finished')
  if (some.length === 0)
    return (
      <Card title={title}>
        <p className={classes.none}>{t('dashboard.noneFinished')}</p>
      </Card>
    )
  return (
    <Card
      title={title}
      aside={
        <>
          <span className={classes.legend}>
            <span data-mark="completed">{t('dashboard.chartCompleted')}</span>
            <span data-mark="cancelled">{t('dashboard.chartCancelled')}</span>
          </span>
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
                  <Link {...instanceAddresses(scope).endedOn(day)}>{presentDate(`${day}T12:00:00`)}</Link>
                </th>
                <td className="tn">{completed}</td>
                <td className="tn">{cancelled}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <DayChart days={finished} label={title} scope={scope} />
      )}
    </Card>
  )
}
