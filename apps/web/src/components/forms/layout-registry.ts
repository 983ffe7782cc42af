import type { ContainerType, ContentType, ListType } from '@millrace/forms'
import type { ComponentType } from 'react'
import { FormTabs } from './layout/form-tabs.tsx'
import { Panel } from './layout/panel.tsx'
import { Section } from './layout/section.tsx'
import { StaticText } from './layout/static-text.tsx'
import { TabContent } from './layout/tab-content.tsx'
import type { ContainerProps, ContentProps, ListComponentProps } from './layout-props.ts'
import { Grid } from './lists/grid.tsx'
import { Repeater } from './lists/repeater.tsx'

/** What is drawn for each type of node that holds others. */
export const containerComponents = {
  section: Section,
  panel: Panel,
  tabs: FormTabs,
  tab: TabContent,
} satisfies Record<ContainerType, ComponentType<ContainerProps>>

/** What is drawn for each type of list. */
export const listComponents = {
  repeater: Repeater,
  grid: Grid,
} satisfies Record<ListType, ComponentType<ListComponentProps>>

/** What is drawn for each type of node that is only read. */
export const contentComponents = {
  'static-text': StaticText,
} satisfies Record<ContentType, ComponentType<ContentProps>>
