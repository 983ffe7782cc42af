import { api, type PriorityLevel, priorityLevels } from '@millrace/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TaskLocation } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { getEndOfDay } from '../../lib/dates.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import type { SearchState } from '../../lib/use-search-state.ts'

export const taskViews = ['all', 'today', 'overdue'] as const

export type TaskView = (typeof taskViews)[number]

export const taskSorts = ['due', '-priority', '-created', 'name', 'process'] as const

export type TaskSort = (typeof taskSorts)[number]

/** What a task list shows, as its address says. */
export interface TaskListState {
  readonly view: TaskView
  readonly sort: TaskSort
  readonly page: number
  readonly q: string
  readonly process: string | undefined
  readonly priority: PriorityLevel | undefined
  readonly group: string | undefined
}

/** Reads the state from the address. What it does not understand counts as not there. */
export function readTaskListState(search: SearchState): TaskListState {
  return {
    view: taskViews.find((view) => view === search.view) ?? 'all',
    sort: taskSorts.find((sort) => sort === search.sort) ?? 'due',
    page: readPage(search.page),
    q: search.q ?? '',
    process: search.process,
    priority: isPriorityLevel(search.priority) ? search.priority : undefined,
    group: search.group,
  }
}

export function isFiltered({ q, process, priority, group }: TaskListState): boolean {
  return q !== '' || process !== undefined || priority !== undefined || group !== undefined
}

export function taskListQuery(location: TaskLocation, state: TaskListState) {
  return queryOptions({
    queryKey: ['tasks', location, state],
    queryFn: ({ signal }) => {
      const { view, group, ...rest } = state
      const query = { ...rest, ...toDueRange(view, new Date()) }
      return location === 'assigned'
        ? call(api.tasks.assigned, { query, signal })
        : call(api.tasks.unclaimed, { query: { ...query, group }, signal })
    },
    placeholderData: keepPreviousData,
  })
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => call(api.tasks.get, { params: { id }, query: { timeZone: getTimeZone() }, signal }),
    // The form that is being filled is the page's own; the facts around it are asked for again when they change.
    staleTime: 30_000,
  })
}

export const taskFiltersQuery = queryOptions({
  queryKey: ['tasks', 'filters'],
  queryFn: ({ signal }) => call(api.tasks.filters, { signal }),
  staleTime: 60_000,
})

function toDueRange(view: TaskView, now: Date): { dueFrom?: string; dueBefore?: string } {
  if (view === 'overdue') return { dueBefore: now.toISOString() }
  return view === 'today' ? { dueFrom: now.toISOString(), dueBefore: getEndOfDay(now).toISOString() } : {}
}

function isPriorityLevel(text: string | undefined): text is PriorityLevel {
  return text !== undefined && Object.hasOwn(priorityLevels, text)
}

function readPage(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}
