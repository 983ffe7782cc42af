import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { type SectionId, sections } from '../config/sections.ts'
import { hasRole, isOpenedByRight, mayOpen, type Session } from '../lib/session/session.ts'
import { routeTable } from './route-table.ts'

/**
 * Returns the first page after sign-in: Home, or the first page of the menu that the user's roles allow. Users without
 * any page get the help.
 */
export function findFirstPage(session: Session): string {
  const seen = sections.filter(({ id, roles }) => hasRole(session, roles) || hasOpenPage(session, id))
  const [page] = seen.flatMap(({ id }) => routeTable.filter((entry) => entry.section === id && isFirst(entry, session)))
  if (page === undefined) return paths.helpContents
  return page.section === 'start' ? paths.home : page.path
}

/** Returns whether a right of the user opens a page in a section of the menu whose role the user does not have. */
export function hasOpenPage(session: Session, section: SectionId): boolean {
  return routeTable.some((page) => page.section === section && isFirst(page, session) && isOpenedByRight(session, page))
}

/** Home, or an entry of the menu. */
function isFirst(page: PageEntry, session: Session): boolean {
  const { section, inMenu, path } = page
  return mayOpen(session, page) && (inMenu !== undefined || (section === 'start' && path === homePath))
}

const homePath = '/category/view/$categoryName'
