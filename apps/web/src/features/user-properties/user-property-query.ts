import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfUserProperty = (id: string) => `/usersgroups/userProperties/${encodeURIComponent(id)}`

export const userPropertyQuery = (id: string) => callQuery(api.userProperties.get, { params: { id } })

/** Returns the texts of the page of a property: its purpose, and the reasons for which it may not exist. */
export function describeUserProperty(t: Translate) {
  return {
    help: t('userProperties.helpOne'),
    failed: t('userProperties.failedOne'),
    gone: { title: t('userProperties.goneTitle'), text: t('userProperties.goneText') },
  }
}
