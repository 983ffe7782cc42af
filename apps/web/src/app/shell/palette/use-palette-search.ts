import { useDebouncedValue } from '@mantine/hooks'
import { type AnswerOf, type Arrival, api, homeCategory, type StartableProcess, searchLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'
import { startableProcessesQuery } from '../../../lib/queries/startable-processes.ts'
import { hasRole, useSession } from '../../../lib/session/session.ts'

export interface FoundPerson {
  readonly id: string
  readonly username: string
  readonly name: string
}

/** Fewer letters find too much to be worth a call. */
const minSearchLength = 2
const pause = 200

type Found = AnswerOf<typeof api.search.find>

const nothing: Found = {
  tasks: { items: [], isMore: false },
  instances: { items: [], isMore: false },
  files: { items: [], isMore: false },
}

export interface PaletteSearch {
  readonly processes: readonly StartableProcess[]
  readonly found: Found
  readonly people: readonly FoundPerson[]
  /** The objects with the search text as id or key. */
  readonly arrivals: readonly Arrival[]
  /** An answer to the words as they are now is still to come. */
  readonly isPending: boolean
  /** The last try failed. */
  readonly error: unknown
  readonly retry: () => void
  /** The words of the page with all that the server finds; null where it has found nothing for them. */
  readonly allResults: string | null
}

/**
 * Returns the search results of the server for the palette: processes are loaded once, all other kinds after a pause in
 * typing. Results of an earlier text are not shown, because Enter would open them.
 */
export function usePaletteSearch({ query, isOpen }: { query: string; isOpen: boolean }): PaletteSearch {
  const session = useSession()
  const words = query.trim().slice(0, searchLimits.text)
  const [settled] = useDebouncedValue(words, pause)
  const isAsked = isOpen && settled.length >= minSearchLength
  const processes = useQuery({
    ...startableProcessesQuery(homeCategory),
    enabled: isOpen && hasRole(session, ['RoleUser']),
  })
  const everything = useQuery({
    queryKey: keyOf(api.search.find, settled),
    queryFn: ({ signal }) => call(api.search.find, { query: { q: settled }, signal }),
    enabled: isAsked && hasRole(session, ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin']),
  })
  const arrivals = useQuery({
    queryKey: keyOf(api.search.goTo, settled),
    queryFn: ({ signal }) => call(api.search.goTo, { query: { q: settled }, signal }),
    enabled: isAsked && hasRole(session, ['RoleProcessAdmin', 'RoleAdmin']),
  })
  const people = useQuery({
    queryKey: keyOf(api.users.list, 'palette', settled),
    queryFn: async ({ signal }) =>
      (await call(api.users.list, { query: { q: settled, size: searchLimits.size }, signal })).items,
    enabled: isAsked && hasRole(session, ['RoleUserAdmin']),
  })
  const hasWords = words.length >= minSearchLength
  const isCurrent = isAsked && settled === words
  const found = (isCurrent ? everything.data : undefined) ?? nothing
  const isFound = Object.values(found).some(({ items }) => items.length > 0)
  return {
    processes: hasWords ? (processes.data ?? []) : [],
    found,
    people: isCurrent ? (people.data ?? []).map(presentPerson) : [],
    arrivals: isCurrent ? (arrivals.data?.items ?? []) : [],
    isPending: hasWords && (!isCurrent || everything.isFetching || arrivals.isFetching || people.isFetching),
    error: isCurrent ? (everything.error ?? arrivals.error ?? people.error) : null,
    retry: () => {
      if (everything.isError) void everything.refetch()
      if (arrivals.isError) void arrivals.refetch()
      if (people.isError) void people.refetch()
    },
    allResults: isFound ? words : null,
  }
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
