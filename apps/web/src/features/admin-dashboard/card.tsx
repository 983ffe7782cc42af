import { type ReactNode, useId } from 'react'
import { Link } from '../../components/link/link.tsx'
import classes from './admin-dashboard.module.css'

interface Props {
  readonly title: string
  /** For links to this place of the page. */
  readonly anchor?: string
  /** Right of the title. */
  readonly aside?: ReactNode
  /** The list that the card is about. */
  readonly all?: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** One region of the dashboard. */
export function Card({ title, anchor, aside, all, children }: Props) {
  const id = useId()
  return (
    <section id={anchor} className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        {all === undefined ? null : (
          <Link to={all.to} className={classes.all}>
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
