import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { EmailTemplateRow } from './email-template.ts'

/** Null when the user may write texts of mails. */
export function refuseMailDesigner(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may change that template, or try it. */
export function refuseEmailTemplate(
  user: User,
  template: Pick<EmailTemplateRow, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseMailDesigner(user)
  if (refusal !== null || template.disabled_at === null) return refusal
  return refuse(
    'template.disabled',
    `Expected an email template that is in use, but “${template.name}” is disabled: ${template.disabled_reason}. Restore it first.`,
  )
}
