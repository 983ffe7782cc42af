import type { ReactNode } from 'react'
import classes from './page-body.module.css'

/** The region of a page that scrolls. With `flush` it has no padding, and its content adds its own. */
export function PageBody({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <div className={flush ? classes.flush : classes.padded}>{children}</div>
}
