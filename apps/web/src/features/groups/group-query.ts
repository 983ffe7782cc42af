import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfGroup = (id: string) => `/usersgroups/groups/${encodeURIComponent(id)}`

export const groupQuery = (id: string) => callQuery(api.groups.get, { params: { id } })

export const membersQuery = (id: string, q: string) => callQuery(api.groups.members, { params: { id }, query: { q } })

export const usesQuery = (id: string) => callQuery(api.groups.uses, { params: { id } })

/** Returns the texts of the page of a group. */
export function describeGroup(t: Translate) {
  return {
    help: t('groups.helpOne'),
    failed: t('groups.failedOne'),
    gone: { title: t('groups.goneTitle'), text: t('groups.goneText') },
  }
}
