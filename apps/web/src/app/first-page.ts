import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { sections } from '../config/sections.ts'
import { hasRole, type Session } from '../lib/session/session.ts'
import { routeTable } from './route-table.ts'

/**
 * Where somebody lands: Home, or the first page of the menu that their roles allow. Whoever may see no page at all has
 * the help.
 */
export function findFirstPage(session: Session): string {
  const seen = sections.filter(({ roles }) => hasRole(session, roles))
  const [page] = seen.flatMap(({ id }) => routeTable.filter((entry) => entry.section === id && isFirst(entry, session)))
  if (page === undefined) return paths.helpContents
  return page.section === 'start' ? paths.home : page.path
}

/** Home, or an entry of the menu. */
function isFirst({ section, inMenu, path, roles }: PageEntry, session: Session): boolean {
  return hasRole(session, roles) && (inMenu !== undefined || (section === 'start' && path === homePath))
}

const homePath = '/category/view/$categoryName'
