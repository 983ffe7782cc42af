import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const templateQuery = (id: string) => callQuery(api.emailTemplates.get, { params: { id } })

/** What every page of one template says of it: what it is for, and why it may not be there. */
export function describeTemplate(t: Translate) {
  return {
    help: t('emailTemplates.helpOne'),
    failed: t('emailTemplates.failedOne'),
    gone: { title: t('emailTemplates.goneTitle'), text: t('emailTemplates.goneText') },
  }
}
