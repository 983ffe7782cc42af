import type { ListDescription, ListState, SavedView } from '@millrace/contract'
import { readListState, writeListState } from '@millrace/contract/list-state'
import { variableOfColumn } from '../columns/variable-columns.ts'

/** In the place of a view: the list as it comes, for somebody who opens it with another view. */
export const plainView = 'all'

/** What of a state belongs to a view: how many rows a page has and where it begins do not. */
export function viewSearchOf(
  list: ListDescription,
  { q, sort, filters, variables }: ListState,
): Record<string, string> {
  return writeListState(list, { q, sort, filters, ...(variables && { variables }) })
}

/** What a view shows, as far as its list still knows it. */
export function stateOfView(list: ListDescription, { search }: SavedView): ListState {
  return readListState(list, search)
}

export function showsView(list: ListDescription, view: SavedView, state: ListState): boolean {
  const own = viewSearchOf(list, stateOfView(list, view))
  return isSame(own, viewSearchOf(list, state))
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** Parameters and columns that a view names and its list no longer knows. */
export function listStaleParts(list: ListDescription, view: SavedView): string[] {
  const known = viewSearchOf(list, stateOfView(list, view))
  const { order = [], shown = {}, pinned = [] } = view.columns
  const columns = [...new Set([...order, ...Object.keys(shown), ...pinned])]
  return [
    ...Object.keys(view.search).filter((name) => name !== 'size' && known[name] === undefined),
    ...columns.filter((name) => variableOfColumn(name) === null && !Object.hasOwn(list.columns, name)),
  ]
}
