import { Tabs } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

export interface PageTab<T extends string> {
  readonly value: T
  readonly label: string
  readonly count?: number | undefined
  /** Whether the count is a number of failures. */
  readonly isAlarming?: boolean
}

interface Props<T extends string> {
  readonly label: string
  readonly tabs: readonly PageTab<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** Right of the tabs. */
  readonly tools?: ReactNode
  /** The panel of the tab that is open. */
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly listClassName?: string | undefined
}

/** Tabs of a region with the open panel. The line has the width of the region. */
export function PageTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  tools,
  children,
  className,
  listClassName,
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open.
  useLayoutEffect(() => showSelected(list.current), [value])
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onChange(tab.value)
      }}
      className={`${classes.root} ${className ?? ''}`}
    >
      <Tabs.List ref={list} aria-label={label} className={`${classes.list} ${listClassName ?? ''}`}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}{' '}
            {tab.count === undefined ? null : (
              <span className={`${classes.count} tn`} data-alarming={(tab.isAlarming && tab.count > 0) || undefined}>
                {tab.count}
              </span>
            )}
          </Tabs.Tab>
        ))}
        {tools ? <div className={classes.tools}>{tools}</div> : null}
      </Tabs.List>
      <Tabs.Panel value={value} tabIndex={0} className={classes.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

/** Scrolls the line of tabs, and nothing around it, until the selected tab is visible. */
function showSelected(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected="true"]')
  if (list === null || tab == null) return
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + margin
  else if (inner.left < outer.left) list.scrollLeft += inner.left - outer.left - margin
}

/** Pixels between the selected tab and the edge, so that a part of the next tab is visible. */
const margin = 40
