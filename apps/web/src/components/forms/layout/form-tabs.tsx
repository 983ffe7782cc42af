import { Tabs } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import type { ContainerProps, ContainerView } from '../layout-props.ts'
import { useNode } from '../use-node.ts'
import { Heading, HeadingElement } from './heading.tsx'
import classes from './layout.module.css'
import { TabContent } from './tab-content.tsx'
import { useReveal } from './use-reveal.ts'
import { useVisibleIds } from './use-visible-ids.ts'

/**
 * A container of tabs. All of them stay mounted, so that running work continues. A tab that a rule hides is left out,
 * and the first remaining one opens instead.
 */
export function FormTabs({ node, instance, headingLevel, Nodes }: ContainerProps) {
  const { formId, isPrinted } = useFormView()
  const [chosen, setChosen] = useState<string | null>(null)
  const tabs = node.children.filter((child): child is ContainerView => child.kind === 'container')
  const visible = useVisibleIds(instance, tabs)
  const open =
    tabs.find(({ id }) => id === chosen && visible.includes(id)) ?? tabs.find(({ id }) => visible.includes(id))
  const { label, help } = node.props
  const id = `${formId}-${instance.id}`
  if (open === undefined) return null
  const heading = typeof label === 'string' ? <Heading id={id} level={headingLevel} text={label} help={help} /> : null
  if (isPrinted)
    return (
      <div className={classes.section}>
        {heading}
        {tabs.map((tab) =>
          visible.includes(tab.id) ? (
            <PrintedTab key={tab.id} node={tab} headingLevel={headingLevel} Nodes={Nodes} />
          ) : null,
        )}
      </div>
    )
  return (
    <div>
      {heading}
      <Tabs value={open.id} onChange={setChosen} keepMounted id={id}>
        <Tabs.List className={classes.tabs ?? ''} aria-label={typeof label === 'string' ? label : formTexts.tabs}>
          {tabs.map((tab) => (visible.includes(tab.id) ? <TabHead key={tab.id} node={tab} /> : null))}
        </Tabs.List>
        {tabs.map((tab) =>
          visible.includes(tab.id) ? (
            <TabPanel key={tab.id} node={tab} headingLevel={headingLevel} Nodes={Nodes} onReveal={setChosen} />
          ) : null,
        )}
      </Tabs>
    </div>
  )
}

function TabHead({ node }: { node: ContainerView }) {
  const { store } = useFormView()
  const instance = useNode(node.id)
  const faults = useSyncExternalStore(store.watch, () => store.countFaults(instance))
  return (
    <Tabs.Tab value={node.id}>
      {String(node.props.label)}{' '}
      {faults === 0 ? null : <span className={classes.faults}>{formTexts.faultsInTab(faults)}</span>}
    </Tabs.Tab>
  )
}

interface TabProps {
  readonly node: ContainerView
  readonly headingLevel: number
  readonly Nodes: ContainerProps['Nodes']
}

/** On paper a tab is a part with a heading. */
function PrintedTab({ node, headingLevel, Nodes }: TabProps) {
  return (
    <section className={classes.section}>
      <HeadingElement level={headingLevel} className={classes.heading}>
        {String(node.props.label)}
      </HeadingElement>
      <TabContent node={node} instance={useNode(node.id)} headingLevel={headingLevel + 1} Nodes={Nodes} />
    </section>
  )
}

interface TabPanelProps extends TabProps {
  onReveal(tab: string): void
}

function TabPanel({ node, headingLevel, Nodes, onReveal }: TabPanelProps) {
  const instance = useNode(node.id)
  useReveal(instance, () => onReveal(node.id))
  return (
    <Tabs.Panel value={node.id} className={classes.tabPanel ?? ''}>
      <TabContent node={node} instance={instance} headingLevel={headingLevel} Nodes={Nodes} />
    </Tabs.Panel>
  )
}
