import type { ListDescription, ListState, SavedView } from '@millrace/contract'
import { listParameters, readListState, writeListState } from '@millrace/contract/list-state'
import type { SearchState } from '../../../lib/use-search-state.ts'
import { variableOfColumn } from '../columns/variable-columns.ts'

/** In the place of a view: the list as it comes, for somebody who opens it with another view. */
export const plainView = 'all'

/** What an address says about views: which one, and whether what it shows was changed since. */
export interface ViewAddress {
  readonly asked: string | null
  readonly isChanged: boolean
  /** Says nothing about the list: whoever opens it with a view of his finds that one. */
  readonly isBare: boolean
}

export function readViewAddress(list: ListDescription, search: SearchState): ViewAddress {
  const { view, changed } = search
  const isOwn = view === plainView || (view !== undefined && Object.hasOwn(list.views ?? {}, view))
  const narrowing = ['q', 'sort', 'vars', ...listParameters(list).map(({ parameter }) => parameter)]
  return {
    asked: view === undefined || isOwn ? null : view,
    isChanged: changed === 'yes',
    isBare: view === undefined && narrowing.every((name) => search[name] === undefined),
  }
}

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

/** The address of a list that somebody has changed something of. Without a view it is that of the state alone. */
export function writeViewAddress(
  list: ListDescription,
  state: ListState,
  { current, hasDefault }: { readonly current: SavedView | null; readonly hasDefault: boolean },
): Record<string, string> {
  const written = writeListState(list, state)
  if (current === null) {
    const isPlain = Object.keys(viewSearchOf(list, state)).length === 0
    return hasDefault && isPlain ? { ...written, view: plainView } : written
  }
  if (!showsView(list, current, state)) return { ...written, view: current.id, changed: 'yes' }
  const { size, after, before } = state
  return { ...writeListState(list, { size, ...(after && { after }), ...(before && { before }) }), view: current.id }
}
