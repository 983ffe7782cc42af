import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

interface Props {
  readonly title: string
  /** A text about the purpose of the section. */
  readonly hint?: ReactNode
  readonly children: ReactNode
}

/** A section of a record: its name on the left, its content on the right, and a line to the next section. */
export function Section({ title, hint, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {hint ? <p className={classes.hint}>{hint}</p> : null}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}

/** Fields side by side, one below the other on phones. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
