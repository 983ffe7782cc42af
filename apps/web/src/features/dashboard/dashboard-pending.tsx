import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDelayed } from '../../components/delayed/use-delayed.ts'
import classes from './dashboard.module.css'

/** Where numbers and cards are on their way, with their measures. Nothing for the first 150 ms. */
export function DashboardPending() {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  if (!isShown) return null
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={classes.numbers}>
        {numbers.map((number) => (
          <div key={number} className={classes.number}>
            <Skeleton width="50%" height={12} my={3} />
            <Skeleton width={56} height={22} my={6} />
            <Skeleton width="70%" height={10} my={3} />
          </div>
        ))}
      </div>
      <div className={classes.cards}>
        {cards.map((card) => (
          <div key={card} className={classes.card}>
            <div className={classes.head}>
              <Skeleton width={160} height={14} />
            </div>
            {rows.map((width) => (
              <div key={width} className={classes.row}>
                <Skeleton width={width} height={12} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const numbers = ['assigned', 'overdue', 'running', 'completed']
const cards = ['due', 'finished', 'waiting', 'durations']
const rows = ['62%', '44%', '71%', '53%', '38%']
