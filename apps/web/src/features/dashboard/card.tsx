import { type ReactNode, useId } from 'react'
import { Link } from '../../components/link/link.tsx'
import type { Address } from './addresses.ts'
import classes from './dashboard.module.css'

interface Props {
  readonly title: string
  /** Right of the title. */
  readonly aside?: ReactNode
  /** The list that the card is about, and what the link to it says. */
  readonly all?: { readonly address: Address; readonly label: string }
  readonly children: ReactNode
}

/** One region of the dashboard. */
export function Card({ title, aside, all, children }: Props) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        {all === undefined ? null : (
          <Link to={all.address.to} search={all.address.search} className={classes.all}>
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
