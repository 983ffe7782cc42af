import { api } from '@millrace/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery, keyOf } from '../../../lib/api/call-query.ts'
import { keyOfParent, type Level, type Levels, listWay } from './tree-rows.ts'

interface Ask {
  readonly parent: string
  readonly after: string | undefined
}

const levelQuery = (id: string, { parent, after }: Ask) =>
  callQuery(api.hierarchies.level, {
    params: { id },
    query: { ...(parent !== '' && { parent }), ...(after !== undefined && { after }) },
  })

/** Returns the query of the first positions on the top level of a hierarchy. */
export const topLevelQuery = (id: string) => levelQuery(id, { parent: '', after: undefined })

/** Returns the open levels of a hierarchy. Each level is loaded separately. */
export function useLevels(id: string) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [cursors, setCursors] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const known = client.getQueryData(topLevelQuery(id).queryKey)
  // A single position at the top is opened by itself.
  const first = known?.items.length === 1 ? known.items[0]?.id : undefined
  const open = chosen ?? new Set(first === undefined ? [] : [first])
  const asks = ['', ...open].flatMap((parent): Ask[] =>
    [undefined, ...(cursors.get(parent) ?? [])].map((after) => ({ parent, after })),
  )
  const results = useQueries({ queries: asks.map((ask) => levelQuery(id, ask)) })
  const levels = new Map<string, Level>()
  for (const [index, { parent }] of asks.entries()) {
    const data = results[index]?.data
    if (data !== undefined)
      levels.set(parent, { items: [...(levels.get(parent)?.items ?? []), ...data.items], next: data.next })
  }
  const change = (edit: (ids: Set<string>) => void) => {
    const next = new Set(open)
    edit(next)
    setChosen(next)
  }
  return {
    levels: levels as Levels,
    open: open as ReadonlySet<string>,
    /** Positions of the whole hierarchy; undefined until they are counted. */
    total: results[0]?.data?.total,
    failed: results.find(({ isError }) => isError),
    expand: (...ids: readonly string[]) =>
      change((next) => {
        for (const one of ids) next.add(one)
      }),
    collapse: (nodeId: string) => change((next) => next.delete(nodeId)),
    more: (parent: string, after: string) =>
      setCursors((before) => new Map(before).set(parent, [...new Set([...(before.get(parent) ?? []), after])])),
    /** Asks again for the levels of these parents, and for those above them, which count what is below. */
    refresh: async (...parents: readonly (string | null)[]) => {
      const stale = new Set(['', ...parents.map(keyOfParent)])
      for (const parent of parents) if (parent !== null) for (const one of listWay(levels, parent)) stale.add(one)
      await client.invalidateQueries({
        queryKey: keyOf(api.hierarchies.level, { id }),
        predicate: ({ queryKey }) => stale.has((queryKey[3] as { parent?: string } | undefined)?.parent ?? ''),
      })
    },
    refreshAll: () => client.invalidateQueries({ queryKey: keyOf(api.hierarchies.level, { id }) }),
  }
}

export type UsedLevels = ReturnType<typeof useLevels>
