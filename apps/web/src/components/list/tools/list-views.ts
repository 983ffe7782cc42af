import type { ListDescription, ListState, SetFilter } from '@millrace/contract'
import { readListState } from '@millrace/contract/list-state'

/** Returns the view that fits the state of a list; if several fit, the one with most filters. Null when none fits. */
export function findView(list: ListDescription, state: ListState): string | null {
  const views = Object.entries(list.views ?? {})
    .map(([id, { search }]) => ({ id, filters: readListState(list, search).filters }))
    .filter(({ filters }) => filters.every((filter) => has(state.filters, filter)))
    .sort((one, other) => other.filters.length - one.filters.length)
  return views[0]?.id ?? null
}

/** Lists the filters that a user has set in addition to those of a view. */
export function listOwnFilters(list: ListDescription, state: ListState): readonly SetFilter[] {
  const ofView = viewFilters(list, state)
  return state.filters.filter((filter) => !has(ofView, filter))
}

export function viewFilters(list: ListDescription, state: ListState): readonly SetFilter[] {
  const view = list.views?.[findView(list, state) ?? '']
  return view === undefined ? [] : readListState(list, view.search).filters
}

function has(filters: readonly SetFilter[], { name, operator, values }: SetFilter): boolean {
  return filters.some(
    (other) => other.name === name && other.operator === operator && other.values.join() === values.join(),
  )
}
