import { useId, useState } from 'react'
import type { ContainerProps } from '../layout-props.ts'
import { AccordionContext } from './accordion-context.ts'
import { Heading } from './heading.tsx'
import classes from './layout.module.css'

/** A container of collapsible parts. One is open at a time, or several, by its settings. */
export function Accordion({ node, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { label, help, multiple } = node.props
  const [open, setOpen] = useState<readonly string[]>(() => {
    const begin = node.children.filter((child) => child.kind === 'container' && child.props.collapsed !== true)
    return begin.slice(0, multiple === true ? undefined : 1).map((child) => child.id)
  })
  const state = {
    node: node.id,
    isOpen: (part: string) => open.includes(part),
    toggle(part: string, isOpen: boolean) {
      const others = multiple === true ? open.filter((one) => one !== part) : []
      setOpen(isOpen ? [...others, part] : others)
    },
  }
  return (
    <AccordionContext value={state}>
      <div className={classes.section}>
        {typeof label === 'string' ? <Heading id={id} level={headingLevel} text={label} help={help} /> : null}
        <div className={classes.accordion}>
          <Nodes nodes={node.children} headingLevel={headingLevel + (typeof label === 'string' ? 1 : 0)} />
        </div>
      </div>
    </AccordionContext>
  )
}
