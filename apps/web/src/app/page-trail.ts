import type { PageEntry } from '../config/page-entry.ts'
import { routeTable } from './route-table.ts'

/** Returns the parent pages of a page, from the outermost. @throws Error when a parent is not in the table. */
export function findTrail(page: PageEntry): readonly PageEntry[] {
  if (page.parent === undefined) return []
  const parent = findPage(page.parent, `the parent of ${page.path}`)
  return [...findTrail(parent), parent]
}

/**
 * Returns the list of records like that of a page, if its breadcrumb leads elsewhere. @throws Error when it is not in
 * the table.
 */
export function findList({ list, path }: PageEntry): PageEntry | undefined {
  return list === undefined ? undefined : findPage(list, `the list of ${path}`)
}

function findPage(address: string, role: string): PageEntry {
  const found = routeTable.find(({ path }) => path === address)
  if (found === undefined) throw new Error(`Expected the route table to have ${address}, ${role}, but it has not.`)
  return found
}
