import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const sessionsQuery = callQuery(api.account.sessions)

export const tokensQuery = callQuery(api.account.tokens)
