import { useId } from 'react'
import type { ContainerProps } from '../layout-props.ts'
import { Heading } from './heading.tsx'
import classes from './layout.module.css'

/** A group of fields with its own background. */
export function Panel({ node, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { label, help } = node.props
  const content = <Nodes nodes={node.children} headingLevel={headingLevel + 1} />
  if (typeof label !== 'string' || label === '') return <div className={classes.panel}>{content}</div>
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <Heading id={id} level={headingLevel} text={label} help={help} />
      {content}
    </section>
  )
}
