import { refuseSystemTemplates } from '../../../system-templates/policy.ts'
import { resetSystemTemplate } from '../../../system-templates/reset-system-template.ts'
import { saveSystemTemplate } from '../../../system-templates/save-system-template.ts'
import { textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { unfit } from '../unfit.ts'

/** Texts of mails of the product, for one language or for all. An empty text is the default of the product. */
export const systemTemplate: RestorableKind = {
  one: 'a system template',
  table: 'system_template',
  keys: ['mail', 'language'],
  columns: ['subject', 'html'],
  hasRevision: true,
  canBeDisabled: false,
  refuse: refuseSystemTemplates,
  async write(context, request, { key: [mail, language = ''], target, revision }) {
    const [subject, html] = [textOrNull(target, 'subject'), textOrNull(target, 'html')]
    if ((subject === null) !== (html === null))
      return unfit('The audit history has only a part of the texts of this revision.')
    if (subject === null || html === null) return resetSystemTemplate(context, request, { mail, language, revision })
    const { publicUrl } = context
    return saveSystemTemplate(context, request, { mail, language, subject, html, revision, publicUrl })
  },
}
