import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfHierarchy = (id: string) => `/usersgroups/hierarchies/${encodeURIComponent(id)}`

export const hierarchyQuery = (id: string) => callQuery(api.hierarchies.get, { params: { id } })

/** Returns the texts of the page of a hierarchy. */
export function describeHierarchy(t: Translate) {
  return {
    help: t('hierarchies.helpOne'),
    failed: t('hierarchies.failedOne'),
    gone: { title: t('hierarchies.goneTitle'), text: t('hierarchies.goneText') },
  }
}
