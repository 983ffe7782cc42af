import type { PageEntry } from '../config/page-entry.ts'
import { routeTable } from './route-table.ts'

/** Returns the parent pages of a page, from the outermost. @throws Error when a parent is not in the table. */
export function findTrail(page: PageEntry): readonly PageEntry[] {
  if (page.parent === undefined) return []
  const parent = routeTable.find(({ path }) => path === page.parent)
  if (parent === undefined)
    throw new Error(`Expected the route table to have ${page.parent}, the parent of ${page.path}, but it has not.`)
  return [...findTrail(parent), parent]
}
