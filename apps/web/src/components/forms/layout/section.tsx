import { useId } from 'react'
import type { LayoutProps } from '../view-nodes.tsx'
import classes from './layout.module.css'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** A group of fields under a heading of its own. */
export function Section({ props, headingLevel, children }: LayoutProps) {
  const id = useId()
  const Heading = headings[Math.min(headingLevel, headings.length) - 1] ?? 'h6'
  const { label, help } = props
  if (typeof label !== 'string' || label === '') return children
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Heading id={id} className={classes.heading}>
        {label}
      </Heading>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
      {children}
    </section>
  )
}
