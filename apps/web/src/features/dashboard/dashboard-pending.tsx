import { useTranslation } from 'react-i18next'
import { CardSkeleton, FigureSkeleton } from '../../components/dashboard/skeletons.tsx'
import { useDelayed } from '../../components/delayed/use-delayed.ts'
import classes from './dashboard.module.css'

/** The placeholder of the dashboard with the same size, shown when loading takes longer than 150 ms. */
export function DashboardPending() {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  if (!isShown) return null
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={classes.numbers}>
        {numbers.map((number) => (
          <FigureSkeleton key={number} />
        ))}
      </div>
      <div className={classes.cards}>
        {cards.map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}

const numbers = ['assigned', 'overdue', 'running', 'completed']
const cards = ['due', 'finished', 'waiting', 'durations']
