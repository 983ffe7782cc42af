import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const dataListQuery = (id: string) => callQuery(api.dataLists.get, { params: { id } })

/** What every page of one data list says of it: what it is for, and why it may not be there. */
export function describeDataList(t: Translate) {
  return {
    help: t('dataLists.helpOne'),
    failed: t('dataLists.failedOne'),
    gone: { title: t('dataLists.goneTitle'), text: t('dataLists.goneText') },
  }
}
