import { type CategoryNode, homeCategory } from '@millrace/contract'
import type { StoredCategory } from '../../operations/categories/category.ts'

type Category = Pick<StoredCategory, 'id' | 'name' | 'parent_id' | 'icon'>

/** Sorts categories so that each follows its parent, and siblings keep their order. */
export function orderTree<Row extends Category>(rows: readonly Row[]): Row[] {
  const children = groupByParent(rows)
  const listBelow = (id: string | null): Row[] => (children.get(id) ?? []).flatMap((row) => [row, ...listBelow(row.id)])
  return listBelow(null)
}

/** Removes categories that do not pass, and everything below them. */
export function pruneTree<Row extends Category>(rows: readonly Row[], passes: (row: Row) => boolean): Row[] {
  const kept = new Set<string | null>([null])
  return orderTree(rows).filter((row) => {
    const isKept = kept.has(row.parent_id) && passes(row)
    if (isKept) kept.add(row.id)
    return isKept
  })
}

/**
 * Builds the tree below Home, with the number of processes in and below each category. Categories without processes are
 * left out.
 *
 * @param categoryIds the category of each process; null for processes that are only in Home.
 */
export function buildMenu(rows: readonly Category[], categoryIds: readonly (string | null)[]): CategoryNode {
  const children = groupByParent(rows)
  const own = new Map<string | null, number>()
  for (const id of categoryIds) own.set(id, (own.get(id) ?? 0) + 1)
  const build = ({ id, name, icon }: Category): CategoryNode => {
    const below = (children.get(id) ?? []).map(build).filter(({ count }) => count > 0)
    return { name, icon, count: below.reduce((sum, { count }) => sum + count, own.get(id) ?? 0), children: below }
  }
  return {
    name: homeCategory,
    icon: null,
    count: categoryIds.length,
    children: (children.get(null) ?? []).map(build).filter(({ count }) => count > 0),
  }
}

/** Returns the ids of a category and all categories below it. Null when no category has the name. */
export function findWithBelow(rows: readonly Category[], name: string): Set<string> | null {
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

function groupByParent<Row extends Category>(rows: readonly Row[]): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>()
  for (const row of rows) groups.set(row.parent_id, [...(groups.get(row.parent_id) ?? []), row])
  return groups
}
