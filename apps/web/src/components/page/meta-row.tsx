import type { ReactNode } from 'react'
import classes from './meta-row.module.css'

/** Facts in one row that wraps: a quiet label before its value. Several facts of a record, under its title. */
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
