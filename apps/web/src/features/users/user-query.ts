import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const userQuery = (id: string) => callQuery(api.userAccounts.get, { params: { id } })

export const groupsInUseQuery = callQuery(api.userAccounts.groupsInUse)

/** What the page of one user says: what it is for, and why the user may not be there. */
export function describeUser(t: Translate) {
  return {
    help: t('users.helpOne'),
    failed: t('pageCatalogue.users'),
    gone: { title: t('users.goneTitle'), text: t('users.goneText') },
  }
}
