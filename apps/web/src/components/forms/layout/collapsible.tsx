import IconChevronDown from 'icon:chevron-down'
import { use, useId, useState, useSyncExternalStore } from 'react'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import type { ContainerProps } from '../layout-props.ts'
import { AccordionContext } from './accordion-context.ts'
import { Heading, HeadingElement } from './heading.tsx'
import classes from './layout.module.css'
import { useReveal } from './use-reveal.ts'

/**
 * A collapsible container with a label. Collapsed content stays mounted and is validated; its number of errors is
 * beside the label.
 */
export function Collapsible({ node, instance, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { store, isReadOnly, isPrinted } = useFormView()
  const { label, help, collapsed } = node.props
  const around = use(AccordionContext)
  const accordion = around?.node === instance.planned.parent?.id ? around : null
  const [isUnfolded, setUnfolded] = useState(collapsed !== true)
  const isOpen = accordion === null ? isUnfolded : accordion.isOpen(node.id)
  const setOpen = (next: boolean) => (accordion === null ? setUnfolded(next) : accordion.toggle(node.id, next))
  const faults = useSyncExternalStore(store.watch, () => store.countFaults(instance))
  useReveal(instance, () => setOpen(true))
  if (isPrinted)
    return (
      <section className={classes.section}>
        <Heading id={`${id}-label`} level={headingLevel} text={String(label)} help={help} />
        <Nodes nodes={node.children} headingLevel={headingLevel + 1} />
      </section>
    )
  return (
    <section className={classes.collapsible} aria-labelledby={`${id}-label`}>
      <HeadingElement level={headingLevel} className={classes.fold}>
        <button
          type="button"
          id={`${id}-label`}
          className={classes.folder}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.chevron} data-open={isOpen || undefined}>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </span>
          {String(label)}{' '}
          {faults === 0 || isReadOnly ? null : <span className={classes.faults}>{formTexts.faultsInTab(faults)}</span>}
        </button>
      </HeadingElement>
      <div id={`${id}-content`} className={classes.folded} hidden={!isOpen}>
        {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
        <Nodes nodes={node.children} headingLevel={headingLevel + 1} />
      </div>
    </section>
  )
}
