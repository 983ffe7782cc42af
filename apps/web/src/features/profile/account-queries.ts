import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => call(api.account.sessions),
})

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: () => call(api.account.tokens),
})
