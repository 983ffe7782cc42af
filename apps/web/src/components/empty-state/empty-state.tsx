import type { ReactNode } from 'react'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './empty-state.module.css'

interface Props {
  readonly icon: DrawnIcon
  /** A sentence about the missing content. */
  readonly title: string
  /** The reason, or the first step. */
  readonly text?: ReactNode
  /** One primary and at most one more. */
  readonly actions?: ReactNode
  readonly headingLevel?: 2 | 3
}

export function EmptyState({ icon: Icon, title, text, actions, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={classes.empty}>
      <Icon size={28} stroke={1.4} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      {text ? <p className={classes.text}>{text}</p> : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}
