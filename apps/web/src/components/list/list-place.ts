import type { ListDescription, ListFilter, ListState, SavedView, SetFilter } from '@millrace/contract'
import { listParameters, readListState, writeListState } from '@millrace/contract/list-state'
import type { SearchChange, SearchState } from '../../lib/use-search-state.ts'
import { toDay, toInstant } from './moments.ts'
import { plainView, showsView, viewSearchOf } from './views/view-address.ts'

/** The state of a list, all of which is in the address of the page, directly or by the view that it names. */
interface ListPlace {
  readonly state: ListState
  /** The saved view; null for the list without a view, and for a built-in view. */
  readonly current: SavedView | null
  /** The address names a view that does not exist. */
  readonly isGone: boolean
  /** Whether a view that is not loaded yet decides the state of the list. */
  readonly isByView: boolean
}

/** The views that a user has of a list. `defaultId`: the one that it opens with. */
interface SavedViews {
  readonly items: readonly SavedView[]
  readonly defaultId: string | null
}

/**
 * Reads the state of a list from its address.
 *
 * @param views of the user; undefined while they are not loaded.
 * @param remembered the view with which the list was last opened; null for none.
 */
export function readListPlace(
  list: ListDescription,
  search: SearchState,
  { views, remembered }: { readonly views: SavedViews | undefined; readonly remembered: string | null },
): ListPlace {
  const { view, changed } = search
  const isOwn = view === plainView || (view !== undefined && Object.hasOwn(list.views ?? {}, view))
  const asked = view === undefined || isOwn ? null : view
  const isBare = view === undefined && narrowing(list).every((name) => search[name] === undefined)
  const wanted = asked ?? (isBare ? (views?.defaultId ?? null) : null)
  const current = views?.items.find(({ id }) => id === wanted) ?? null
  const own = readListState(list, search)
  const { size, after, before } = own
  return {
    state:
      current === null || changed === 'yes'
        ? own
        : { ...readListState(list, current.search), size, ...(after && { after }), ...(before && { before }) },
    current,
    isGone: asked !== null && views !== undefined && current === null,
    isByView: asked !== null || (isBare && remembered !== null),
  }
}

/** Returns the address of a list after a change. Every change except that of the page returns to the first page. */
export function changePlace(
  list: ListDescription,
  { state, current }: Pick<ListPlace, 'state' | 'current'>,
  { change, hasDefault }: { readonly change: Partial<ListState>; readonly hasDefault: boolean },
): SearchChange {
  const { after: _, before: __, ...kept } = state
  const next: ListState = { ...kept, ...change }
  const written = writeListState(list, next)
  if (current === null) {
    const isPlain = Object.keys(viewSearchOf(list, next)).length === 0
    return goTo(list, hasDefault && isPlain ? { ...written, view: plainView } : written)
  }
  if (!showsView(list, current, next)) return goTo(list, { ...written, view: current.id, changed: 'yes' })
  const { size, after, before } = written
  return goTo(list, { size, after, before, view: current.id })
}

/** Returns an address of the list with these parameters, and no others of the list. */
export function goTo(list: ListDescription, address: SearchChange): SearchChange {
  const own = [...narrowing(list), 'size', 'after', 'before', 'view', 'changed']
  return { ...Object.fromEntries(own.map((name) => [name, undefined])), ...address }
}

/**
 * Converts the state of a list into the query of the server. Relative times and days become instants in the local time
 * zone.
 */
export function toQuery(list: ListDescription, state: Partial<ListState>): Record<string, unknown> {
  const now = new Date()
  const filters = state.filters?.map((filter): SetFilter => {
    const read = momentReaders[list.filters[filter.name]?.type ?? 'text']
    return read === undefined ? filter : { ...filter, values: filter.values.map((value) => read(value, now)) }
  })
  return writeListState(list, { ...state, ...(filters === undefined ? {} : { filters }) })
}

const momentReaders: Partial<Record<ListFilter['type'], (moment: string, now: Date) => string>> = {
  instant: toInstant,
  day: toDay,
}

/** The parameters that say which rows and columns are shown. */
function narrowing(list: ListDescription): string[] {
  return ['q', 'sort', 'vars', ...listParameters(list).map(({ parameter }) => parameter)]
}
