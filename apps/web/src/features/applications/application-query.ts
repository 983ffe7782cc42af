import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const applicationQuery = (appId: string) => callQuery(api.applications.get, { params: { appId } })

/** Returns the texts of every page of an application for the case that it does not exist. */
export function describeApplication(t: Translate) {
  return {
    failed: t('applications.failedOne'),
    gone: { title: t('applications.goneTitle'), text: t('applications.goneText') },
  }
}
