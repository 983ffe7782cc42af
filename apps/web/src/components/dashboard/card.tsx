import { type ReactNode, useId } from 'react'
import { Link } from '../link/link.tsx'
import classes from './card.module.css'

interface Props {
  readonly title: string
  /** The id for links to this card. */
  readonly anchor?: string
  /** Right of the title. */
  readonly aside?: ReactNode
  /** The list with all rows of the card, and the text of the link to it. */
  readonly all?: {
    readonly to: string
    readonly search?: Readonly<Record<string, string>>
    readonly label: string
  }
  readonly children: ReactNode
}

/** A card of a dashboard. */
export function Card({ title, anchor, aside, all, children }: Props) {
  const id = useId()
  return (
    <section id={anchor} className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        {all === undefined ? null : (
          <Link to={all.to} search={all.search ?? {}} className={classes.all}>
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** The text of a card without data. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>
}
