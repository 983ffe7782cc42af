import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

interface Ref {
  readonly appId: string
  readonly processId: string
}

export const processQuery = (params: Ref) => callQuery(api.appProcesses.get, { params })
export const historyQuery = (params: Ref) => callQuery(api.appProcesses.history, { params })

/** What a version says does not change any more. */
export const versionQuery = (params: Ref & { readonly version: number }) => ({
  ...callQuery(api.appProcesses.version, { params }),
  staleTime: Number.POSITIVE_INFINITY,
})
