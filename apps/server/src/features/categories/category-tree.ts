import { type CategoryNode, homeCategory } from '@millrace/contract'
import type { CategoryRow } from './category-queries.ts'

/**
 * The tree below Home, with the number of processes in and below each category. Categories with none are left out.
 *
 * @param categoryIds the category of each process; null for those in Home only.
 */
export function buildMenu(rows: readonly CategoryRow[], categoryIds: readonly (string | null)[]): CategoryNode {
  const children = groupByParent(rows)
  const own = new Map<string | null, number>()
  for (const id of categoryIds) own.set(id, (own.get(id) ?? 0) + 1)
  const build = (row: CategoryRow): CategoryNode => {
    const below = (children.get(row.id) ?? []).map(build).filter(({ count }) => count > 0)
    return {
      name: row.name,
      count: below.reduce((sum, { count }) => sum + count, own.get(row.id) ?? 0),
      children: below,
    }
  }
  return {
    name: homeCategory,
    count: categoryIds.length,
    children: (children.get(null) ?? []).map(build).filter(({ count }) => count > 0),
  }
}

/** Ids of a category and all below it. Null when there is none of that name. */
export function findWithBelow(rows: readonly CategoryRow[], name: string): Set<string> | null {
  const top = rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (top === undefined) return null
  const children = groupByParent(rows)
  const found = new Set<string>()
  const open = [top]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    found.add(row.id)
    open.push(...(children.get(row.id) ?? []))
  }
  return found
}

function groupByParent(rows: readonly CategoryRow[]): Map<string | null, CategoryRow[]> {
  const groups = new Map<string | null, CategoryRow[]>()
  for (const row of rows) groups.set(row.parent_id, [...(groups.get(row.parent_id) ?? []), row])
  return groups
}
