import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const dataListQuery = (id: string) => callQuery(api.dataLists.get, { params: { id } })

/** Returns the texts of every page of a data list: its purpose, and the reasons for which it may not exist. */
export function describeDataList(t: Translate) {
  return {
    help: t('dataLists.helpOne'),
    failed: t('dataLists.failedOne'),
    gone: { title: t('dataLists.goneTitle'), text: t('dataLists.goneText') },
  }
}
