import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const sessionsQuery = callQuery(api.account.sessions)

export const noticeSettingsQuery = callQuery(api.notices.settings)

/** The query of the requests of assistants. It is repeated, because assistants make requests while the page is open. */
export const approvalsQuery = { ...callQuery(api.toolApprovals.list), refetchInterval: 15_000 }

export const tokensQuery = callQuery(api.account.tokens)
