import { useDebouncedValue } from '@mantine/hooks'
import { api, homeCategory, type StartableProcess } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TaskLocation } from '../../../config/paths.ts'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'
import { startableProcessesQuery } from '../../../lib/queries/startable-processes.ts'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { restOfTitle } from '../../../lib/title-rest.ts'

export interface FoundTask {
  readonly id: string
  readonly name: string
  readonly location: TaskLocation
  /** Process and title, to tell tasks of one name apart. */
  readonly about: string
}

export interface FoundPerson {
  readonly id: string
  readonly username: string
  readonly name: string
}

/** Fewer letters find too much to be worth a call. */
const leastLetters = 2
const pause = 200
const size = 6

/** What the palette asks the server for: processes once, tasks and people for the words that were typed. */
export function usePaletteSearch({ query, isOpen }: { query: string; isOpen: boolean }): {
  processes: readonly StartableProcess[]
  tasks: readonly FoundTask[]
  people: readonly FoundPerson[]
  isPending: boolean
} {
  const session = useSession()
  const [settled] = useDebouncedValue(query.trim(), pause)
  const isAsked = isOpen && settled.length >= leastLetters
  const isUser = hasRole(session, ['RoleUser'])
  const processes = useQuery({
    ...startableProcessesQuery(homeCategory),
    enabled: isOpen && isUser,
  })
  const tasks = useQuery({
    queryKey: keyOf(api.tasks.assigned, 'palette', settled),
    queryFn: ({ signal }) => findTasks(settled, signal),
    enabled: isAsked && isUser,
    placeholderData: keepPreviousData,
  })
  const people = useQuery({
    queryKey: keyOf(api.users.list, 'palette', settled),
    queryFn: async ({ signal }) => (await call(api.users.list, { query: { q: settled, size }, signal })).items,
    enabled: isAsked && hasRole(session, ['RoleUserAdmin']),
    placeholderData: keepPreviousData,
  })
  const hasWords = query.trim().length >= leastLetters
  return {
    processes: hasWords ? (processes.data ?? []) : [],
    tasks: hasWords && isAsked ? (tasks.data ?? []) : [],
    people: hasWords && isAsked ? (people.data ?? []).map(presentPerson) : [],
    isPending: hasWords && (!isAsked || settled !== query.trim() || tasks.isFetching || people.isFetching),
  }
}

async function findTasks(q: string, signal: AbortSignal): Promise<FoundTask[]> {
  const find = async (location: 'assigned' | 'unclaimed') => {
    const { items } = await call(api.tasks[location], { query: { q, size }, signal })
    return items.map(({ id, name, title, process }) => ({
      id,
      name,
      location,
      about: [process?.name, restOfTitle(title ?? '', process?.name ?? '')].filter(Boolean).join(', '),
    }))
  }
  const found = await Promise.all([find('assigned'), find('unclaimed')])
  return found.flat()
}

function presentPerson(user: {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
}): FoundPerson {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return { id: user.id, username: user.username, name: name === '' ? user.username : name }
}
