import type { MissingValues } from '@millrace/contract'
import { changeEmailTemplate } from '../../../email-templates/change-email-template.ts'
import { refuseMailDesigner } from '../../../email-templates/policy.ts'
import { restoreEmailTemplate } from '../../../email-templates/restore-email-template.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Email templates of processes. */
export const emailTemplate: RestorableKind = {
  one: 'an email template',
  table: 'email_template',
  keys: ['id'],
  columns: ['name', 'subject', 'html', 'missing_values'],
  hasRevision: true,
  canBeDisabled: true,
  refuse: refuseMailDesigner,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restoreEmailTemplate(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const fields = {
      name: textOf(target, 'name'),
      subject: textOf(target, 'subject'),
      html: textOf(target, 'html'),
      missingValues: textOf(target, 'missing_values') as MissingValues,
    }
    return changeEmailTemplate(context, request, { id, revision, ...fields })
  },
}
