import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './skeleton-rows.module.css'
import { useDelayed } from './use-delayed.ts'

interface Props {
  readonly count: number
  /** The height of a row in pixels, the same as that of real rows. */
  readonly height: number
  /** Two lines in a row, as in split lists. */
  readonly twoLines?: boolean
}

const widths = ['62%', '44%', '71%', '53%', '38%'] as const

/** Placeholder rows with the size of the real ones. They are invisible for the first 150 ms. */
export function SkeletonRows({ count, height, twoLines = false }: Props) {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  if (!isShown) return <div style={{ height: count * height }} />
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={classes.row} style={{ height }}>
          <Skeleton width={widths[index % widths.length]} height={12} />
          {twoLines ? <Skeleton width="34%" height={8} mt={8} /> : null}
        </div>
      ))}
    </div>
  )
}
