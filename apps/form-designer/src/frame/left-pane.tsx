import { Tabs } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Outline } from '../outline/outline.tsx'
import { VariablesList } from '../outline/variables-list.tsx'
import { Palette } from '../palette/palette.tsx'
import classes from './left-pane.module.css'

export const leftTabs = ['components', 'outline', 'data'] as const

export type LeftTab = (typeof leftTabs)[number]

interface Props {
  readonly tab: LeftTab
  readonly onTab: (tab: LeftTab) => void
  readonly searchRef: RefObject<HTMLDivElement | null>
  readonly onRename: () => void
  /** Left out where the panel is another pane. */
  readonly onName?: (() => void) | undefined
}

/** The left pane with three tabs: the palette, the form as a tree, and the data of the form. */
export function LeftPane({ tab, onTab, searchRef, onRename, onName }: Props) {
  const { t } = useTranslation()
  return (
    <nav className={classes.pane} aria-label={t('designer.frame.leftLabel')} data-beside>
      <Tabs
        value={tab}
        onChange={(next) => {
          const found = leftTabs.find((one) => one === next)
          if (found !== undefined) onTab(found)
        }}
        className={classes.tabs}
      >
        <Tabs.List className={classes.list} aria-label={t('designer.frame.leftLabel')}>
          {leftTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`designer.frame.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.body} tabIndex={0}>
          {tab === 'components' ? <Palette searchRef={searchRef} onName={onName} /> : null}
          {tab === 'outline' ? <Outline onRename={onRename} /> : null}
          {tab === 'data' ? <VariablesList /> : null}
        </Tabs.Panel>
      </Tabs>
    </nav>
  )
}
