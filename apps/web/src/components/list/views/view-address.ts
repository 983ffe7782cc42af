import type { ListDescription, ListState, SavedView } from '@millrace/contract'
import { readListState, writeListState } from '@millrace/contract/list-state'
import { variableOfColumn } from '../columns/variable-columns.ts'

/** The value in the address for the list without a view, for users with another default view. */
export const plainView = 'all'

/** Returns the part of a list's state that belongs to a view: without page and page size. */
export function viewSearchOf(
  list: ListDescription,
  { q, sort, filters, variables }: ListState,
): Record<string, string> {
  return writeListState(list, { q, sort, filters, ...(variables && { variables }) })
}

/** Returns the list state of a view, without parts that the list no longer has. */
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

/** Lists parameters and columns of a view that its list no longer has. */
export function listStaleParts(list: ListDescription, view: SavedView): string[] {
  const known = viewSearchOf(list, stateOfView(list, view))
  const { order = [], shown = {}, pinned = [] } = view.columns
  const columns = [...new Set([...order, ...Object.keys(shown), ...pinned])]
  return [
    ...Object.keys(view.search).filter((name) => name !== 'size' && known[name] === undefined),
    ...columns.filter((name) => variableOfColumn(name) === null && !Object.hasOwn(list.columns, name)),
  ]
}
