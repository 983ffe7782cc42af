import IconChecklist from 'icon:checklist'
import IconHexagon from 'icon:hexagon'
import IconPencil from 'icon:pencil'
import IconPlug from 'icon:plug'
import IconRocket from 'icon:rocket'
import IconShieldCog from 'icon:shield-cog'
import IconStack2 from 'icon:stack-2'
import IconUsers from 'icon:users'
import type { CustomViews } from '@millrace/contract'
import type { DrawnIcon } from '../../../components/icon/drawn.tsx'
import type { PageEntry, PageTitle } from '../../../config/page-entry.ts'
import { paths } from '../../../config/paths.ts'
import { type MenuLabel, type SectionId, sections } from '../../../config/sections.ts'
import { hasRole, isOpenedByRight, mayOpen, type Session } from '../../../lib/session/session.ts'
import { hasOpenPage } from '../../first-page.ts'
import { routeTable } from '../../route-table.ts'

export const sectionIcons = {
  start: IconRocket,
  processes: IconStack2,
  tasks: IconChecklist,
  engine: IconHexagon,
  design: IconPencil,
  integrate: IconPlug,
  users: IconUsers,
  admin: IconShieldCog,
} as const satisfies Record<SectionId, DrawnIcon>

export interface MenuSection {
  readonly id: SectionId
  readonly label: MenuLabel
  /** The section is a link itself: it has one page and no entries. */
  readonly to?: string
  readonly entries: readonly MenuEntry[]
}

export interface MenuEntry {
  readonly label: PageTitle
  readonly to: string
  /** Opens outside the product. */
  readonly isExternal?: true
  /** Entries of users under this one, by the names that they gave them. */
  readonly views: readonly MenuView[]
}

export interface MenuView {
  readonly aliasName: string
  readonly to: string
}

const noViews: CustomViews = { processTypeList: [], taskTypeList: [] }

/** Builds the menu of the user: sections in their order, entries in the order of the route table. */
export function buildMenu(session: Session, customViews: CustomViews = noViews): MenuSection[] {
  return sections
    .filter(({ id, roles }) => hasRole(session, roles) || hasOpenPage(session, id))
    .map(({ id, label, roles }) => {
      const isWhole = hasRole(session, roles)
      if (id === 'start') return { id, label, to: paths.home, entries: [] }
      const entries: MenuEntry[] = routeTable
        .filter((page) => page.section === id && (isWhole ? isListed(page, session) : isOpened(page, session)))
        .map((page) => ({ label: page.title, to: page.path, views: listViews(page, customViews) }))
      if (id === 'admin' && session.monitorUrl !== null)
        entries.push({ label: 'menu.monitorApplication', to: session.monitorUrl, isExternal: true, views: [] })
      return { id, label, entries }
    })
}

/** Lists the pages that are not in the menu, but in the palette. */
export function listOthers(session: Session): PageEntry[] {
  return routeTable.filter((page) => page.inPalette === true && mayOpen(session, page))
}

/** Of a section whose role the user does not have, the pages that a right opens. */
function isOpened(page: PageEntry, session: Session): boolean {
  return page.inMenu !== undefined && isOpenedByRight(session, page)
}

function isListed(page: PageEntry, session: Session): boolean {
  return page.inMenu === true || (page.inMenu === 'restricted' && mayOpen(session, page))
}

function listViews({ views }: PageEntry, { processTypeList, taskTypeList }: CustomViews): MenuView[] {
  if (views === undefined) return []
  const list = views === 'processes' ? processTypeList : taskTypeList
  const toPath = views === 'processes' ? paths.processView : paths.taskView
  return list.map(({ id, aliasName }) => ({ aliasName, to: toPath(id) }))
}
