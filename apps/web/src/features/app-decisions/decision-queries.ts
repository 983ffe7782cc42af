import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

interface Ref {
  readonly appId: string
  readonly decisionId: string
}

export const decisionQuery = (params: Ref) => callQuery(api.appDecisions.get, { params })
export const historyQuery = (params: Ref) => callQuery(api.appDecisions.history, { params })
