import { Skeleton } from '@mantine/core'
import card from './card.module.css'
import figure from './figure.module.css'

/** The placeholder of a number, with its size. */
export function FigureSkeleton() {
  return (
    <div className={figure.figure}>
      <Skeleton width="50%" height={12} my={3} />
      <Skeleton width={56} height={22} my={6} />
      <Skeleton width="70%" height={10} my={3} />
    </div>
  )
}

const rows = ['62%', '44%', '71%', '53%', '38%']

/** The placeholder of a card. */
export function CardSkeleton() {
  return (
    <div className={card.card}>
      <div className={card.head}>
        <Skeleton width={160} height={14} />
      </div>
      {rows.map((width) => (
        <div key={width} className={card.row}>
          <Skeleton width={width} height={12} />
        </div>
      ))}
    </div>
  )
}
