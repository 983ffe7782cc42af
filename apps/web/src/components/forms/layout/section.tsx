import { useId } from 'react'
import type { ContainerProps } from '../layout-props.ts'
import { Heading } from './heading.tsx'
import classes from './layout.module.css'

/** A group of fields with its own heading. */
export function Section({ node, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { label, help } = node.props
  const content = <Nodes nodes={node.children} headingLevel={headingLevel + 1} />
  if (typeof label !== 'string' || label === '') return content
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Heading id={id} level={headingLevel} text={label} help={help} />
      {content}
    </section>
  )
}
