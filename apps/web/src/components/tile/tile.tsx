import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDelayed } from '../delayed/use-delayed.ts'
import { Link } from '../link/link.tsx'
import classes from './tile.module.css'

interface Props {
  /** 16 high. */
  readonly icon: ReactNode
  readonly title: string
  /** The address to which the whole tile links. */
  readonly to: string
  readonly corner?: ReactNode
  readonly text: string | null
  readonly facts: readonly string[]
  /** Shown on hover and focus; on touch the whole tile opens. */
  readonly actions?: ReactNode
}

/** A tile of a catalogue. */
export function Tile({ icon, title, to, corner, text, facts, actions }: Props) {
  return (
    <article className={classes.tile}>
      <div className={classes.head}>
        <span className={classes.icon}>{icon}</span>
        <h3 className={classes.title}>
          <Link to={to}>{title}</Link>
        </h3>
        {corner ? <div className={classes.above}>{corner}</div> : null}
      </div>
      <p className={classes.text}>{text}</p>
      <div className={classes.foot}>
        <span className={classes.facts}>{facts.join(' · ')}</span>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
    </article>
  )
}

export function TileGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes.container}>
      <ul className={classes.grid}>{children}</ul>
    </div>
  )
}

export function TileSkeletons({ count }: { count: number }) {
  const { t } = useTranslation()
  const isShown = useDelayed(true)
  if (!isShown) return null
  return (
    <div role="status" aria-label={t('common.loading')} className={classes.skeletons}>
      <TileGrid>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={index} className={classes.tile}>
            <Skeleton width="55%" height={14} mt={8} />
            <Skeleton width="90%" height={10} mt={20} />
            <Skeleton width="70%" height={10} mt={8} />
          </li>
        ))}
      </TileGrid>
    </div>
  )
}
