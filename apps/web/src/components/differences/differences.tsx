import type { ReactNode } from 'react'
import classes from './differences.module.css'

/** A list of the differences between two versions. */
export function Differences({ children }: { children: ReactNode }) {
  return <ul className={classes.differences}>{children}</ul>
}

interface DifferenceProps {
  /** The name of the changed part. */
  readonly name: string
  /** The outcome of it. */
  readonly what?: string
  readonly children: ReactNode
}

export function Difference({ name, what, children }: DifferenceProps) {
  return (
    <li>
      <strong>{name}</strong> {what === undefined ? null : <span className={classes.what}>{what}</span>}
      {children}
    </li>
  )
}

/** A sentence instead of the list of differences, when the objects are equal. */
export function NoDifferences({ children }: { children: ReactNode }) {
  return <p className={classes.none}>{children}</p>
}
