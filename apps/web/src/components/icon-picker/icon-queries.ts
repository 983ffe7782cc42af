import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'

const calls = {
  general: [api.icons.docs, api.icons.index],
  office: [api.icons.officeDocs, api.icons.officeIndex],
} as const

export type IconSet = keyof typeof calls

/** Returns the query of an icon set with its index. It only changes with the program, and the browser caches it. */
export function iconSetQuery(set: IconSet) {
  const [docsCall, indexCall] = calls[set]
  return queryOptions({
    queryKey: ['icons', set],
    queryFn: async () => {
      const [docs, index] = await Promise.all([call(docsCall), call(indexCall)])
      return { docs, index }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
