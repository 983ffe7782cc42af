import type { ReactNode } from 'react'
import classes from './meta-row.module.css'

/** A row of facts under the title of a record: a label before each value. It wraps. */
export function MetaRow({ children }: { children: ReactNode }) {
  return <dl className={classes.row}>{children}</dl>
}

export function MetaFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
