import { type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface Props {
  readonly title: string
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** A section of a detail page: what it is about on the left, its fields in two columns on the right. */
export function FormSection({ title, help, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {help ? <p className={classes.help}>{help}</p> : null}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** A field over both columns. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div className={classes.full}>{children}</div>
}
