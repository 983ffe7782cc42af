import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

interface Ref {
  readonly appId: string
  readonly processId: string
}

export const processQuery = (params: Ref) => callQuery(api.appProcesses.get, { params })
export const historyQuery = (params: Ref) => callQuery(api.appProcesses.history, { params })
