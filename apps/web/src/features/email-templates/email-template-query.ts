import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const templateQuery = (id: string) => callQuery(api.emailTemplates.get, { params: { id } })

/** Returns the texts of every page of a template: its purpose, and the reasons for which it may not exist. */
export function describeTemplate(t: Translate) {
  return {
    help: t('emailTemplates.helpOne'),
    failed: t('emailTemplates.failedOne'),
    gone: { title: t('emailTemplates.goneTitle'), text: t('emailTemplates.goneText') },
  }
}
