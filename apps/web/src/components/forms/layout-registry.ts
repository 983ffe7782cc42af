import type { ContainerType, ContentType, ListType } from '@millrace/forms'
import type { ComponentType } from 'react'
import { Accordion } from './layout/accordion.tsx'
import { BareContainer } from './layout/bare-container.tsx'
import { Collapsible } from './layout/collapsible.tsx'
import { Fieldset } from './layout/fieldset.tsx'
import { FormButton } from './layout/form-button.tsx'
import { FormTabs } from './layout/form-tabs.tsx'
import { HeadingContent } from './layout/heading-content.tsx'
import { HtmlContent } from './layout/html-content.tsx'
import { Pages } from './layout/pages.tsx'
import { Panel } from './layout/panel.tsx'
import { Section } from './layout/section.tsx'
import { Separator } from './layout/separator.tsx'
import { Spacer } from './layout/spacer.tsx'
import { StaticImage } from './layout/static-image.tsx'
import { StaticText } from './layout/static-text.tsx'
import { TabContent } from './layout/tab-content.tsx'
import { Table } from './layout/table.tsx'
import type { ContainerProps, ContentProps, ListComponentProps } from './layout-props.ts'
import { Grid } from './lists/grid.tsx'
import { Repeater } from './lists/repeater.tsx'

/** The component of each type of container. */
export const containerComponents = {
  section: Section,
  panel: Panel,
  fieldset: Fieldset,
  collapsible: Collapsible,
  accordion: Accordion,
  columns: BareContainer,
  column: BareContainer,
  table: Table,
  // Tables and pages draw their rows and pages themselves.
  'table-row': BareContainer,
  tabs: FormTabs,
  tab: TabContent,
  pages: Pages,
  page: BareContainer,
} satisfies Record<ContainerType, ComponentType<ContainerProps>>

/** The component of each type of list. */
export const listComponents = {
  repeater: Repeater,
  grid: Grid,
} satisfies Record<ListType, ComponentType<ListComponentProps>>

/** The component of each type of content that is only read. */
export const contentComponents = {
  'static-text': StaticText,
  heading: HeadingContent,
  html: HtmlContent,
  'static-image': StaticImage,
  separator: Separator,
  spacer: Spacer,
  button: FormButton,
} satisfies Record<ContentType, ComponentType<ContentProps>>
