import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const sessionsQuery = callQuery(api.account.sessions)

export const noticeSettingsQuery = callQuery(api.notices.settings)

export const tokensQuery = callQuery(api.account.tokens)
