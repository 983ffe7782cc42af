import type { ReactNode } from 'react'
import { DateTime } from '../dates/dates.tsx'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './timeline.module.css'

export interface TimelineItem {
  readonly id: string
  readonly at: string
  readonly icon: DrawnIcon
  readonly tone?: 'green' | 'blue' | 'red' | 'grey'
  readonly title: ReactNode
  /** The acting user, or the result. */
  readonly detail?: ReactNode
}

/** A timeline of events, in the given order. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map(({ id, at, icon: Icon, tone = 'grey', title, detail }) => (
        <li key={id} className={classes.item}>
          <span className={classes.dot} data-tone={tone}>
            <Icon size={14} stroke={1.6} aria-hidden />
          </span>
          <div className={classes.text}>
            <span>{title}</span> {detail ? <span className={classes.detail}>{detail}</span> : null}
          </div>
          <span className={classes.time}>
            <DateTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
