import type { ReactNode } from 'react'
import classes from './action-bar.module.css'

/**
 * The bar at the foot of a record, always visible: the state of unsaved changes on the left, the actions on the right.
 */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div className={classes.note}>{note}</div>
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
