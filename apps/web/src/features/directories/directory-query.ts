import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfDirectory = (id: string) => `/usersgroups/directories/${encodeURIComponent(id)}`

export const directoryQuery = (id: string) => callQuery(api.directories.get, { params: { id } })

/** Returns the texts of the page of a directory: its purpose, and the reasons for which it may not exist. */
export function describeDirectory(t: Translate) {
  return {
    help: t('directories.helpOne'),
    failed: t('directories.failedOne'),
    gone: { title: t('directories.goneTitle'), text: t('directories.goneText') },
  }
}
