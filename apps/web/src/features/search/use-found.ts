import { api, homeCategory, type StartableProcess, searchLimits } from '@millrace/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/api/call-query.ts'
import { startableProcessesQuery } from '../../lib/queries/startable-processes.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { splitFound } from '../../lib/split-found.ts'
import type { FoundItem } from './found-item.ts'

/** The kinds of results in the order of the page. */
export const kinds = ['tasks', 'instances', 'processes', 'files'] as const

export type Kind = (typeof kinds)[number]

/** The minimum length of a search text. Shorter texts find too many results. */
export const minSearchLength = 2

export interface Group {
  readonly items: readonly FoundItem[]
  readonly isMore: boolean
}

export interface FoundKinds {
  /** The best of each kind, at most `searchLimits.maxSize`; undefined when they do not exist yet. */
  readonly groups: Readonly<Record<Kind, Group>> | undefined
  readonly query: Pick<UseQueryResult, 'data' | 'isError' | 'error' | 'refetch' | 'dataUpdatedAt'>
}

/** Returns the best results of each kind, for the overview and its counts. */
export function useFoundKinds(q: string): FoundKinds {
  const query = useQuery({
    ...callQuery(api.search.find, { query: { q, size: searchLimits.maxSize } }),
    enabled: q.length >= minSearchLength,
  })
  const processes = useFoundProcesses(q)
  const { data } = query
  if (data === undefined || processes === undefined) return { groups: undefined, query }
  const { tasks, instances, files } = data
  return {
    groups: {
      tasks: { items: tasks.items.map((task) => ({ kind: 'tasks', ...task })), isMore: tasks.isMore },
      instances: {
        items: instances.items.map((instance) => ({ kind: 'instances', ...instance })),
        isMore: instances.isMore,
      },
      processes: { items: processes.map((process) => ({ kind: 'processes', ...process })), isMore: false },
      files: { items: files.items.map((file) => ({ kind: 'files', ...file })), isMore: files.isMore },
    },
    query,
  }
}

/**
 * Returns the processes that the user may start and that match a text. All of them are loaded, because there are never
 * many. Undefined while they are loading.
 */
export function useFoundProcesses(q: string): readonly StartableProcess[] | undefined {
  const isUser = hasRole(useSession(), ['RoleUser'])
  const { data, isError } = useQuery({
    ...startableProcessesQuery(homeCategory),
    enabled: isUser && q.length >= minSearchLength,
  })
  if (!isUser || isError) return none
  return data?.filter((process) => hasWords(`${process.name} ${process.key}`, q))
}

const none: readonly StartableProcess[] = []

/** Whether each of the words begins one of the text's. */
function hasWords(text: string, q: string): boolean {
  const words = q.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  return words.length > 0 && words.every((word) => splitFound(text, word).some(({ isFound }) => isFound))
}
