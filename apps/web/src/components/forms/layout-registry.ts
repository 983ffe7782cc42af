import type { LayoutType } from '@millrace/forms'
import type { ComponentType } from 'react'
import { Section } from './layout/section.tsx'
import { StaticText } from './layout/static-text.tsx'
import type { LayoutProps } from './view-nodes.tsx'

/** What is drawn for each type of node that only arranges. */
export const layoutComponents = {
  section: Section,
  'static-text': StaticText,
} satisfies Record<LayoutType, ComponentType<LayoutProps>>
