import {
  IconChecklist,
  IconHexagon,
  IconPencil,
  IconPlug,
  IconRocket,
  IconShieldCog,
  IconStack2,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PageEntry } from '../../config/page-entry.ts'
import { paths } from '../../config/paths.ts'
import { type MenuLabel, type SectionId, sections } from '../../config/sections.ts'
import { hasRole, type Session } from '../../lib/session/session.ts'
import { routeTable } from '../route-table.ts'

export const sectionIcons = {
  start: IconRocket,
  processes: IconStack2,
  tasks: IconChecklist,
  engine: IconHexagon,
  design: IconPencil,
  integrate: IconPlug,
  users: IconUsers,
  admin: IconShieldCog,
} as const satisfies Record<SectionId, TablerIcon>

export interface MenuSection {
  readonly id: SectionId
  readonly label: MenuLabel
  /** The section is a link itself: it has one page and no entries. */
  readonly to?: string
  readonly entries: readonly MenuEntry[]
}

export interface MenuEntry {
  readonly label: MenuLabel
  readonly to: string
  /** Opens outside the product. */
  readonly isExternal?: true
}

/** The menu of this user: sections in their order, entries in the order of the route table. */
export function buildMenu(session: Session): MenuSection[] {
  return sections
    .filter(({ roles }) => hasRole(session, roles))
    .map(({ id, label }) => {
      if (id === 'start') return { id, label, to: paths.home, entries: [] }
      const entries: MenuEntry[] = routeTable
        .filter((page) => page.section === id && isListed(page, session))
        .map((page) => ({ label: page.title, to: page.path }))
      if (id === 'admin' && session.monitorUrl !== null)
        entries.push({ label: 'monitorApplication', to: session.monitorUrl, isExternal: true })
      return { id, label, entries }
    })
}

function isListed(page: PageEntry, session: Session): boolean {
  return page.inMenu === true || (page.inMenu === 'restricted' && hasRole(session, page.roles))
}
